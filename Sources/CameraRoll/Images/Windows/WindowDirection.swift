/// Which way a list is scrolled.
enum WindowDirection: Hashable, Sendable, CaseIterable {
    /// To higher positions, and at rest, since that is where most lists are scrolled to next.
    case forward
    /// To lower positions.
    case backward

    /// The direction of a speed in items a second.
    init(speed: Double) {
        self = speed < 0 ? .backward : .forward
    }
}
