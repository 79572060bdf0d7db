import Synchronization

// How access to a library works
//
// The library and its fetch results live in the actor `LibraryState`, on the thread of a `LibraryExecutor`, and never
// leave it: they are not Sendable. `LibraryAccess` is their only entry point. Every read takes the same way:
//
// 1. A read is a value, a `SlicedRead`; a closure becomes a `SingleRead`. `start` wraps it in a `LibraryCall`, in the
//    executor lane of the current task's priority.
// 2. The call is registered together with its deadline, or refused if too many calls are registered. Then the executor
//    enqueues it. Neither waits.
// 3. The caller is suspended in `LibraryCall.value()`. If its task is canceled, the call ends at once; if its
//    priority is escalated, the call is enqueued in a more urgent lane as well, and its entry in the old lane does
//    nothing.
// 4. The executor dequeues the call and runs one slice in `LibraryState.advance`. `openLibrary()` checks the
//    permission before each access, and opens the library on first use. `SliceSizer` chooses the number of items for
//    about 2 ms.
// 5. After a slice, the call is enqueued again if other jobs wait, with the number of items that are left; otherwise it
//    runs its next slice at once. A more urgent read therefore waits for one slice, and not for a whole read; and so
//    does a shorter one, since in a lane the read with the least left goes first (`LaneQueue`).
// 6. The call ends exactly once (`CallState`): with the result of its last slice, an error, a cancellation or the
//    deadline, whichever comes first. If the library hangs, the caller continues anyway; the call stays registered
//    until the executor reaches it, so that calls to a library that hangs stay bounded.
// 7. `perform` compares the permission's generation with the one before the read. If reading was forbidden meanwhile,
//    the result is refused; if full access became limited, the read starts again. A load that was applied before that
//    returns its count: its list is invalid then, and fetched again.
//
// `post` enqueues a job without a waiting caller and without a limit; it releases snapshots. What may be requested
// repeatedly while the library hangs waits once in each lane, see `PostedJob.enqueue`: the end of the observation, a
// withdrawal of the permission, and the closing of the library. `close()` lets all later reads fail, enqueues the
// release of the library, and waits for it and for the work that the library still does afterward.

/// Gives any task asynchronous access to the photo library, which is confined to the library executor (*One Door*).
///
/// A read is a value or a closure. It waits in the lane of its task's priority, runs on the library's thread, and
/// returns a value (*Values Out*). The caller is suspended: it can be canceled or time out while the library hangs,
/// and no thread waits with it (*Never Blocked*).
///
/// Repositories share one access; create repositories of the same library with the same one.
public final class LibraryAccess: Sendable {
    /// The limits of a library access.
    public struct Limits: Sendable, Hashable {
        /// The time a read may take without progress, unless `withReadDeadline` sets another; nil for no deadline.
        ///
        /// The time starts again with each slice, so that a long read is not mistaken for a library that hangs. 30
        /// seconds by default: no working library takes that long to answer, and few users wait longer. It starts once
        /// more if it ran out while the process was suspended, when no answer could arrive.
        public var deadline: Duration?
        /// The maximum number of reads that may wait at a time; the next one fails with `.tooManyCalls`.
        ///
        /// 65,536 by default, about 30 MB: only a library that hangs or an endless loop reaches it.
        public var maximumPendingReads: Int
        /// How long changes are coalesced before subscribers are notified.
        public var changeDelay: ChangeDelay

        /// Creates limits, each with its default.
        public init(
            deadline: Duration? = .seconds(30), maximumPendingReads: Int = 65_536,
            changeDelay: ChangeDelay = ChangeDelay()
        ) {
            self.deadline = deadline
            self.maximumPendingReads = maximumPendingReads
            self.changeDelay = changeDelay
        }
    }

