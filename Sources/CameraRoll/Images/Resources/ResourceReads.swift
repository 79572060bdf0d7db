/// The reads of original data: a few at a time, on threads apart from those that decode.
///
/// A read blocks its thread until the data are there, so a source that never answers costs a thread. Its caller goes on
/// when the time is over, and another thread stands in for the hung one, up to a limit. The time of those who wait in
/// line counts from the last sign of life of any read.
final class ResourceReads: Sendable {
    private let access: LibraryAccess
    private let clock: ElapsedClock
    private let timeout: Duration?
    private let pool: DecodePool
    private let contents = Lock(Contents())
    private let revocations = Lock<ReadingPermission.Observation?>(nil)

    private struct Contents {
        /// Those that somebody waits for, or that hold a thread.
        var calls: [ObjectIdentifier: (number: Int, call: any EndableResourceCall)] = [:]
        var last = 0
        /// When any read was heard of.
        var lastSign = Duration.zero
        var isClosed = false

        /// In the order in which they came.
        var inOrder: [any EndableResourceCall] { calls.values.sorted { $0.number < $1.number }.map(\.call) }
    }

    init(
        access: LibraryAccess, clock: ElapsedClock, timeout: Duration?, threads: Int = 2,
        replacements: Int = PoolLimits.suggestedReplacements
    ) throws(ImageError) {
        self.access = access
        self.clock = clock
        self.timeout = timeout
        pool = try DecodePool(
            label: "cameraroll.res", limits: PoolLimits(threads: threads, replacements: replacements))
        let revocations = access.permission.reading.observe { [weak self] in self?.permissionChanged($0) }
        self.revocations.withLock { $0 = revocations }
    }

    /// Runs `body` with the library's source on a thread of the pool, and waits for what it finds, as long as the
    /// reads wait.
    ///
    /// - Throws: as ``perform(for:timeout:_:)``.
    func perform<Value: Sendable>(
        for asset: AssetID,
        _ body: @escaping @Sendable (any ResourceSource, ResourceCall<Value>) throws(ImageError) -> Value
    ) async throws(ImageError) -> Value {
        try await perform(for: asset, timeout: timeout, body)
    }

    /// Runs `body` with the library's source on a thread of the pool, and waits for what it finds.
    ///
    /// - Parameter timeout: how long nothing may be heard of it; for ever where nil.
    /// - Throws: what `body` throws, `.cancelled`, `.timedOut`, `.shutDown`, `.library`, or `.noOriginals`.
    func perform<Value: Sendable>(
        for asset: AssetID, timeout: Duration?,
        _ body: @escaping @Sendable (any ResourceSource, ResourceCall<Value>) throws(ImageError) -> Value
    ) async throws(ImageError) -> Value {
        let call = ResourceCall<Value>(
            clock: clock, timeout: timeout.flatMap { $0 > ReadDeadline.longest ? nil : $0 },
            generation: access.permission.reading.generation)
        try add(call)
        // A task of its own: the caller waits for the call, which others can end while the library is busy.
        let starting = Task { await start(call, for: asset, body) }
        watch(call)
        defer {
            starting.cancel()
            removeIfDone(call)
        }
        let value = try await call.value()
        try await confirm(asset, gotAt: call.generation)
        return value
    }

    /// The last look before something of an original is given out.
    private func confirm(_ asset: AssetID, gotAt generation: UInt64) async throws(ImageError) {
        do throws(LibraryError) {
            try await access.confirm(asset, gotAt: generation)
        } catch {
            throw error == .cancelled ? .cancelled : .library(error)
        }
    }

    /// Ends the calls that would be refused at their end, and with them their reads.
    private func permissionChanged(_ note: PermissionState.Note) {
        guard note.isRevocation else { return }
        let permit = note.permit
        let calls = contents.withLock { $0.inOrder.filter { $0.generation < permit.withdrawal } }
        for call in calls { call.fail(.library(.notAuthorized(permit.refusal))) }
    }

    /// Finds the source, and puts the call into the pool's line.
    private func start<Value: Sendable>(
        _ call: ResourceCall<Value>, for asset: AssetID,
        _ body: @escaping @Sendable (any ResourceSource, ResourceCall<Value>) throws(ImageError) -> Value
    ) async {
        do throws(ImageError) {
            let work = ResourceWork(source: try await source(for: asset), call: call, body: body) { [weak self] in
                self?.removeIfDone(call)
            }
            let ticket = try pool.submit(work, priority: .visible)
            call.onEnd(
                { [weak pool] in _ = pool?.cancel(ticket) }, onHang: { [weak pool] in pool?.giveUp(ticket) ?? false })
        } catch {
            call.end(.failure(error))
        }
    }

