import Synchronization

/// The one door to a library: whoever wants something of it comes through here (*One Door*).
///
/// The library stands in a room of its own on the executor; this is the door to it, which any task may use. A read goes
/// in as a value or a closure, waits in the lane of its task's priority, runs on the library's thread, and comes out
/// as a value (*Values Out*). The caller waits outside, suspended: it can be cancelled or run out of time while the
/// library is wedged, and no thread waits with it (*Never Blocked*).
///
/// Repositories share one door, and whoever makes repositories by hand gives them the same one.
public final class LibraryAccess: Sendable {
    /// What a door allows.
    public struct Limits: Sendable, Hashable {
        /// How long a read may make no progress unless `withReadDeadline` says otherwise; for ever where nil.
        ///
        /// The time begins anew with each slice, so that a long read is not taken for a wedged library. 30 seconds by
        /// default: longer than any one answer is worth waiting for, shorter than a user's patience with a spinner. It
        /// begins anew once more where it was over while the process was suspended, when no answer could come.
        public var deadline: Duration?
        /// How many reads may wait at once; the next one fails with `.tooManyCalls`.
        ///
        /// 65,536 by default, some 30 MB: only a wedged library or an endless loop gets there.
        public var callsInFlight: Int
        /// How long changes are gathered before subscribers hear of them.
        public var changeDelay: ChangeDelay

        /// Limits, each with its default.
        public init(
            deadline: Duration? = .seconds(30), callsInFlight: Int = 65_536, changeDelay: ChangeDelay = ChangeDelay()
        ) {
            self.deadline = deadline
            self.callsInFlight = callsInFlight
            self.changeDelay = changeDelay
        }
    }

    /// The executor behind the door.
    public let executor: LibraryExecutor
    private let limits: Limits
    /// How often a read is begun whose permission is narrowed each time meanwhile.
    private static let mostAttempts = 3
    let libraryState: LibraryState
    private let calls: CallRegistry
    private let isClosed = Atomic(false)
    /// Those who want to hear of changes.
    let changes: ChangeCenter
    /// What has a preload let go at the library's next change.
    let coolingWatch = Lock<Int?>(nil)
    /// The edits on their way.
    let edits = EditQueue()
    /// What the user allows, and the questions put to them.
    let permission: Permission
    private let revocations = Lock<ReadingPermission.Observation?>(nil)