    /// The executor of the library.
    public let executor: LibraryExecutor
    private let limits: Limits
    /// The clock of the deadlines.
    package let clock: AnyClock
    /// The maximum number of attempts at a read, if the permission is narrowed during each.
    private static let mostAttempts = 3
    let libraryState: LibraryState
    /// The queued and running calls, with their deadlines.
    private let calls: Deadlines<ObjectIdentifier>
    private let isClosed = Atomic(false)
    /// Whether the access is open.
    var isOpen: Bool { !isClosed.load(ordering: .acquiring) }
    /// The number of reads that wait, run, or were given up and are still queued.
    var callCount: Int { calls.count }
    /// The subscribers to changes.
    let changes: ChangeCenter
    /// Identifies the observer that invalidates the preload cache on the next change.
    let preloadWatch = Lock<Int?>(nil)
    /// The submitted edits.
    let edits = EditQueue()
    /// The threads that all image managers of this access share.
    let pools = SharedPools()
    /// The user's permission, and the prompts for it.
    package let permission: Permission
    private let revocations = Lock<ReadingPermission.Observation?>(nil)
    /// Ends the observation, unless a subscriber is left.
    private let observationEnd: PostedJob
    /// Follows a withdrawal of the permission.
    let withdrawal: PostedJob
    /// Releases the library for good.
    private let closing: PostedJob
    /// Notifies the callers of ``close()`` that the library was released.
    private let closed = ObserverList<Void>()

    /// Creates the access to a library that is not open yet: nothing is accessed before the first permitted read.
    ///
    /// - Parameters:
    ///   - factory: how to open the library.
    ///   - executor: the executor of the library; by default the process's own, so that all managers share one queue.
    ///   - limits: the limits of reads and changes.
    ///   - clock: the clock of the deadlines.
    public init(
        _ factory: PhotoLibrarySource,
        executor: LibraryExecutor = .shared,
        limits: Limits = Limits(),
        clock: any Clock<Duration> = ContinuousClock()
    ) {
        self.executor = executor
        self.limits = limits
        let clock = AnyClock(clock)
        self.clock = clock
        calls = Deadlines(clock: clock, limit: limits.maximumPendingReads)
        changes = ChangeCenter(limits.changeDelay, clock: clock)
        permission = Permission(factory.authorization)
        libraryState = LibraryState(
            factory: factory, executor: executor, permission: permission.reading, changes: changes)
        // Decides on the executor, where starts and stops are ordered: a subscriber that joined meanwhile keeps the
        // observation.
        observationEnd = PostedJob(operation: "stop observing", libraryState: libraryState) { [changes] libraryState in
            if !changes.isWanted { libraryState.stopObserving() }
        }
        withdrawal = PostedJob(operation: "follow permission", libraryState: libraryState) {
            [reading = permission.reading] in $0.follow(reading.permit)
        }
        closing = PostedJob(operation: "close", libraryState: libraryState) { [closed] libraryState in
            libraryState.close()
            closed.tell(())
        }
        let revocations = permission.reading.observe { [weak self] in self?.permissionChanged($0) }
        self.revocations.withLock { $0 = revocations }
        permission.follow()
    }

    deinit {
        edits.close()
        post("close") { $0.close() }
    }

    /// Runs a closure with the library, on the library's executor, as one indivisible turn.
    ///
    /// The library cannot escape from the closure: neither it nor its fetch results are Sendable, and the compiler
    /// enforces that. Keep the closure short, since urgent reads wait for it, and free of side effects: it runs again
    /// if full access becomes limited while it runs.
    ///
    /// ```swift
    /// let names = try await access.read("album names") { library in
    ///     try library.albums(.user).compactMap(\.title)
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - operation: the read's name in statistics and stalls.
    ///   - body: the closure that reads the library.
    /// - Throws: the `LibraryError` that `body` throws; `.failed` for any other error of it; or the reason why it
    ///   could not run: `.notAuthorized`, `.cannotOpen`, `.cancelled`, `.timedOut`, `.shutDown`, `.tooManyCalls`.
    public func read<Value: Sendable>(
        _ operation: LibraryOperation,
        _ body: @escaping @Sendable (any PhotoLibraryBackend) throws -> Value
    ) async throws(LibraryError) -> Value {
        try await perform(operation) { libraryState throws(LibraryError) in
            let library = try libraryState.openLibrary()
            do {
                return try body(library)
            } catch {
                throw LibraryError(error, in: operation)
            }
        }
    }

