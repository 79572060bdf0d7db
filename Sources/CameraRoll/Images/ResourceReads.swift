/// The reads of original data: a few at a time, on threads separate from those that decode.
///
/// A read blocks its thread until the data arrives, so a source that never answers costs a thread. Its caller continues
/// after the timeout, and a replacement for the hung thread is started, up to a limit. The timeout of queued reads is
/// measured from the last event of any read.
final class ResourceReads: Sendable {
    private let access: LibraryAccess
    private let clock: AnyClock
    private let timeout: Duration?
    let pool: WorkPool
    /// The stall timeouts of the calls.
    private let deadlines: Deadlines<ObjectIdentifier>
    private let contents = Lock(Contents())
    private let revocations = Lock<ReadingPermission.Observation?>(nil)

    private struct Contents {
        /// The calls that have a waiting caller or hold a thread.
        var calls: [ObjectIdentifier: (number: Int, call: any EndableResourceCall)] = [:]
        var last = 0
        /// The time of the last event of any read.
        var lastSign = Duration.zero
        var isClosed = false

        /// The calls in the order in which they were made.
        var inOrder: [any EndableResourceCall] { calls.values.sorted { $0.number < $1.number }.map(\.call) }
    }

    /// - Parameter isShared: whether all reads of the access with the same limits share their threads.
    init(
        access: LibraryAccess, clock: AnyClock, timeout: Duration?, threads: Int = 2,
        replacements: Int = PoolLimits.suggestedReplacements, isShared: Bool = false
    ) throws(ImageError) {
        self.access = access
        self.clock = clock
        self.timeout = timeout
        deadlines = Deadlines(clock: clock)
        do throws(PoolError) {
            let limits = PoolLimits(threads: threads, replacements: replacements)
            let use = SharedPools.Use.originals
            pool = try isShared ? access.pools.pool(use, limits: limits) : WorkPool(label: use.rawValue, limits: limits)
        } catch {
            throw ImageError(error)
        }
        let revocations = access.permission.reading.observe { [weak self] in self?.permissionChanged($0) }
        self.revocations.withLock { $0 = revocations }
    }

    /// Runs `body` with the library's source on a thread of the pool, and waits for its result, with the default
    /// timeout.
    ///
    /// - Throws: as ``perform(for:timeout:_:)``.
    func perform<Value: Sendable>(
        for asset: AssetID,
        _ body: @escaping @Sendable (ResolvedOriginals, ResourceCall<Value>) throws(ImageError) -> Value
    ) async throws(ImageError) -> Value {
        try await perform(for: asset, timeout: timeout, body)
    }

    /// Runs `body` with the library's source on a thread of the pool, and waits for its result.
    ///
    /// - Parameter timeout: the stall timeout; nil for no limit.
    /// - Throws: the error of `body`, `.cancelled`, `.timedOut`, `.shutDown`, `.library`, or `.notSupported`.
    func perform<Value: Sendable>(
        for asset: AssetID, timeout: Duration?,
        _ body: @escaping @Sendable (ResolvedOriginals, ResourceCall<Value>) throws(ImageError) -> Value
    ) async throws(ImageError) -> Value {
        let call = ResourceCall<Value>(
            clock: clock, timeout: timeout.flatMap { $0 > ReadDeadline.longest ? nil : $0 },
            generation: access.permission.reading.generation, deadlines: deadlines)
        try add(call)
        // In a separate task: the caller waits for the call, which can be ended by others while the library is busy.
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

    /// Checks the permission before an original's data is returned.
    private func confirm(_ asset: AssetID, gotAt generation: UInt64) async throws(ImageError) {
        do throws(LibraryError) {
            try await access.confirm(asset, gotAt: generation)
        } catch {
            throw ImageError(error)
        }
    }

    /// Ends the calls whose results would be refused, and with them their reads, on another thread: there may be very
    /// many of them, and the withdrawal may have been noticed in a slice of a read.
    private func permissionChanged(_ note: PermissionState.Note) {
        let permit = note.permit
        guard note.isRevocation, permit.withdrawal == permit.generation, contents.withLock({ !$0.calls.isEmpty }) else {
            return
        }
        Task.detached(priority: .userInitiated) { [weak self] in
            let calls = self?.contents.withLock { $0.inOrder.filter { $0.generation < permit.withdrawal } } ?? []
            for call in calls { call.fail(.library(.notAuthorized(permit.refusal))) }
        }
    }

    /// Gets the source, and submits the call to the pool.
    private func start<Value: Sendable>(
        _ call: ResourceCall<Value>, for asset: AssetID,
        _ body: @escaping @Sendable (ResolvedOriginals, ResourceCall<Value>) throws(ImageError) -> Value
    ) async {
        do throws(ImageError) {
            let work = ResourceWork(source: try await source(for: asset), call: call, body: body) { [weak self] in
                self?.removeIfDone(call)
            }
            try submit(work)
        } catch {
            call.end(.failure(error))
        }
    }

    private func submit<Value>(_ work: ResourceWork<Value>) throws(ImageError) {
        do throws(PoolError) {
            let ticket = try pool.submit(work, priority: PoolPriority(Task.currentPriority))
            work.call.onEnd(
                { [weak pool] in _ = pool?.cancel(ticket) }, onHang: { [weak pool] in pool?.giveUp(ticket) ?? false })
        } catch {
            throw ImageError(error)
        }
    }

    /// Ends every present and future call.
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

    /// Removes a call that has ended, unless its source still holds a thread.
    private func removeIfDone(_ call: some EndableResourceCall) {
        guard call.isDone else { return }
        deadlines.end(ObjectIdentifier(call))
        let removed = contents.withLock { $0.calls.removeValue(forKey: ObjectIdentifier(call)) }
        withExtendedLifetime(removed) {}
    }

    /// Checks whether the library exists and may be read.
    ///
    /// - Throws: `.cancelled`, or `.library` with the reason.
    func checkLibrary() async throws(ImageError) {
        do throws(LibraryError) {
            try await access.read("find originals") { _ in }
        } catch {
            throw ImageError(error)
        }
    }

    /// Records an event of a read; queued reads check it when their own time is over.
    func noteSign() {
        let now = clock.now()
        contents.withLock { $0.lastSign = max($0.lastSign, now) }
    }

    private func source(for asset: AssetID) async throws(ImageError) -> ResolvedOriginals {
        do throws(LibraryError) {
            let found = try await access.read("find original") { library -> ResolvedOriginals? in
                guard let source = try library.resourceSource() else { return nil }
                return ResolvedOriginals(source: source, resolved: try library.resolve(asset))
            }
            if let found { return found }
        } catch {
            throw ImageError(error)
        }
        throw .noOriginals(asset)
    }
}

// MARK: - Stall timeouts

extension ResourceReads {
    /// Starts the stall timeout of a call, which lasts until the call has ended and its source has returned.
    private func watch(_ call: some EndableResourceCall) {
        guard let timeout = call.timeout, !call.isDone else { return }
        let key = ObjectIdentifier(call)
        deadlines.start(key, after: timeout, since: lastSign(of: call)) { [weak self] in self?.endSilence(of: key) }
        // The call may have ended before its deadline was started.
        if call.isDone { deadlines.end(ObjectIdentifier(call)) }
    }

