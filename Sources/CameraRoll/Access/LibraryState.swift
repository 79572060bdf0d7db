import Synchronization

/// The isolated library state: the only place where a library and its fetch results exist.
///
/// An actor on the library executor. The library and its results are not Sendable, so the compiler confines them to
/// this actor, and `close` releases them here too: Photos' fetch results deadlock when they are released on another
/// thread.
actor LibraryState {
    /// A fetch result, and the permission's generation under which it was fetched.
    private struct KeptResult {
        let result: any AssetFetchResult
        let generation: UInt64
    }

    nonisolated let executor: LibraryExecutor
    /// The work that the library does after its release.
    nonisolated let closing = LibraryClosing()
    private let factory: PhotoLibrarySource
    private let permission: ReadingPermission
    private var library: (any PhotoLibraryBackend)?
    private var results: [SnapshotID: KeptResult] = [:]
    private var nextSnapshot: UInt64 = 0
    private var sizers: [ObjectIdentifier: SliceSizer] = [:]
    private var isClosed = false
    /// The permission's generation that was applied last; data read now belongs to it.
    private(set) var generation: UInt64 = 0
    /// Whether access is limited, as of the last read.
    private(set) var isLimited = false
    /// Whether a slice of a read runs.
    private var isInSlice = false
    /// The permission that the running slice has found, and when: a short slice checks it once.
    private var sliceLook: (status: AuthorizationStatus, time: UInt64)?
    /// The subscribers to changes.
    private let changes: ChangeCenter
    /// Whether the library is observed.
    private var isObserved = false
    /// The number of attempts to open the library, so that a library released earlier cannot drop a later one.
    private var openings = 0
    /// The last opening whose library went away and is still to be dropped; 0 if there is none.
    private nonisolated let departed = Atomic(0)
    /// Whether the library was dropped because it went away, while it was observed.
    private var wentAway = false
    /// Whether the library failed to start an observation for limited access; reads do not try again.
    private var refusedObservation = false
    /// Reports that the app enters the foreground, while the library is observed.
    private var foreground: ForegroundObservation?
    /// Notifies the owners of library objects, on the executor, directly before the library is released.
    nonisolated let releases = ObserverList<Void>()
    /// The data that `MediaManager.preload` has read in advance; nil before the first call, and after its data expired.
    var preloadCache: PreloadCache?
    /// The number of invalidations of the preload cache; incremented wherever the cache is known to be outdated.
    nonisolated let preloadInvalidations = Counter()

    nonisolated var unownedExecutor: UnownedSerialExecutor {
        executor.core.asUnownedSerialExecutor()
    }

    init(
        factory: PhotoLibrarySource, executor: LibraryExecutor, permission: ReadingPermission, changes: ChangeCenter
    ) {
        self.factory = factory
        self.executor = executor
        self.permission = permission
        self.changes = changes
    }

    /// Runs one slice of a read.
    func advance<Read: SlicedRead>(
        _ read: inout Read
    ) throws(LibraryError) -> Read.Output? {
        isInSlice = true
        defer { (isInSlice, sliceLook) = (false, nil) }
        // Per type of read, since their costs differ.
        let kind = ObjectIdentifier(Read.self)
        let items = sizers[kind]?.items ?? SliceSizer.first
        let start = Uptime.now
        let outcome = try read.advance(in: self, items: items)
        let nanoseconds = Uptime.now - start
        switch outcome {
        case .more(let count):
            sizers[kind, default: SliceSizer()].learn(items: count, nanoseconds: nanoseconds)
            return nil
        case .done(let output, let count):
            if count > 0 { sizers[kind, default: SliceSizer()].learn(items: count, nanoseconds: nanoseconds) }
            return output
        }
    }

    /// Runs all slices of a read, one after the other.
    func all<Read: SlicedRead>(of read: Read) -> Result<Read.Output, LibraryError> {
        var read = read
        do throws(LibraryError) {
            while true {
                if let output = try advance(&read) { return .success(output) }
            }
        } catch {
            return .failure(error)
        }
    }

    /// Runs a closure in the current turn of the executor.
    ///
    /// Every turn enters the isolated state here, and so does every isolated read. A turn may run many slices,
    /// so what a slice autoreleases is released at its end.
    nonisolated func inTurn<Value: Sendable>(_ body: (isolated LibraryState) -> Value) -> Value {
        withAutoreleasePool { assumeIsolated(body) }
    }

    /// Releases the library and all fetch results, for good.
    func close() {
        isClosed = true
        dropLibrary()
    }

    /// Releases data that was read under a permission revoked since.
    ///
    /// May run late, in a turn that was posted at a withdrawal: data read since the permission was restored has a newer
    /// generation and is kept.
    func follow(_ permit: Permit) {
        guard generation < permit.generation else { return }
        if generation < permit.withdrawal {
            dropLibrary()
        } else if generation < permit.revocation {
            // Results that were fetched with full access would contain assets that are no longer allowed.
            dropResults()
        }
        generation = permit.generation
    }

    /// Releases the library and everything that came from it, as if it had never been opened.
    private func dropLibrary() {
        endObservation()
        releases.tell(())
        refusedObservation = false
        dropResults()
        library = nil
    }
}