    /// Releases the library and all fetch results on the executor, and waits for that; later reads fail with
    /// `.shutDown`.
    ///
    /// It also waits for the work that the library does away from the executor after its release: a folder's index is
    /// then in one file, and closed, unless a scan still runs or another library uses it.
    ///
    /// Usually not needed: releasing the last reference to the access closes it. If the library hangs, this function
    /// returns when the access's deadline expires or the task is canceled, and the library is released when it
    /// responds again.
    public func close() async {
        isClosed.store(true, ordering: .releasing)
        changes.end(.shutDown)
        edits.close()
        // Posted rather than called: a call may be refused, and overtakes earlier jobs if its task is escalated.
        let lane = ExecutorLane(Task.currentPriority)
        let place = Lock<ObserverList<Void>.Observation?>(nil)
        let isReleased = await waitForEnd { [closed, closing] hasEnded in
            let observation = closed.add(hasEnded)
            place.withLock { $0 = observation }
            // After the reads that were accepted before: most of them go first.
            closing.enqueue(lane: lane, items: .max)
        }
        withExtendedLifetime(place) {}
        guard isReleased else { return }
        for work in libraryState.closing.all { await waitForEnd(of: work) }
    }

    /// Begins some work, and waits for its end; returns false if the deadline expires or the task is canceled first.
    @discardableResult private func waitForEnd(of work: LibraryClosing.Completion) async -> Bool {
        let end = Completion<Bool>()
        let deadline = ReadDeadline.current ?? ReadDeadline(limits.deadline, isRenewedByProgress: true)
        // Separate from the deadlines of the calls, whose number is limited.
        let deadlines = Deadlines<ObjectIdentifier>(clock: clock)
        deadlines.start(ObjectIdentifier(end), after: deadline.duration) { end.end(false) }
        work { end.end(true) }
        defer { deadlines.end(ObjectIdentifier(end)) }
        return await end.value(ifCancelled: false)
    }
}

extension LibraryAccess {
    /// Starts a read without waiting for it; it runs to its end unless it is ended.
    ///
    /// - Parameter commit: the effect of a read whose caller receives its result, applied on the executor; returns
    ///   whether it was applied.
    func start<Read: SlicedRead>(
        _ read: Read, as operation: LibraryOperation, commit: (@Sendable (Read.Output) -> Bool)? = nil
    ) throws(LibraryError) -> LibraryCall<Read> {
        guard !isClosed.load(ordering: .acquiring) else { throw .shutDown }
        let lane = ExecutorLane(Task.currentPriority)
        let call = LibraryCall(
            read, operation: operation, lane: lane, libraryState: libraryState, calls: calls, commit: commit)
        let deadline = ReadDeadline.current ?? ReadDeadline(limits.deadline, isRenewedByProgress: true)
        try call.start(deadline, in: lane, items: read.itemsLeft)
        return call
    }

    /// Starts a read and waits for it; accesses nothing if the task is already canceled.
    ///
    /// The result is returned only under the permission under which it was read: it is refused if reading was
    /// forbidden since, and read again if full access became limited since.
    func perform<Read: SlicedRead>(
        _ operation: LibraryOperation, _ read: Read, commit: (@Sendable (Read.Output) -> Void)? = nil
    ) async throws(LibraryError) -> Read.Output {
        try await perform(operation, read, commit: commit, finishing: { $0 })
    }

    /// Starts a read, waits for it, and finishes its result; the permission is checked again after both, unless the
    /// read has an effect, before which it is checked.
    ///
    /// - Parameters:
    ///   - commit: the effect of a read whose caller receives its result, applied on the executor if the permission
    ///     still allows it.
    ///   - finish: converts the result of the read to the returned value, without the library.
    func perform<Read: SlicedRead, Value: Sendable>(
        _ operation: LibraryOperation, _ read: Read, commit: (@Sendable (Read.Output) -> Void)? = nil,
        finishing finish: (Read.Output) async -> Value
    ) async throws(LibraryError) -> Value {
        for _ in 0..<Self.mostAttempts {
            guard !Task.isCancelled else { throw .cancelled }
            let generation = permission.reading.generation
            let effect = commit.map { commit in
                { @Sendable [reading = permission.reading] (output: Read.Output) in
                    guard let isAllowed = try? reading.allows(generation), isAllowed else { return false }
                    commit(output)
                    return true
                }
            }
            let call = try start(read, as: operation, commit: effect)
            let value = await finish(try await call.value())
            // What was applied was allowed then: a read that throws has changed nothing.
            if commit != nil, call.isCommitted { return value }
            if try permission.reading.allows(generation) { return value }
        }
        throw .failed(operation, reason: "access was narrowed each time it was read")
    }