    /// A door to a library that nobody has opened yet: nothing is touched before the first read that is allowed.
    ///
    /// - Parameters:
    ///   - factory: how to open the library.
    ///   - executor: where it lives; the process's own by default, so that all managers stand in one line.
    ///   - limits: how long and how many.
    ///   - clock: what deadlines are measured on.
    public init(
        _ factory: LibraryFactory,
        executor: LibraryExecutor = .shared,
        limits: Limits = Limits(),
        clock: any Clock<Duration> = ContinuousClock()
    ) {
        self.executor = executor
        self.limits = limits
        let clock = AnyClock(clock)
        calls = CallRegistry(limit: limits.callsInFlight, clock: clock, executor: executor)
        changes = ChangeCenter(limits.changeDelay, clock: clock)
        permission = Permission(factory.authorization)
        libraryState = LibraryState(
            factory: factory, executor: executor, permission: permission.reading, changes: changes)
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
    /// The library cannot leave the closure: neither it nor its fetch results are Sendable, and the compiler refuses to
    /// let them out. Keep the closure short, since urgent reads wait for it, and free of side effects: it runs again if
    /// full access becomes limited while it runs.
    ///
    /// ```swift
    /// let names = try await access.read("album names") { library in
    ///     try library.albums(.user).compactMap(\.title)
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - operation: the read's name in statistics and stalls.
    ///   - body: what to do with the library.
    /// - Throws: the `LibraryError` that `body` throws, any other error of it as `.failed`, or why it could not run:
    ///   `.notAuthorized`, `.cannotOpen`, `.cancelled`, `.timedOut`, `.shutDown`, `.tooManyCalls`.
    public func read<Value: Sendable>(
        _ operation: LibraryOperation,
        _ body: @escaping @Sendable (any PhotoLibrary) throws -> Value
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

    /// Lets go of the library and all fetch results on the executor, and returns then; reads fail with `.shutDown` at
    /// once.
    ///
    /// What the library still does away from the executor once it was released is waited for too: a folder's index is
    /// then in one file, and closed.
    ///
    /// Not needed in the ordinary case: the last one who drops the door closes it. Where the library is wedged, this
    /// returns when the door's deadline is over or the task is cancelled, and the library is let go when it comes back.
    public func close() async {
        isClosed.store(true, ordering: .releasing)
        changes.end(.shutDown)
        edits.close()
        let lane = ExecutorLane(Task.currentPriority)
        post("close", lane: lane) { $0.close() }
        // In the same lane, so behind it.
        guard (try? await start(SingleRead { _ in }, as: "close", in: lane).value()) != nil else { return }
        let deadline = ReadDeadline.current ?? ReadDeadline(limits.deadline, isRenewedByProgress: true)
        await libraryState.closing.wait(in: calls, deadline)
    }
}

extension LibraryAccess {
    /// Starts a read without waiting for it.
    func start<Read: SlicedRead>(
        _ read: Read, as operation: LibraryOperation
    ) throws(LibraryError) -> PendingRead<Read> {
        guard !isClosed.load(ordering: .acquiring) else { throw .shutDown }
        return try start(read, as: operation, in: ExecutorLane(Task.currentPriority))
    }

    private func start<Read: SlicedRead>(
        _ read: Read, as operation: LibraryOperation, in lane: ExecutorLane
    ) throws(LibraryError) -> PendingRead<Read> {
        let call = LibraryCall(read, operation: operation, lane: lane, libraryState: libraryState, calls: calls)
        try call.start(ReadDeadline.current ?? ReadDeadline(limits.deadline, isRenewedByProgress: true))
        return PendingRead(call)
    }

    /// Starts a read and waits for it; touches nothing where the task is cancelled already.
    ///
    /// What was read is given out under the permission only under which it was read: it is refused if reading was
    /// forbidden since, and read again if full access has become limited since.
    func perform<Read: SlicedRead>(
        _ operation: LibraryOperation, _ read: Read
    ) async throws(LibraryError) -> Read.Output {
        try await perform(operation, read, finishing: { $0 })
    }

    /// Starts a read, waits for it, and has what was read finished; the last look at the permission comes behind both.
    ///
    /// - Parameter finish: makes what is given out of what was read, which needs no library.
    func perform<Read: SlicedRead, Value: Sendable>(
        _ operation: LibraryOperation, _ read: Read, finishing finish: (Read.Output) async -> Value
    ) async throws(LibraryError) -> Value {
        for _ in 0..<Self.mostAttempts {
            guard !Task.isCancelled else { throw .cancelled }
            let generation = permission.reading.generation
            let value = await finish(try await start(read, as: operation).value())
            if try permission.reading.allows(generation) { return value }
        }
        throw .failed(operation, reason: "access was narrowed each time it was read")
    }

    /// Runs one turn in the room, and waits for it.
    func perform<Value: Sendable>(
        _ operation: LibraryOperation,
        _ body: @escaping @Sendable (isolated LibraryState) throws(LibraryError) -> Value
    ) async throws(LibraryError) -> Value {
        try await perform(operation, SingleRead(body: body))
    }

    /// Has one turn run in the room, whatever comes; waits for nothing.
    func post(
        _ operation: LibraryOperation, lane: ExecutorLane = .standard,
        _ body: @escaping @Sendable (isolated LibraryState) -> Void
    ) {
        executor.reenqueue(RoomTurn(operation: operation, libraryState: libraryState, body: body), lane: lane)
    }
}

extension LibraryAccess {
    /// Has one turn run in the room, unless door or executor are closed; false where it will not run.
    func postIfOpen(
        _ operation: LibraryOperation, lane: ExecutorLane, _ body: @escaping @Sendable (isolated LibraryState) -> Void
    ) -> Bool {
        guard !isClosed.load(ordering: .acquiring) else { return false }
        return executor.accept(RoomTurn(operation: operation, libraryState: libraryState, body: body), lane: lane)
    }
}

/// A turn that nobody waits for.
private final class RoomTurn: LibraryJob {
    let operation: LibraryOperation
    let libraryState: LibraryState
    private let body: @Sendable (isolated LibraryState) -> Void

    init(
        operation: LibraryOperation, libraryState: LibraryState,
        body: @escaping @Sendable (isolated LibraryState) -> Void
    ) {
        self.operation = operation
        self.libraryState = libraryState
        self.body = body
    }

    func run(from lane: ExecutorLane) {
        libraryState.assumeIsolated { body($0) }
    }
}

extension LibraryAccess {
    /// Has the library tell of its changes, where it does not yet.
    func observeChanges() async throws(LibraryError) {
        try await perform("observe changes") { libraryState throws(LibraryError) in try libraryState.observe() }
    }

    /// Takes away somebody who wanted to hear of changes; the last one ends the observation.
    func leaveChanges(_ number: Int) {
        guard changes.leave(number) else { return }
        stopObservingUnlessWanted()
    }

    /// Decides on the executor, where starts and stops have an order: whoever joined meanwhile keeps the observation.
    func stopObservingUnlessWanted() {
        post("stop observing") { [changes] libraryState in
            if !changes.isWanted { libraryState.stopObserving() }
        }
    }

    /// What changed since a place in the history.
    func history(since token: ChangeToken) async throws(LibraryError) -> ChangeHistory {
        try await perform("read history") { libraryState throws(LibraryError) in try libraryState.history(since: token)
        }
    }
}

extension LibraryState {
    /// What changed since a place in the library's history.
    func history(since token: ChangeToken) throws(LibraryError) -> ChangeHistory {
        let library = try openLibrary()
        let identity = library.identity
        guard token.library == identity else { throw .foreignChangeToken(from: token.library, usedIn: identity) }
        return try library.changes(since: token)
    }
}
