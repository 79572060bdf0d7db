/// A read as a series of slices: a pure value that stores its progress.
///
/// Each slice is one turn on the library executor; between turns, more urgent reads go first (*Bounded Wait*).
protocol SlicedRead<Output>: Sendable {
    /// The result of the read; a value (*Values Out*).
    associatedtype Output: Sendable

    /// About how many assets or similar items are left to read; 1 for a single call, and fewer count as 1.
    ///
    /// Among the reads of one lane, the one with the least left goes first. A read that cannot know its end counts what
    /// it has read so far, so that it soon lets short ones pass.
    var itemsLeft: Int { get }

    /// Runs the next slice.
    ///
    /// - Parameters:
    ///   - libraryState: the isolated state that holds the library.
    ///   - items: about how many assets, albums or similar items to handle before yielding; at least 1.
    mutating func advance(in libraryState: isolated LibraryState, items: Int) throws(LibraryError) -> SliceOutcome<
        Output
    >
}

extension SlicedRead {
    var itemsLeft: Int { 1 }
}

/// The result of a slice.
enum SliceOutcome<Output: Sendable>: Sendable {
    /// There is more to read; the value is the number of items handled.
    case more(items: Int)
    /// The read is complete; the second value is the number of items handled.
    case done(Output, items: Int)
}

/// A read that is one indivisible library call.
struct SingleRead<Output: Sendable>: SlicedRead {
    let body: @Sendable (isolated LibraryState) throws(LibraryError) -> Output

    func advance(in libraryState: isolated LibraryState, items: Int) throws(LibraryError) -> SliceOutcome<Output> {
        .done(try body(libraryState), items: 0)
    }
}

/// Determines the number of items per slice from the cost of recent slices: a pure value.
///
/// A slice aims at 2 ms. Its cost is modeled as a fixed part and a part per item, learned from slices of different
/// sizes. If the fixed part is large, as for a request by identifier or a query without an index, smaller slices
/// would only pay it more often. Slices start small, since the first one's cost is unknown, and at most double.
struct SliceSizer {
    /// The target duration of a slice, in nanoseconds.
    ///
    /// Of the 8.3 ms of a frame at 120 Hz this leaves time for the running slice, for a screen of 28 assets at 0.1 ms,
    /// and for the two hops between threads.
    static let target = 2_000_000.0
    static let largest = 4096
    /// The minimum number of assets per slice: fewer are not worth a separate turn.
    static let smallest = 8
    static let first = 16

    private(set) var items = SliceSizer.first
    /// An earlier slice to compare with; slices of nearly the same size do not separate the two parts.
    private var anchor: (items: Double, time: Double)?
    private var perItem: Double?
    private var fixed = 0.0

    /// Learns from a slice.
    ///
    /// - Parameters:
    ///   - count: the number of items it handled; a slice without items is ignored.
    ///   - nanoseconds: its duration.
    mutating func learn(items count: Int, nanoseconds: UInt64) {
        guard count > 0 else { return }
        let (count, time) = (Double(count), Double(nanoseconds))
        fit(count, time)
        let affordable = max(Self.target - fixed, fixed / 2) / max(perItem ?? 0, 0.001)
        let most = min(max(Double(items), count) * 2, Double(Self.largest))
        items = Int(min(max(affordable, 1), most))
    }

    /// Computes both parts from this slice and an earlier one, and averages them with the old values, since times are
    /// noisy.
    private mutating func fit(_ count: Double, _ time: Double) {
        let old = perItem ?? time / count
        var slope = max(time - fixed, 0) / count
        if let other = anchor, abs(other.items - count) * 4 >= max(other.items, count) {
            slope = max((time - other.time) / (count - other.items), 0)
            anchor = nil
        }
        if anchor == nil { anchor = (count, time) }
        perItem = (old + slope) / 2
        fixed = max(time - (old + slope) / 2 * count, 0)
    }
}