    /// Runs one turn in the isolated library state, and waits for it.
    func perform<Value: Sendable>(
        _ operation: LibraryOperation,
        _ body: @escaping @Sendable (isolated LibraryState) throws(LibraryError) -> Value
    ) async throws(LibraryError) -> Value {
        try await perform(operation, SingleRead(body: body))
    }

    /// Runs a read to its end within the current turn of the executor, for functions that are isolated to it.
    ///
    /// As with ``perform(_:_:)``, a result is returned only under the permission under which it was read.
    func performNow<Read: SlicedRead>(
        _ operation: LibraryOperation, _ read: Read
    ) throws(LibraryError) -> Read.Output {
        for _ in 0..<Self.mostAttempts {
            guard !isClosed.load(ordering: .acquiring) else { throw .shutDown }
            let generation = permission.reading.generation
            let output = try libraryState.inTurn { $0.all(of: read) }.get()
            if try permission.reading.allows(generation) { return output }
        }
        throw .failed(operation, reason: "access was narrowed each time it was read")
    }

    /// Runs a closure with the library within the current turn of the executor.
    func readNow<Value: Sendable>(
        _ operation: LibraryOperation,
        _ body: @escaping @Sendable (any PhotoLibraryBackend) throws(LibraryError) -> Value
    ) throws(LibraryError) -> Value {
        let read = SingleRead { libraryState throws(LibraryError) in try body(try libraryState.openLibrary()) }
        return try performNow(operation, read)
    }

    /// Enqueues one turn in the isolated library state, even after a shutdown; does not wait.
    func post(
        _ operation: LibraryOperation, lane: ExecutorLane = .standard,
        _ body: @escaping @Sendable (isolated LibraryState) -> Void
    ) {
        PostedJob(operation: operation, libraryState: libraryState, body: body).enqueue(lane: lane)
    }
}

extension LibraryAccess {
    /// Enqueues one turn in the isolated library state; returns false if the access or the executor is closed.
    func postIfOpen(
        _ operation: LibraryOperation, lane: ExecutorLane, items: Int = 1,
        _ body: @escaping @Sendable (isolated LibraryState) -> Void
    ) -> Bool {
        guard !isClosed.load(ordering: .acquiring) else { return false }
        let job = PostedJob(operation: operation, libraryState: libraryState, body: body)
        return executor.core.accept(job, lane: lane, items: items)
    }
}

/// A turn without a waiting caller.
final class PostedJob: LibraryJob {
    let operation: LibraryOperation
    let libraryState: LibraryState
    private let body: @Sendable (isolated LibraryState) -> Void
    /// The lanes in which it waits, a bit for each.
    private let lanes = Atomic(0)

    init(
        operation: LibraryOperation, libraryState: LibraryState,
        body: @escaping @Sendable (isolated LibraryState) -> Void
    ) {
        self.operation = operation
        self.libraryState = libraryState
        self.body = body
    }

    /// Enqueues the turn, even after a shutdown, unless it waits in the same lane: another one would do nothing.
    ///
    /// - Parameter items: how much less urgent it is than the other jobs of its lane, as items that are left to read.
    func enqueue(lane: ExecutorLane = .standard, items: Int = 1) {
        let bit = 1 << lane.rawValue
        guard lanes.bitwiseOr(bit, ordering: .acquiringAndReleasing).oldValue & bit == 0 else { return }
        libraryState.executor.core.reenqueue(self, lane: lane, items: items)
    }

    func run(from lane: ExecutorLane) {
        // First: what is requested during the turn needs another one.
        lanes.bitwiseAnd(~(1 << lane.rawValue), ordering: .acquiringAndReleasing)
        libraryState.inTurn { body($0) }
    }
}

extension LibraryAccess {
    /// Starts observing library changes if not already observing.
    func observeChanges() async throws(LibraryError) {
        try await perform("observe changes") { libraryState throws(LibraryError) in try libraryState.observe() }
    }

    /// Removes a subscriber.
    ///
    /// Removing the last one stops the observation.
    func leaveChanges(_ number: Int) {
        if changes.leave(number) { observationEnd.enqueue() }
    }

    /// The changes since a place in the history, read page by page.
    func history(since token: ChangeToken) async throws(LibraryError) -> ChangeHistory {
        try await perform("read history", HistoryRead(since: token))
    }
}
