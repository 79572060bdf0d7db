#if FolderLibrary || canImport(Darwin)
import CameraRoll

/// The reason why the index of a folder cannot be written at present, as of the last attempt.
final class IndexHealth: Sendable {
    private typealias Listener = @Sendable (FolderError?) -> Void

    private struct Contents {
        var problem: FolderError?
        /// The value with which the listener was last called.
        private var reported: FolderError?
        /// Whether a thread is calling the listener; it continues until the listener has the latest problem.
        private var isReporting = false
        var listener: Listener?

        /// Sets the problem; returns whether the caller has to call the listener.
        mutating func set(_ problem: FolderError?) -> Bool {
            self.problem = problem
            guard !isReporting, problem != reported else { return false }
            isReporting = true
            return true
        }

        /// The next call of the listener; nil if it already knows the problem.
        mutating func nextCall() -> (listener: Listener, problem: FolderError?)? {
            isReporting = problem != reported && listener != nil
            reported = problem
            return isReporting ? listener.map { ($0, problem) } : nil
        }
    }

    private let contents = Lock(Contents())

    /// The problem; nil if the index can be written, as far as is known.
    var problem: FolderError? { contents.withLock(\.problem) }

    /// Sets the listener that is called with each change, or with the latest of several, on a thread that finds one.
    func listen(_ listener: @escaping @Sendable (FolderError?) -> Void) {
        let before = contents.withLock { contents in
            defer { contents.listener = listener }
            return contents.listener
        }
        withExtendedLifetime(before) {}
    }

    /// Records that the index was written, or could have been.
    func succeed() {
        set(nil)
    }

    /// Records a failure; errors that do not prevent writing the index are ignored.
    func fail(_ error: any Error) {
        let error = FolderError(error)
        if error.allowsReading { set(error) }
    }

    private func set(_ problem: FolderError?) {
        guard contents.withLock({ $0.set(problem) }) else { return }
        // One thread at a time calls the listener, so that its last call has the latest problem.
        while let call = contents.withLock({ $0.nextCall() }) { call.listener(call.problem) }
    }
}

/// Counts the users of the connections to an index: libraries, scans, edits, and followers of the folder.
///
/// After the last user, the log is moved into the index and all connections are closed. That waits for the disk, so
/// neither a library's executor nor the thread that releases a library does it: the store has its own thread for it. A
/// caller that closes a library waits for the work in progress at that moment: closings, edits, the end of the watch,
/// and look-ups for an image. It does not wait for work that begins later.
final class IndexUsers: Sendable {
    /// Work in progress that a caller that closes a library waits for.
    struct Work: Hashable, Sendable {
        fileprivate let number: Int
    }

    private struct Waiter {
        /// The work that was in progress when the caller began to wait, and has not ended.
        var work: Set<Work>
        let action: @Sendable () -> Void
    }

    private struct Contents {
        var count = 0
        var begun = 0
        var work: Set<Work> = []
        var waiters: [Waiter] = []
    }

    private let contents = Lock(Contents())
    private let closing = Lock<(@Sendable () -> Void)?>(nil)

    func join() {
        contents.withLock { $0.count += 1 }
    }

    /// Joins the other users; returns false without users.
    private func joinOthers() -> Bool {
        contents.withLock { contents in
            guard contents.count > 0 else { return false }
            contents.count += 1
            return true
        }
    }

    /// Leaves on a thread that may wait for the disk; after the last user the index is closed here.
    func leaveBlocking() {
        if leave() { closing.withLock(\.self)?() }
    }

    /// Calls `body` on a thread that may wait for the disk, and keeps the index open meanwhile; closing a library waits
    /// for it to end.
    func working<Value, Thrown: Error>(_ body: () throws(Thrown) -> Value) throws(Thrown) -> Value {
        let work = begin()
        join()
        defer {
            leaveBlocking()
            end(work)
        }
        return try body()
    }

    /// Calls `body` if the index has users, and keeps it open meanwhile; closing a library waits for it to end.
    ///
    /// - Returns: nil if the index has no users: after the last library has been closed, nothing opens it again.
    func whileOpen<Value>(_ body: () -> Value) -> Value? {
        guard joinOthers() else { return nil }
        let work = begin()
        defer {
            leaveBlocking()
            end(work)
        }
        return body()
    }

    /// Sets the function that closes the index after the last user.
    func closeAfterLast(_ close: @escaping @Sendable () -> Void) {
        closing.withLock { $0 = close }
    }

    /// Removes a user; returns whether it was the last one.
    func leave() -> Bool {
        contents.withLock { contents in
            contents.count -= 1
            return contents.count == 0
        }
    }

    var isEmpty: Bool { contents.withLock { $0.count == 0 } }

    /// Begins work that callers of ``whenClosed(_:)`` wait for from now on.
    func begin() -> Work {
        contents.withLock { contents in
            contents.begun += 1
            let work = Work(number: contents.begun)
            contents.work.insert(work)
            return work
        }
    }

    func end(_ work: Work) {
        let ended = contents.withLock { contents in
            contents.work.remove(work)
            for index in contents.waiters.indices { contents.waiters[index].work.remove(work) }
            let ended = contents.waiters.filter(\.work.isEmpty)
            contents.waiters.removeAll(where: \.work.isEmpty)
            return ended
        }
        for waiter in ended { waiter.action() }
    }

    /// Calls `action` on any thread once all work that is now in progress has ended; immediately if there is none.
    func whenClosed(_ action: @escaping @Sendable () -> Void) {
        let isClosed = contents.withLock { contents in
            guard !contents.work.isEmpty else { return true }
            contents.waiters.append(Waiter(work: contents.work, action: action))
            return false
        }
        if isClosed { action() }
    }
}
#endif
