import CameraRoll

// MARK: - Keys

extension GridPresenter {
    /// A key that a grid handles.
    public enum Key: Hashable, Sendable {
        /// An arrow key, or the key for the first or the last asset.
        case move(GridCursor.Direction)
        /// Selects the asset with the focus.
        case space
        /// Opens the asset with the focus.
        case enter
    }

    /// The effect of a key.
    public enum KeyEffect: Hashable, Sendable {
        /// Nothing; the key is left to other views.
        case ignored
        /// The key has changed the focus or the selection.
        case handled
        /// The view opens the asset at a position.
        case opens(Int)
    }

    /// Whether an asset has the keyboard's focus and shows it; after a tap the focus is hidden.
    public func hasFocus(_ position: Int) -> Bool { showsFocus && cursor.position == position }

    /// Carries out a key.
    ///
    /// - Parameters:
    ///   - key: the key.
    ///   - selects: whether keys select; otherwise they move the focus and open.
    ///   - isShifted: whether Shift is pressed, which extends the selection.
    ///   - isRightToLeft: whether rows begin at the right edge.
    public func press(
        _ key: Key, selects: Bool, isShifted: Bool = false, isRightToLeft: Bool = false
    ) -> KeyEffect {
        switch (key, cursor.position) {
        case (.move(let direction), _):
            move(direction, isRightToLeft: isRightToLeft, extending: selects && isShifted)
            return .handled
        case (.space, let position?) where selects:
            if !showsFocus { showsFocus = true }
            select(position)
            return .handled
        case (.enter, let position?): return .opens(position)
        case (.space, _), (.enter, nil): return .ignored
        }
    }
}