extension LibraryState {
    /// Releases everything that was fetched.
    private func dropResults() {
        preloadCache = nil
        results = [:]
    }
}

// MARK: - Permission and the library

extension LibraryState {
    /// The library, opened by the first permitted read.
    ///
    /// Every access to the library passes through this function, and so through the permission check (*Nothing Before
    /// Permission*).
    ///
    /// - Parameter level: the kind of access; adding to the library requires less permission than reading it.
    func openLibrary(for level: AccessLevel = .readWrite) throws(LibraryError) -> any PhotoLibraryBackend {
        guard !isClosed else { throw .shutDown }
        let status = level == .readWrite ? lookAtPermission() : factory.authorization.status(for: level)
        guard status.allowsReading else { throw .notAuthorized(status) }
        let library = if let library { library } else { try open() }
        if level == .readWrite, isLimited { followSelection(in: library) }
        return library
    }

    /// How long a slice relies on a permission that it has found, in nanoseconds.
    private static let longestLook: UInt64 = 10_000_000

    private func lookAtPermission() -> AuthorizationStatus {
        // While the library hangs, the permission may be withdrawn without a report.
        if let sliceLook, Uptime.now - sliceLook.time < Self.longestLook { return sliceLook.status }
        let permit = permission.look()
        follow(permit)
        let wasLimited = isLimited
        isLimited = permit.status == .limited
        // It was observed only for changes of the selection.
        if wasLimited, !isLimited, !changes.isWanted { stopObserving() }
        if isInSlice { sliceLook = (permit.status, Uptime.now) }
        return permit.status
    }

    private func open() throws(LibraryError) -> any PhotoLibraryBackend {
        let opened: any PhotoLibraryBackend
        do {
            closing.forgetEnded()
            openings += 1
            // Recorded, so that a withdrawal that only a source notices also reaches images and streams.
            let context = LibraryContext(executor: executor, closing: closing, signal: signal(of: openings)) {
                [permission] in
                let status = permission.look().status
                return status.allowsReading ? nil : .notAuthorized(status)
            }
            opened = try factory.open(context)
        } catch {
            throw error as? LibraryError ?? .cannotOpen(reason: ErrorReason(error))
        }
        library = opened
        resumeObservation(of: opened)
        return opened
    }
}

// MARK: - Snapshots

/// Identifies a fetch result in the isolated library state.
struct SnapshotID: Hashable, Sendable {
    let number: UInt64
}

extension LibraryState {
    /// Fetches a query, and stores the result under a new identifier.
    func openSnapshot(of query: AssetQuery) throws(LibraryError) -> OpenedSnapshot {
        let library = try openLibrary()
        return keep(try library.fetch(query), of: library)
    }

