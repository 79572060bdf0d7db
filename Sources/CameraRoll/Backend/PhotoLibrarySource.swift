/// How to open a library, and how to check its permission; creating a source accesses nothing.
///
/// ```swift
/// let manager = MediaManager(.synthetic(assets: 70_000, costs: .photoKit))
/// ```
public struct PhotoLibrarySource: Sendable {
    /// The permission to access the library.
    public let authorization: any LibraryAuthorization
    /// Opens the library; called on the library executor, by each read that finds no open library, and never before
    /// permission.
    package let open: @Sendable (borrowing LibraryContext) throws -> any PhotoLibraryBackend

    /// Creates a source from its two parts.
    ///
    /// - Parameters:
    ///   - authorization: the permission, which is checked before every access.
    ///   - open: opens the library. If it throws, every read that needed the library fails with its error, and the
    ///     next read tries again.
    public init(
        authorization: any LibraryAuthorization = AlwaysAuthorized(),
        open: @escaping @Sendable (borrowing LibraryContext) throws -> any PhotoLibraryBackend
    ) {
        self.authorization = authorization
        self.open = open
    }

    /// Returns a source that wraps the library, for example to record its use; the permission is checked as before.
    ///
    /// - Parameter wrap: creates the wrapper; called on the library executor with each library that is opened.
    public func wrapping(
        _ wrap: @escaping @Sendable (any PhotoLibraryBackend) throws -> any PhotoLibraryBackend
    ) -> PhotoLibrarySource {
        PhotoLibrarySource(authorization: authorization) { [open] context in try wrap(open(context)) }
    }
}

/// Proof that code runs on a library executor, lent to a library while it is created.
///
/// A library that takes a context in its initializer cannot be created anywhere else: only ``LibraryAccess`` creates
/// contexts, and only on the executor; and a value that can be neither copied nor stored cannot leave it.
public struct LibraryContext: ~Copyable {
    /// The label of the library's executor, for logs.
    public var executorLabel: String { executor.label }

    /// For test support, which detects any access from another thread.
    package let executor: LibraryExecutor
    /// For libraries with work left to do after their release.
    package let closing: LibraryClosing
    /// For a library that finds itself unavailable while it is not observed: it is then released, and opened again.
    package let signal: ChangeSignal
    private let refusal: @Sendable () -> LibraryError?

    /// Creates a context, for `LibraryAccess` and for the benchmarks' baselines, which have no access.
    ///
    /// - Parameters:
    ///   - executor: the executor of the library.
    ///   - closing: the work that libraries still do after their release.
    ///   - signal: releases the library once it has gone away.
    ///   - refusal: returns the reason why the library must not be read; called on the executor.
    package init(
        executor: LibraryExecutor, closing: LibraryClosing = LibraryClosing(),
        signal: ChangeSignal = ChangeSignal {}, refusal: @escaping @Sendable () -> LibraryError? = { nil }
    ) {
        (self.executor, self.closing, self.signal, self.refusal) = (executor, closing, signal, refusal)
    }

    /// The way back to the executor, for the library's sources and editor.
    public var turns: LibraryTurns { LibraryTurns(executor: executor, refusal: refusal) }
}

/// The work that libraries still do after their release, away from the executor; `LibraryAccess.close()` waits for
/// it.
///
/// A library is released on its executor, where it must not wait for a disk. A library that still has to write uses
/// its own thread, and registers here how to wait for the end of that work.
package final class LibraryClosing: Sendable {
    /// Calls its argument once, on any thread: when the work has ended, or at once if no work is left.
    package typealias Completion = @Sendable (_ hasEnded: @escaping @Sendable () -> Void) -> Void

    private struct Contents {
        var count = 0
        var completions: [Int: Completion] = [:]
    }

    private let contents = Lock(Contents())

    package init() {}

    /// Lets `close()` wait for the work of a library that is being opened.
    package func add(_ completion: @escaping Completion) {
        contents.withLock { contents in
            contents.completions[contents.count] = completion
            contents.count += 1
        }
    }

    /// Removes the completions of libraries that were released before, each when its work ends.
    func forgetEnded() {
        for (number, completion) in sorted {
            completion { [weak self] in
                let ended = self?.contents.withLock { $0.completions.removeValue(forKey: number) }
                withExtendedLifetime(ended) {}
            }
        }
    }

    /// The completions of libraries whose work is not known to have ended, in the order in which they were added.
    var all: [Completion] { sorted.map(\.completion) }

    private var sorted: [(number: Int, completion: Completion)] {
        contents.withLock(\.completions).sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }
}
