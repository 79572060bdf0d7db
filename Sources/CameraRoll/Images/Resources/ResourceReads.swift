/// The reads of original data: a few at a time, on threads apart from those that decode.
///
/// A read blocks its thread until the data are there, so a source that never answers costs a thread; its caller goes
/// on when the time is over. The time of those who wait in line counts from the last sign of life of any read.
final class ResourceReads: Sendable {
    private let access: LibraryAccess
    private let clock: ElapsedClock
    private let timeout: Duration?
    private let pool: DecodePool
    private let contents = Lock(Contents())

    private struct Contents {
        var calls: [ObjectIdentifier: any EndableResourceCall] = [:]
        /// When any read was heard of.
        var lastSign = Duration.zero
        var isClosed = false
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
        let call = ResourceCall<Value>(clock: clock)
        try add(call)
        // A task of its own: the caller waits for the call, which others can end while the library is busy.
        let starting = Task { await start(call, for: asset, body) }
        let watch = watch(call, timeout)
        defer {
            starting.cancel()
            watch?.cancel()
            remove(call)
        }
        return try await call.value()
    }

    /// Finds the source, and puts the call into the pool's line.
    private func start<Value: Sendable>(
        _ call: ResourceCall<Value>, for asset: AssetID,
        _ body: @escaping @Sendable (any ResourceSource, ResourceCall<Value>) throws(ImageError) -> Value
    ) async {
        do throws(ImageError) {
            let work = ResourceWork(source: try await source(for: asset), call: call, body: body)
            let ticket = try pool.submit(work, priority: .visible)
            call.onEnd { [weak pool] in _ = pool?.cancel(ticket) }
        } catch {
            call.end(.failure(error))
        }
    }

    /// Ends every call, and whatever comes later.
    func close() {
        let calls = contents.withLock { contents in
            contents.isClosed = true
            return Array(contents.calls.values)
        }
        for call in calls { call.fail(.shutDown) }
    }

    private func add(_ call: some EndableResourceCall) throws(ImageError) {
        let now = clock.now()
        let isClosed = contents.withLock { contents in
            if !contents.isClosed { contents.calls[ObjectIdentifier(call)] = call }
            contents.lastSign = max(contents.lastSign, now)
            return contents.isClosed
        }
        if isClosed { throw .shutDown }
    }

    private func remove(_ call: some EndableResourceCall) {
        contents.withLock { $0.calls[ObjectIdentifier(call)] = nil }
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

    /// Ends a call that was silent for too long; the task ends with the call.
    private func watch<Value>(_ call: ResourceCall<Value>, _ timeout: Duration?) -> Task<Void, Never>? {
        guard let timeout, timeout <= ReadDeadline.longest else { return nil }
        return Task.detached(priority: .medium) { [clock, weak self, weak call] in
            while let heard = Self.lastHeard(call, self) {
                let end = heard + timeout
                if end <= clock.now() { call?.end(.failure(.timedOut(after: timeout))) }
                guard (try? await clock.sleep(end)) != nil else { return }
            }
        }
    }

    /// When a call, or while it waits in line any read, was last heard of; nil where it is over.
    private static func lastHeard<Value>(_ call: ResourceCall<Value>?, _ reads: ResourceReads?) -> Duration? {
        guard let call, let reads, !call.isOver else { return nil }
        return call.lastHeard ?? reads.contents.withLock(\.lastSign)
    }
}

/// A read on its way to a source.
private struct ResourceWork<Value: Sendable>: PoolWork {
    let source: any ResourceSource
    let call: ResourceCall<Value>
    let body: @Sendable (any ResourceSource, ResourceCall<Value>) throws(ImageError) -> Value

    func run() {
        guard call.begin() else { return }
        do throws(ImageError) {
            call.end(.success(try body(source, call)))
        } catch {
            call.end(.failure(error))
        }
    }

    func cancel() {
        call.end(.failure(.cancelled))
    }
}
