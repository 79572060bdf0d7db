/// The one door to a library: whoever wants something of it comes through here (*One Door*).
///
/// The library stands in a room of its own on the executor; this is the door to it, which any task may use. A read goes
/// in as a value or a closure, waits in the lane of its task's priority, runs on the library's thread, and comes out as a
/// value (*Values Out*). The caller waits outside, suspended: it can be cancelled or run out of time while the library is
/// wedged (P26), and no thread waits with it (*Never Blocked*).
///
/// Repositories share one door, and whoever makes repositories by hand gives them the same one (R2, R4).
public final class LibraryAccess: Sendable {
    /// What a door allows.
    public struct Limits: Sendable, Hashable {
        /// How long a read may take unless `withReadDeadline` says otherwise; for ever where nil.
        ///
        /// 30 seconds by default: longer than any answer is worth waiting for, shorter than a user's patience with a
        /// spinner that never ends.
        public var deadline: Duration?
        /// How many reads may wait at once; the next one fails with `.tooManyCalls`.
        ///
        /// 65,536 by default, some 30 MB: only a wedged library or an endless loop gets there.
        public var callsInFlight: Int

        /// Limits, each with its default.
        public init(deadline: Duration? = .seconds(30), callsInFlight: Int = 65_536) {
            self.deadline = deadline
            self.callsInFlight = callsInFlight
        }
    }

    /// The executor behind the door.
    public let executor: LibraryExecutor
    private let limits: Limits
    private let room: LibraryRoom
    private let calls: CallsInFlight

    /// A door to a library that nobody has opened yet: nothing is touched before the first read that is allowed.
    ///
    /// - Parameters:
    ///   - factory: how to open the library.
    ///   - executor: where it lives; the process's own by default, so that all managers stand in one line (R98).
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
        room = LibraryRoom(factory: factory, executor: executor)
        calls = CallsInFlight(limit: limits.callsInFlight, clock: ElapsedClock(clock), executor: executor)
    }

    deinit {
        post("close") { $0.close() }
    }

    /// Runs a closure with the library, on the library's executor, as one indivisible turn.
    ///
    /// The library cannot leave the closure: neither it nor its fetch results are Sendable, and the compiler refuses to
    /// let them out. Keep the closure short, since urgent reads wait for it.
    ///
    /// - Parameters:
    ///   - operation: the read's name in statistics and stalls.
    ///   - body: what to do with the library.
    /// - Throws: what `body` throws, or why it could not run: `.notAuthorized`, `.cannotOpen`, `.cancelled`, `.timedOut`,
    ///   `.shutDown`, `.tooManyCalls`.
    public func read<Value: Sendable>(
        _ operation: LibraryOperation,
        _ body: @escaping @Sendable (any PhotoLibrary) throws(LibraryError) -> Value
    ) async throws(LibraryError) -> Value {
        try await perform(operation) { room throws(LibraryError) in try body(room.openLibrary()) }
    }

    /// Lets go of the library and all fetch results on the executor, and returns then; reads fail with `.shutDown`.
    ///
    /// Not needed in the ordinary case: the last one who drops the door closes it.
    public func close() async {
        await withCheckedContinuation { continuation in
            post("close") { room in
                room.close()
                continuation.resume()
            }
        }
    }
}

extension LibraryAccess {
    /// Starts a read without waiting for it.
    func start<Read: SlicedRead>(
        _ read: Read, as operation: LibraryOperation
    ) throws(LibraryError) -> PendingRead<Read> {
        let lane = ExecutorLane(Task.currentPriority)
        let call = LibraryCall(read, operation: operation, lane: lane, room: room, calls: calls)
        try call.start(deadline: ReadDeadline.current ?? limits.deadline)
        return PendingRead(call)
    }

    /// Starts a read and waits for it; touches nothing where the task is cancelled already.
    func perform<Read: SlicedRead>(
        _ operation: LibraryOperation, _ read: Read
    ) async throws(LibraryError) -> Read.Output {
        guard !Task.isCancelled else { throw .cancelled }
        return try await start(read, as: operation).value()
    }

    /// Runs one turn in the room, and waits for it.
    func perform<Value: Sendable>(
        _ operation: LibraryOperation,
        _ body: @escaping @Sendable (isolated LibraryRoom) throws(LibraryError) -> Value
    ) async throws(LibraryError) -> Value {
        try await perform(operation, SingleRead(body: body))
    }

    /// Has one turn run in the room, whatever comes; waits for nothing.
    func post(_ operation: LibraryOperation, _ body: @escaping @Sendable (isolated LibraryRoom) -> Void) {
        executor.again(RoomTurn(operation: operation, room: room, body: body), lane: .standard)
    }
}

/// A turn that nobody waits for.
private final class RoomTurn: LibraryTurn {
    let operation: LibraryOperation
    private let room: LibraryRoom
    private let body: @Sendable (isolated LibraryRoom) -> Void

    init(operation: LibraryOperation, room: LibraryRoom, body: @escaping @Sendable (isolated LibraryRoom) -> Void) {
        self.operation = operation
        self.room = room
        self.body = body
    }

    func run() {
        room.assumeIsolated { body($0) }
    }
}