    /// The time of a call's last event; while it is queued, of any call's last event.
    private func lastSign(of call: any EndableResourceCall) -> Duration {
        call.lastHeard ?? contents.withLock(\.lastSign)
    }

    /// Ends the calls that timed out together with one: first those that hold a thread, for which others wait.
    private func endSilence(of key: ObjectIdentifier) {
        // Another of these calls may already have ended this one, or renewed its time.
        guard contents.withLock({ $0.calls[key] != nil }), !deadlines.isPending(key) else { return }
        let now = clock.now()
        let calls = contents.withLock(\.calls).filter { !deadlines.isPending($0.key) }.values
            .sorted { $0.number < $1.number }.map(\.call)
        let (held, inLine) = (calls.filter { $0.lastHeard != nil }, calls.filter { $0.lastHeard == nil })
        for call in held + inLine { giveUpIfSilent(call, now: now) }
    }

    private func giveUpIfSilent(_ call: some EndableResourceCall, now: Duration) {
        guard let timeout = call.timeout, !call.isDone else { return }
        // An event arrived after the deadline expired.
        guard lastSign(of: call) + timeout <= now else { return watch(call) }
        // Queued calls get their full time again, since a replacement thread was started.
        if call.giveUp(after: timeout) { noteSign() }
        removeIfDone(call)
    }
}

/// A library's source of originals, with what the library resolved for an asset.
struct ResolvedOriginals: Sendable {
    let source: any ResourceSource
    let resolved: (any Sendable)?

    func resources(of asset: AssetID) throws(ImageError) -> [AssetResource] {
        try source.resources(of: asset, resolved: resolved)
    }

    func open(_ resource: AssetResource) throws(ImageError) -> (any ByteSource)? {
        try source.open(resource, resolved: resolved)
    }

    func read(
        _ resource: AssetResource, isNetworkAccessAllowed: Bool, into receiver: ResourceReceiver
    ) throws(ImageError) {
        var receiver = receiver
        receiver.resolved = resolved
        try source.read(resource, isNetworkAccessAllowed: isNetworkAccessAllowed, into: receiver)
    }
}

/// A read on its way to a source.
private struct ResourceWork<Value: Sendable>: PoolWork {
    let source: ResolvedOriginals
    let call: ResourceCall<Value>
    let body: @Sendable (ResolvedOriginals, ResourceCall<Value>) throws(ImageError) -> Value
    let onLeave: @Sendable () -> Void

    func run() {
        guard call.begin() else { return }
        defer {
            call.leave()
            onLeave()
        }
        do throws(ImageError) {
            call.endFromSource(.success(try body(source, call)))
        } catch {
            call.endFromSource(.failure(error))
        }
    }

    func cancel() {
        call.end(.failure(.cancelled))
    }

    func refuse(_ error: PoolError) {
        call.end(.failure(ImageError(error)))
    }
}