    /// Stores a fetch result under a new identifier.
    func keep(_ result: any AssetFetchResult, of library: any PhotoLibraryBackend) -> OpenedSnapshot {
        nextSnapshot += 1
        let id = SnapshotID(number: nextSnapshot)
        results[id] = KeptResult(result: result, generation: generation)
        return OpenedSnapshot(id: id, count: max(result.count, 0), library: library.identity)
    }

    /// A stored fetch result.
    func result(of id: SnapshotID) throws(LibraryError) -> any AssetFetchResult {
        let library = try openLibrary()
        guard let kept = results[id] else { throw .snapshotInvalidated(of: library.identity) }
        return kept.result
    }

    /// The permission's generation under which a result was fetched; nil if the result was released.
    func generation(of id: SnapshotID) -> UInt64? { results[id]?.generation }

    func release(_ id: SnapshotID) {
        results[id] = nil
        if preloadCache?.assets?.snapshot == id { preloadCache?.assets = nil }
    }

    /// The number of stored fetch results.
    var resultCount: Int { results.count }

    /// Whether a fetch result is still stored.
    func has(_ id: SnapshotID) -> Bool { results[id] != nil }
}

// MARK: - Changes

extension LibraryState {
    /// Starts observing the library if not already observing, and also observes the app entering the foreground.
    func observe() throws(LibraryError) {
        try startObserving(try openLibrary())
    }

    /// Stops observing the library, unless access is limited.
    func stopObserving() {
        if !isLimited { endObservation() }
    }

    /// Observes the library under limited access even without subscribers.
    ///
    /// A change may mean that the user has deselected an asset, whose images and snapshots are then checked again.
    private func followSelection(in library: any PhotoLibraryBackend) {
        guard !refusedObservation else { return }
        // A library that cannot be observed is still read; subscribers receive the error.
        do throws(LibraryError) {
            try startObserving(library)
        } catch {
            refusedObservation = true
        }
    }

    private func startObserving(_ library: any PhotoLibraryBackend) throws(LibraryError) {
        guard !isObserved else { return }
        try library.startObserving(signal(of: openings))
        isObserved = true
        foreground = ForegroundObservation { [weak changes] in changes?.reload(.foreground) }
    }

    /// The signal of the library that was opened at this number.
    private func signal(of opening: Int) -> ChangeSignal {
        // In this order: a subscriber that is notified finds the generation already incremented.
        let onChange: @Sendable () -> Void = { [weak permission, signal = changes.signal] in
            permission?.libraryChanged()
            signal.libraryChanged()
        }
        let onDeparture: @Sendable () -> Void = { [weak self] in
            // A turn that waits drops the library of the last opening, and an earlier one was dropped before.
            guard let self, departed.max(opening, ordering: .acquiringAndReleasing).oldValue == 0 else { return }
            let turn = PostedJob(operation: "drop library", libraryState: self) { state in
                let opening = state.departed.exchange(0, ordering: .acquiringAndReleasing)
                if state.dropDeparted(opening) { onChange() }
            }
            turn.enqueue(lane: .interactive)
        }
        return ChangeSignal(onChange, onDeparture: onDeparture)
    }

    /// Releases a library that went away; returns false if it was released before.
    ///
    /// Subscribers are notified afterward: their next read opens the library again, or fails because it is away.
    private func dropDeparted(_ opening: Int) -> Bool {
        guard opening == openings, library != nil else { return false }
        wentAway = isObserved
        dropLibrary()
        return true
    }

    /// Observes a library again that went away and was opened again.
    private func resumeObservation(of library: any PhotoLibraryBackend) {
        guard wentAway else { return }
        wentAway = false
        // A library that cannot be observed is still read; new subscribers receive the error.
        if changes.isWanted { try? startObserving(library) }
    }

    private func endObservation() {
        guard isObserved else { return }
        isObserved = false
        foreground = nil
        library?.stopObserving()
    }
}

/// The data of a stored fetch result that is known outside the isolated state.
struct OpenedSnapshot: Sendable {
    let id: SnapshotID
    let count: Int
    let library: LibraryIdentity
}
