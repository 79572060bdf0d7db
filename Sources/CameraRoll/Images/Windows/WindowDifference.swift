/// The least that must be started and stopped to turn one window into another.
///
/// Two ranges differ by at most two ranges each way, so neither the cost nor the memory depends on how far the window
/// moved.
struct WindowDifference: Hashable, Sendable {
    /// What only the new window holds; what lies in the direction of travel comes first.
    let started: [Range<Int>]
    /// What only the old window held; what lies behind comes first.
    let stopped: [Range<Int>]

    /// The difference between two windows.
    ///
    /// - Complexity: O(1).
    init(from old: Range<Int>, to new: Range<Int>, direction: WindowDirection) {
        let started = Self.parts(of: new, without: old)
        let stopped = Self.parts(of: old, without: new)
        self.started = direction == .forward ? started.reversed() : started
        self.stopped = direction == .forward ? stopped : stopped.reversed()
    }

    /// What of a range is not in another, from low to high.
    private static func parts(of range: Range<Int>, without other: Range<Int>) -> [Range<Int>] {
        guard range.overlaps(other) else { return range.isEmpty ? [] : [range] }
        var parts: [Range<Int>] = []
        if range.lowerBound < other.lowerBound { parts.append(range.lowerBound..<other.lowerBound) }
        if other.upperBound < range.upperBound { parts.append(other.upperBound..<range.upperBound) }
        return parts
    }
}
