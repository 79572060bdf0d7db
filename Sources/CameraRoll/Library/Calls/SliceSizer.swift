/// Decides how many items make a slice, from what items have cost lately: a pure value.
///
/// A slice aims at 2 ms. It starts small, since a first slice of unknown cost must not be long, at most doubles from one
/// slice to the next, and shrinks at once when items turn out dear.
struct SliceSizer {
    /// How long a slice should take, in nanoseconds.
    ///
    /// Of the 8.3 ms of a frame at 120 Hz this leaves time for the slice that runs, for a screen of 28 assets at 0.1
    /// ms, and for the way there and back.
    static let target: UInt64 = 2_000_000
    static let largest = 4096
    static let first = 16

    private(set) var items = SliceSizer.first

    /// Learns from a slice.
    ///
    /// - Parameters:
    ///   - count: how many items it handled; a slice of none teaches nothing.
    ///   - nanoseconds: how long it took.
    mutating func learn(items count: Int, nanoseconds: UInt64) {
        guard count > 0 else { return }
        let affordable = Self.target / max(nanoseconds / UInt64(count), 1)
        // A slice much smaller than allowed says little about the cost of a full one: grow by steps.
        let next = min(affordable, UInt64(max(items, count)) * 2, UInt64(Self.largest))
        items = max(Int(next), 1)
    }
}
