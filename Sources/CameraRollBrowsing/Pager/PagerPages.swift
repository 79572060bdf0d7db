import CameraRoll

/// The pages of a pager: the positions of a list without those that are being deleted; a pure value.
struct PagerPages: Hashable, Sendable {
    /// The number of assets in the list.
    private(set) var listCount: Int
    /// The positions without a page, ascending.
    private(set) var hidden: [Int] = []

    init(listCount: Int) {
        self.listCount = max(listCount, 0)
    }

    /// The number of pages.
    var count: Int { listCount - hidden.count }

    /// Returns the position of a page, or nil if there is no such page.
    func position(ofPage index: Int) -> Int? {
        guard 0..<count ~= index else { return nil }
        // A hidden position with at most `index` pages before it is before the page, and shifts it by one.
        return index + hidden.enumerated().prefix { $0.element - $0.offset <= index }.count
    }

    /// The number of the page at a position, or of the page that takes its place; nil without pages.
    func page(nearest position: Int) -> Int? {
        guard count > 0 else { return nil }
        let before = hidden.prefix { $0 < position }.count
        return min(max(position - before, 0), count - 1)
    }

    /// Hides a position, which then has no page.
    mutating func hide(_ position: Int) {
        guard 0..<listCount ~= position, !hidden.contains(position) else { return }
        hidden.append(position)
        hidden.sort()
    }

    /// Shows a position again.
    mutating func restore(_ position: Int) {
        hidden.removeAll { $0 == position }
    }

    /// Moves to another list.
    ///
    /// - Parameters:
    ///   - listCount: the number of assets in the new list.
    ///   - hidden: the positions without a page in the new list.
    mutating func move(listCount: Int, hidden: some Sequence<Int>) {
        self.listCount = max(listCount, 0)
        self.hidden = Set(hidden).filter { 0..<self.listCount ~= $0 }.sorted()
    }
}
