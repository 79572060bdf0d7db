/// Proof that code runs on a library executor, lent to a library while it is made.
///
/// A library that takes one in its initialiser cannot be made anywhere else: only ``LibraryAccess`` can make a
/// context, it does so on the executor alone, and a value that can be neither copied nor kept cannot be carried away
/// (P25, P28).
public struct LibraryContext: ~Copyable {
    /// The label of the executor that the library will live on, for logs.
    public var executorLabel: String { executor.label }

    /// For test support, which notes whether a library is touched anywhere else.
    package let executor: LibraryExecutor
    /// For libraries that have something left to do once they were released.
    package let closing: LibraryClosing

    /// For the door, and for the benchmarks' rivals, which have none.
    package init(executor: LibraryExecutor, closing: LibraryClosing = LibraryClosing()) {
        (self.executor, self.closing) = (executor, closing)
    }
}
