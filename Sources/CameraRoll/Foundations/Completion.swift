/// A result and its one waiting caller: the first of result, cancellation and deadline ends the wait.
///
/// ```swift
/// let completion = Completion<Result<Page, LibraryError>>()
/// work.start { completion.end(.success($0)) }
/// deadlines.start(id, after: .seconds(30)) { completion.end(.failure(.timedOut)) }
/// return await completion.value(ifCancelled: .failure(.cancelled))
/// ```
///
/// The state is a ``CompletionState``. Types with more state of their own keep one under their own lock: a library
/// call, a transaction, a read of original data. What several callers wait for, or one caller waits for repeatedly, is
/// not a completion: the answer to a permission prompt, the messages of a stream, the deliveries of an image.
package final class Completion<Value: Sendable>: Sendable {
    private let state = Lock(CompletionState<Value>())

    /// Creates a completion that has not ended.
    package init() {}

    /// Whether it has ended.
    package var hasEnded: Bool { state.withLock(\.hasEnded) }

    /// Ends it, from any thread; returns true if it had not ended before.
    @discardableResult package func end(_ value: Value) -> Bool {
        let (isFirst, waiter) = state.withLock { $0.end(value) }
        waiter?.resume(returning: value)
        return isFirst
    }

    /// Waits for the value; may be called once.
    ///
    /// - Parameter cancelled: the value with which a cancellation of the waiting task ends it.
    package func value(ifCancelled cancelled: Value) async -> Value {
        await withCancellableContinuation { continuation in
            guard let value = state.withLock({ $0.wait(continuation, otherwise: cancelled) }) else { return }
            continuation.resume(returning: value)
        } onCancel: {
            end(cancelled)
        }
    }
}

extension Completion<Void> {
    /// Ends it.
    package func end() { end(()) }

    /// Waits for the end, or for a cancellation.
    package func wait() async { await value(ifCancelled: ()) }
}

/// A result and its one waiting caller: a pure state machine (*Ends Exactly Once*).
struct CompletionState<Value: Sendable>: Sendable {
    typealias Waiter = CallerContinuation<Value>

    private enum Phase {
        case pending(Waiter?)
        /// The value is kept for a caller that has not asked for it yet, and is returned once.
        case ended(Value?)
    }

    private var phase = Phase.pending(nil)

    /// Whether it has ended.
    var hasEnded: Bool {
        if case .ended = phase { true } else { false }
    }

    /// Registers the caller that waits; returns the value if it has ended.
    ///
    /// - Parameter other: the value to return if it has ended, and its value was returned before.
    mutating func wait(_ waiter: Waiter, otherwise other: Value) -> Value? {
        switch phase {
        case .pending(let earlier):
            assert(earlier == nil, "a completion has one caller")
            phase = .pending(waiter)
            return nil
        case .ended(let value):
            phase = .ended(nil)
            return value ?? other
        }
    }

    /// Ends it, unless it has ended before.
    ///
    /// - Returns: whether it had not ended before, and the caller to be resumed with the value outside of the lock, if
    ///   one waits.
    mutating func end(_ value: Value) -> (isFirst: Bool, waiter: Waiter?) {
        guard case .pending(let waiter) = phase else { return (false, nil) }
        // Kept only for a caller that has not asked yet: then the result has one owner, and the caller can change it
        // without a copy.
        phase = .ended(waiter == nil ? value : nil)
        return (true, waiter)
    }
}
