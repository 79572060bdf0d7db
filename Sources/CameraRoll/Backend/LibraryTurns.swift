import Dispatch
import Foundation

/// The way back to the library's executor, for sources and editors that work on other threads.
///
/// A source that has to ask the library again, for example for an object that it was not given, must not do so on its
/// own thread: the library is used on its executor only (*One Door*). It waits for a turn there instead:
///
/// ```swift
/// let album = try turns.perform("find album") { () throws(LibraryError) in try Self.fetchAlbum(id) }
/// ```
///
/// Only threads that may block can wait: those that decode images, read originals and carry out edits. Everywhere else,
/// on the main thread and in tasks, ``perform(_:_:)`` throws at once. A turn waits in the lane of its thread's work: an
/// image that is loaded ahead does not delay what the user waits for. Even so, each turn delays other reads: what every
/// request needs is better returned by ``PhotoLibraryBackend/resolve(_:)-(AssetImageRequest)``.
///
/// A library gets it from its ``LibraryContext``, and passes it to its sources and its editor.
public struct LibraryTurns: Sendable {
    private let executor: LibraryExecutor
    /// Returns the reason why the library must not be read; called on the executor.
    private let refusal: @Sendable () -> LibraryError?

    init(executor: LibraryExecutor, refusal: @escaping @Sendable () -> LibraryError?) {
        self.executor = executor
        self.refusal = refusal
    }

    /// Runs a closure on the library's executor, and blocks the calling thread until it has ended.
    ///
    /// The permission is checked first.
    ///
    /// - Parameters:
    ///   - operation: the name of the turn in statistics and stalls.
    ///   - body: the closure; it must be short, since urgent reads wait for it.
    /// - Throws: the error of `body`, `.notAuthorized`, `.shutDown`, or `.failed` on a thread that must not block.
    public func perform<Value: Sendable>(
        _ operation: LibraryOperation, _ body: @escaping @Sendable () throws(LibraryError) -> Value
    ) throws(LibraryError) -> Value {
        try performAlways(operation) { [refusal] () throws(LibraryError) in
            if let error = refusal() { throw error }
            return try body()
        }
    }

    /// Runs a closure like ``perform(_:_:)``, without checking the permission, for what an edit has created.
    package func performAlways<Value: Sendable>(
        _ operation: LibraryOperation, _ body: @escaping @Sendable () throws(LibraryError) -> Value
    ) throws(LibraryError) -> Value {
        guard let priority = BlockingThread.currentPriority else {
            throw .failed(operation, reason: "this thread must not wait for the library")
        }
        let turn = BlockingTurn(operation: operation, body: body)
        guard executor.core.accept(turn, lane: ExecutorLane(priority)) else { throw .shutDown }
        return try turn.wait()
    }

    /// Runs a closure on the executor soon, from any thread, even without permission or after a shutdown.
    ///
    /// For what must be canceled or released there; does not wait.
    package func post(_ operation: LibraryOperation, _ body: @escaping @Sendable () -> Void) {
        executor.core.reenqueue(BlockingTurn(operation: operation, body: body), lane: .interactive)
    }
}

/// A turn of the executor for which a thread may wait.
private final class BlockingTurn<Value: Sendable>: LibraryJob {
    let operation: LibraryOperation
    private let body: @Sendable () throws(LibraryError) -> Value
    /// The result of the body, once it has ended.
    private let result = Lock<Result<Value, LibraryError>>(.failure(.shutDown))
    private let hasEnded = DispatchSemaphore(value: 0)

    init(operation: LibraryOperation, body: @escaping @Sendable () throws(LibraryError) -> Value) {
        self.operation = operation
        self.body = body
    }

    func run(from lane: ExecutorLane) {
        let outcome = withAutoreleasePool { Result { () throws(LibraryError) in try body() } }
        result.withLock { $0 = outcome }
        hasEnded.signal()
    }

    /// Blocks the calling thread until the turn has ended.
    func wait() throws(LibraryError) -> Value {
        hasEnded.wait()
        return try result.withLock(\.self).get()
    }
}
