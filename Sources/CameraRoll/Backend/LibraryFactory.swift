/// How to open a library, and whom to ask for permission: a recipe, which touches nothing.
///
/// ```swift
/// let manager = MediaManager(.synthetic(assets: 70_000, costs: .photoKit))
/// ```
public struct LibraryFactory: Sendable {
    /// Who says whether the library may be touched.
    public let authorization: any LibraryAuthorization
    /// Makes the library; called on the library executor, at most once until it succeeds, and never before permission.
    package let open: @Sendable (borrowing LibraryContext) throws -> any PhotoLibrary

    /// A recipe from its two parts.
    ///
    /// - Parameters:
    ///   - authorization: whom to ask before every touch.
    ///   - open: makes the library. An error is given to every read that needed it, and the next read tries again.
    public init(
        authorization: any LibraryAuthorization = AlwaysAuthorized(),
        open: @escaping @Sendable (borrowing LibraryContext) throws -> any PhotoLibrary
    ) {
        self.authorization = authorization
        self.open = open
    }

    /// The same recipe, with something in front of the library, such as what records its use; permission is asked as
    /// before.
    ///
    /// - Parameter wrap: makes what stands in front; called on the library executor with each library that is opened.
    public func wrapping(
        _ wrap: @escaping @Sendable (any PhotoLibrary) throws -> any PhotoLibrary
    ) -> LibraryFactory {
        LibraryFactory(authorization: authorization) { [open] context in try wrap(open(context)) }
    }
}

/// Proof that code runs on a library executor, lent to a library while it is made.
///
/// A library that takes one in its initialiser cannot be made anywhere else: only ``LibraryAccess`` can make a
/// context, it does so on the executor alone, and a value that can be neither copied nor kept cannot be carried away
///.
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

/// What libraries still do after they were released: away from the executor, and waited for by `LibraryAccess.close()`.
///
/// A library is released on its executor, where it must not wait for a disk. One that has something to write then does
/// it on a thread of its own, and says here how to hear of its end.
package final class LibraryClosing: Sendable {
    /// Calls what it is given when the work has ended, or at once if there is none: once, on any thread.
    package typealias Completion = @Sendable (_ hasEnded: @escaping @Sendable () -> Void) -> Void

    private let completions = Lock<[Completion]>([])

    package init() {}

    /// Has `close()` wait for the work of a library that is being opened.
    package func add(_ completion: @escaping Completion) {
        completions.withLock { $0.append(completion) }
    }

    /// Forgets the libraries that were opened before.
    func reset() {
        let before = completions.withLock { completions in
            defer { completions = [] }
            return completions
        }
        withExtendedLifetime(before) {}
    }

    /// What is to be called for the libraries that were opened, in the order in which they were.
    var all: [Completion] { completions.withLock(\.self) }
}
