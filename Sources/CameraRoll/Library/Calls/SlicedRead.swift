/// A read as a series of slices: a pure value that knows how far it has come.
///
/// Each slice is one turn on the library executor; between turns more urgent reads go first (*Bounded Wait*).
protocol SlicedRead<Output>: Sendable {
    /// What the read gives in the end; a value (*Values Out*).
    associatedtype Output: Sendable

    /// Does the next slice.
    ///
    /// - Parameters:
    ///   - room: where the library is.
    ///   - items: about how many assets, albums or the like to handle before letting others go first; at least 1.
    mutating func advance(in room: isolated LibraryRoom, items: Int) throws(LibraryError) -> SliceOutcome<Output>

    /// Does what only a read may do whose caller gets its result: called on the executor, once that is certain.
    func commit(_ output: Output)
}

extension SlicedRead {
    func commit(_ output: Output) {}
}

/// How a slice ended.
enum SliceOutcome<Output: Sendable>: Sendable {
    /// There is more to do; so many items were handled.
    case more(items: Int)
    /// This was the last slice; so many items were handled.
    case done(Output, items: Int)
}

/// A read that is one indivisible call of the library.
struct SingleRead<Output: Sendable>: SlicedRead {
    let body: @Sendable (isolated LibraryRoom) throws(LibraryError) -> Output
    var onCommit: (@Sendable (Output) -> Void)?

    func advance(in room: isolated LibraryRoom, items: Int) throws(LibraryError) -> SliceOutcome<Output> {
        .done(try body(room), items: 0)
    }

    func commit(_ output: Output) {
        onCommit?(output)
    }
}
