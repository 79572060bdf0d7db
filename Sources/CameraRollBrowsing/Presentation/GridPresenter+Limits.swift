import CameraRoll

// MARK: - Limits

extension GridPresenter {
    /// What a view says for a while when a limit has refused an asset: by a text, a haptic, and an announcement.
    public struct Notice: Hashable, Sendable {
        /// The number of the notice: the same text twice is two notices.
        public let number: Int
        /// The text.
        public let phrase: Phrase
    }

    /// How long a notice is shown.
    public static let noticeTime = Duration.seconds(2)

    /// Whether a cell is dimmed: it cannot be selected, since a limit is reached.
    ///
    /// Not where one asset may be selected at most, since another one takes its place. A view observes this without
    /// being drawn again at each change of the selection.
    public func isDimmed(_ cell: AssetCell) -> Bool {
        grid.options.selectionLimits.maximum != 1 && !cell.isSelected && !grid.room.allows(cell.asset?.mediaType)
    }

    /// Hides a notice, unless a later one is shown.
    public func hide(_ notice: Notice) {
        if self.notice?.number == notice.number { self.notice = nil }
    }

    /// Tells the user why an asset was not selected; during a drag once for each reason.
    @discardableResult func tellRefusal(of change: AssetSelection.Change) -> AssetSelection.Change {
        guard let refusal = change.refusal, let phrase = refusal.phrase else { return change }
        if isPressed {
            guard toldRefusal != refusal else { return change }
            toldRefusal = refusal
        }
        noticeCount += 1
        notice = Notice(number: noticeCount, phrase: phrase)
        return change
    }

    /// Whether a tap on a picture selects: not where its mark does, so that the picture can be looked at.
    ///
    /// - Parameters:
    ///   - selects: whether the user selects.
    ///   - opensPictures: whether a tap on a picture opens it while the user selects.
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