    /// Ends every call, and whatever comes later.
    func close() {
        let calls = contents.withLock { contents in
            contents.isClosed = true
            return contents.inOrder
        }
        for call in calls { call.fail(.shutDown) }
    }

    private func add(_ call: some EndableResourceCall) throws(ImageError) {
        let now = clock.now()
        let isClosed = contents.withLock { contents in
            contents.last += 1
            if !contents.isClosed { contents.calls[ObjectIdentifier(call)] = (contents.last, call) }
            contents.lastSign = max(contents.lastSign, now)
            return contents.isClosed
        }
        if isClosed { throw .shutDown }
    }

    /// Forgets a call that is over, unless its source holds a thread still.
    private func removeIfDone(_ call: some EndableResourceCall) {
        guard call.isDone else { return }
        let removed = contents.withLock { $0.calls.removeValue(forKey: ObjectIdentifier(call)) }
        withExtendedLifetime(removed) {}
    }

    /// Whether there is a library at all that may be read.
    ///
    /// - Throws: `.cancelled`, or `.library` with why not.
    func checkLibrary() async throws(ImageError) {
        do throws(LibraryError) {
            try await access.read("find originals") { _ in }
        } catch {
            throw error == .cancelled ? .cancelled : .library(error)
        }
    }

    /// Takes note that a read goes on.
    func noteSign() {
        let now = clock.now()
        contents.withLock { $0.lastSign = max($0.lastSign, now) }
    }

    private func source(for asset: AssetID) async throws(ImageError) -> any ResourceSource {
        do throws(LibraryError) {
            if let source = try await access.read("find original", { try $0.resourceSource() }) { return source }
        } catch {
            throw error == .cancelled ? .cancelled : .library(error)
        }
        throw .noOriginals(asset)
    }

}

// MARK: - Silence

extension ResourceReads {
    /// Gives a call up that was silent for too long; the task ends when the call is over and its source has come back.
    private func watch(_ call: some EndableResourceCall) {
        guard call.timeout != nil else { return }
        call.setWatch(
            Task.detached(priority: .medium) { [clock, weak self, weak call] in
                while let call, let end = self?.end(of: call) {
                    if end <= clock.now() {
                        self?.giveUpSilent(call)
                    } else {
                        guard let wasStopped = try? await clock.wait(until: end) else { return }
                        if wasStopped { self?.restart() }
                    }
                }
            })
    }

    /// When a call will have been silent for too long; nil where nothing is left of it.
    private func end(of call: some EndableResourceCall) -> Duration? {
        guard let timeout = call.timeout, !call.isDone else { return nil }
        let lastSign = contents.withLock(\.lastSign)
        return max(call.lastHeard ?? lastSign, call.restarted ?? .zero) + timeout
    }

    /// Gives up what holds a thread and was silent for too long, and then the call, unless there is a thread for it
    /// now.
    private func giveUpSilent(_ call: some EndableResourceCall) {
        let now = clock.now()
        for other in contents.withLock(\.inOrder) where other.lastHeard != nil { giveUpIfSilent(other, now: now) }
        giveUpIfSilent(call, now: now)
    }

    private func giveUpIfSilent(_ call: some EndableResourceCall, now: Duration) {
        guard let end = end(of: call), end <= now, let timeout = call.timeout else { return }
        // Those in line wait anew: another thread stands in.
        if call.giveUp(after: timeout) { noteSign() }
        removeIfDone(call)
    }

    /// The process was stopped: every silence counts anew, once.
    private func restart() {
        let now = clock.now()
        let (calls, lastSign) = contents.withLock { ($0.inOrder, $0.lastSign) }
        for call in calls { call.restart(now: now, lastSign: lastSign) }
    }
}

/// A read on its way to a source.
private struct ResourceWork<Value: Sendable>: PoolWork {
    let source: any ResourceSource
    let call: ResourceCall<Value>
    let body: @Sendable (any ResourceSource, ResourceCall<Value>) throws(ImageError) -> Value
    let onLeave: @Sendable () -> Void

    func run() {
        guard call.begin() else { return }
        defer {
            call.leave()
            onLeave()
        }
        do throws(ImageError) {
            call.end(.success(try body(source, call)))
        } catch {
            call.end(.failure(error))
        }
    }

    func cancel() {
        call.end(.failure(.cancelled))
    }

    func refuse(_ error: ImageError) {
        call.end(.failure(error))
    }
}
