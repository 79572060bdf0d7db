/// What a caching window is to hold.
struct WindowPlan: Hashable, Sendable {
    /// The positions whose images are wanted.
    let wanted: Range<Int>
    /// The positions on the screen.
    let visible: Range<Int>
    /// Which way the list is scrolled.
    let direction: WindowDirection

    /// A window that holds nothing.
    static let empty = WindowPlan(wanted: 0..<0, visible: 0..<0, direction: .forward)
}
