import CameraRoll

// MARK: - Limits

extension GridPresenter {
    /// What a view tells the user for a while when a limit has refused an asset, with a text, a haptic, and an
    /// announcement.
    public struct Notice: Hashable, Sendable {
        /// The number of the notice, which tells two notices with the same text apart.
        public let number: Int
        /// The text.
        public let phrase: Phrase
    }

    /// How long a notice is shown.
    public static let noticeTime = Duration.seconds(2)

    /// Whether a cell is dimmed, since a limit is reached and it cannot be selected.
    ///
    /// No cell is dimmed if at most one asset may be selected, since another one replaces it. Observing this does not
    /// redraw a view with each change of the selection.
    public func isDimmed(_ cell: AssetCell) -> Bool {
        grid.options.selectionLimits.maximum != 1 && !cell.isSelected && !grid.room.allows(cell.asset?.mediaType)
    }

    /// Hides a notice, unless a later one is shown.
    public func hide(_ notice: Notice) {
        if self.notice?.number == notice.number { self.notice = nil }
    }

    /// Tells the user why an asset was not selected; during a drag, once for each reason.
    @discardableResult func reportRefusal(of change: AssetSelection.Change) -> AssetSelection.Change {
        guard let refusal = change.refusal, let phrase = refusal.phrase else { return change }
        if isPressed {
            guard reportedRefusal != refusal else { return change }
            reportedRefusal = refusal
        }
        noticeCount += 1
        notice = Notice(number: noticeCount, phrase: phrase)
        return change
    }

    /// Whether a tap on a picture selects; false if its mark does, so that the picture can be opened.
    ///
    /// - Parameters:
    ///   - selects: whether the user is selecting.
    ///   - opensPictures: whether a tap on a picture opens it while the user is selecting.
    public func pictureSelects(_ selects: Bool, opensPictures: Bool) -> Bool {
        selects && !(opensPictures && detail.hasMarkTarget)
    }

    /// Whether a finger that moves sideways selects; one that moves up or down scrolls.
    ///
    /// - Parameters:
    ///   - x: the horizontal distance, or the horizontal speed.
    ///   - y: the vertical one.
    public nonisolated static func isSideways(x: Double, y: Double) -> Bool { abs(x) > 1.5 * abs(y) }
}
