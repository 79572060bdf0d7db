/// The reads of original data: a few at a time, on threads apart from those that decode.
///
/// A read blocks its thread until the data are there, so a source that never answers costs a thread. Its caller goes on
/// when the time is over, and another thread stands in for the hung one, up to a limit. The time of those who wait in
/// line counts from the last sign of life of any read.
final class ResourceReads: Sendable {
    private let access: LibraryAccess
    private let clock: AnyClock
    private let timeout: Duration?
    private let pool: WorkPool
    /// When each call will have been silent for too long.
    private let deadlines: Deadlines<ObjectIdentifier>
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
        access: LibraryAccess, clock: AnyClock, timeout: Duration?, threads: Int = 2,
        replacements: Int = PoolLimits.suggestedReplacements
    ) throws(ImageError) {
        self.access = access
        self.clock = clock
        self.timeout = timeout
        deadlines = Deadlines(clock: clock, keepsTimer: false)
        do throws(PoolError) {
            let limits = PoolLimits(threads: threads, replacements: replacements)
            pool = try WorkPool(label: "cameraroll.res", limits: limits)
        } catch {
            throw ImageError(error)
        }
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
            generation: access.permission.reading.generation, deadlines: deadlines)
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
            try submit(work)
        } catch {
            call.end(.failure(error))
        }
    }

    private func submit<Value>(_ work: ResourceWork<Value>) throws(ImageError) {
        do throws(PoolError) {
            let ticket = try pool.submit(work, priority: .visible)
            work.call.onEnd(
                { [weak pool] in _ = pool?.cancel(ticket) }, onHang: { [weak pool] in pool?.giveUp(ticket) ?? false })
        } catch {
            throw ImageError(error)
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
        deadlines.end(ObjectIdentifier(call))
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

    /// Takes note that a read goes on; those in line are patient with it, and look again when their time is over.
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
    /// Has a call given up once it was silent for too long, until it is over and its source has come back.
    private func watch(_ call: some EndableResourceCall) {
        guard let timeout = call.timeout, !call.isDone else { return }
        deadlines.start(ObjectIdentifier(call), after: timeout, since: lastSign(of: call)) { [weak self] in
            self?.endSilence()
        }
        // It may have been over before its deadline was there to be ended.
        if call.isDone { deadlines.end(ObjectIdentifier(call)) }
    }

    /// When a call was heard of; while it is in line, when any was.
    private func lastSign(of call: any EndableResourceCall) -> Duration {
        call.lastHeard ?? contents.withLock(\.lastSign)
    }

    /// Gives up the calls whose time is over: first those that hold a thread, which others wait for.
    private func endSilence() {
        let now = clock.now()
        let calls = contents.withLock(\.calls).filter { !deadlines.isPending($0.key) }.values
            .sorted { $0.number < $1.number }.map(\.call)
        let (held, inLine) = (calls.filter { $0.lastHeard != nil }, calls.filter { $0.lastHeard == nil })
        for call in held + inLine { giveUpIfSilent(call, now: now) }
    }

    private func giveUpIfSilent(_ call: some EndableResourceCall, now: Duration) {
        guard let timeout = call.timeout, !call.isDone else { return }
        // Heard of since its time was over.
        guard lastSign(of: call) + timeout <= now else { return watch(call) }
        // Those in line wait anew: another thread stands in.
        if call.giveUp(after: timeout) { noteSign() }
        removeIfDone(call)
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

    func refuse(_ error: PoolError) {
        call.end(.failure(ImageError(error)))
    }
}
