/// The room behind the door: the only place where a library and its fetch results exist.
///
/// An actor on the library executor. Library and results are not Sendable, so the compiler keeps them in here, and
/// `close` lets go of them here too: Photos' fetch results deadlock when they die on another thread.
actor LibraryState {
    /// A fetch result, and the permission's generation under which it was fetched.
    private struct KeptResult {
        let result: any AssetFetchResult
        let generation: UInt64
    }

    nonisolated let executor: LibraryExecutor
    /// What the library still does once it was released.
    nonisolated let closing = LibraryClosing()
    private let factory: LibraryFactory
    private let permission: ReadingPermission
    private var library: (any PhotoLibrary)?
    private var results: [SnapshotID: KeptResult] = [:]
    private var nextSnapshot: UInt64 = 0
    private var sizers: [ObjectIdentifier: SliceSizer] = [:]
    private var isClosed = false
    /// The permission's generation that the library was last followed to: what was read of it is no older.
    private(set) var generation: UInt64 = 0
    /// Whether the user allows some assets only, as far as the last read saw.
    private(set) var isLimited = false
    /// Those who want to hear of changes.
    private let changes: ChangeCenter
    /// Whether the library tells of its changes.
    private var isObserved = false
    /// Whether the library refused to be observed for the selection's sake; it is not asked again for each read.
    private var refusedObservation = false
    /// What tells that the app comes to the foreground, while the library is observed.
    private var foreground: ForegroundObservation?
    /// What was read ahead of its readers.
    var preloadCache = PreloadCache()
    /// How often all that was read ahead was let go; counted by whoever knows that it is old.
    nonisolated let coolings = Counter()

    nonisolated var unownedExecutor: UnownedSerialExecutor {
        executor.asUnownedSerialExecutor()
    }

    init(
        factory: LibraryFactory, executor: LibraryExecutor, permission: ReadingPermission, changes: ChangeCenter
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
        // By the kind of read, since each costs something else.
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

    /// Lets go of the library and of all fetch results, for good.
    func close() {
        isClosed = true
        dropLibrary()
    }

    /// Lets go of what came from under a permission that was taken back since.
    ///
    /// It may come late, by a turn that was posted at the withdrawal: what was opened since the permission came back
    /// has a newer generation and stays.
    func follow(_ permit: Permit) {
        guard generation < permit.generation else { return }
        if generation < permit.withdrawal {
            dropLibrary()
        } else if generation < permit.revocation {
            // What was fetched when everything was allowed would show what is allowed no more.
            dropResults()
        }
        generation = permit.generation
    }

    /// Lets go of the library and of all that came from it, as if it had never been opened.
    private func dropLibrary() {
        endObservation()
        refusedObservation = false
        dropResults()
        library = nil
    }
}

extension LibraryState {
    /// Lets go of all that was fetched.
    private func dropResults() {
        preloadCache = PreloadCache()
        results = [:]
    }
}

// MARK: - The gate and the library

extension LibraryState {
    /// The library, opened by the first who is allowed to read.
    ///
    /// Every touch of the library goes through here and so through the gate (*Nothing Before Permission*).
    ///
    /// - Parameter level: what the library is wanted for; to add to it takes less permission than to read it.
    func openLibrary(for level: AccessLevel = .readWrite) throws(LibraryError) -> any PhotoLibrary {
        guard !isClosed else { throw .shutDown }
        let status = level == .readWrite ? lookAtPermission() : factory.authorization.status(for: level)
        guard status.allowsReading else { throw .notAuthorized(status) }
        let library = if let library { library } else { try open() }
        if isLimited { followSelection(in: library) }
        return library
    }

    private func lookAtPermission() -> AuthorizationStatus {
        let permit = permission.look()
        follow(permit)
        let wasLimited = isLimited
        isLimited = permit.status == .limited
        // It was observed for the selection's sake only.
        if wasLimited, !isLimited, !changes.isWanted { stopObserving() }
        return permit.status
    }

    private func open() throws(LibraryError) -> any PhotoLibrary {
        let opened: any PhotoLibrary
        do {
            closing.reset()
            opened = try factory.open(LibraryContext(executor: executor, closing: closing))
        } catch {
            throw error as? LibraryError ?? .cannotOpen(reason: LibraryError.reason(of: error))
        }
        library = opened
        return opened
    }
}

// MARK: - Snapshots

/// Names a fetch result in its room.
struct SnapshotID: Hashable, Sendable {
    let number: UInt64
}

extension LibraryState {
    /// Fetches, and keeps the result under a new name.
    func openSnapshot(of query: AssetQuery) throws(LibraryError) -> OpenedSnapshot {
        let library = try openLibrary()
        return keep(try library.fetchAssets(query), of: library)
    }

    /// Keeps a fetch result under a new name.
    func keep(_ result: any AssetFetchResult, of library: any PhotoLibrary) -> OpenedSnapshot {
        nextSnapshot += 1
        let id = SnapshotID(number: nextSnapshot)
        results[id] = KeptResult(result: result, generation: generation)
        return OpenedSnapshot(id: id, count: max(result.count, 0), library: library.identity)
    }

    /// A fetch result that was kept.
    func result(of id: SnapshotID) throws(LibraryError) -> any AssetFetchResult {
        let library = try openLibrary()
        guard let kept = results[id] else { throw .snapshotWithdrawn(of: library.identity) }
        return kept.result
    }

    /// The permission's generation under which a result was fetched; nil if it is gone.
    func generation(of id: SnapshotID) -> UInt64? { results[id]?.generation }

    func release(_ id: SnapshotID) {
        results[id] = nil
        if preloadCache.assets?.snapshot == id { preloadCache.assets = nil }
    }

    /// Whether a fetch result is still there.
    func has(_ id: SnapshotID) -> Bool { results[id] != nil }
}

// MARK: - Changes

extension LibraryState {
    /// Has the library tell of its changes, where it does not yet; subscribers hear of them, also when the app comes to
    /// the foreground.
    func observe() throws(LibraryError) {
        try startObserving(try openLibrary())
    }

    /// Has the library tell of nothing more, unless access is limited.
    func stopObserving() {
        if !isLimited { endObservation() }
    }

    /// Under limited access the library is observed also if there is no subscriber: a change may mean that the user has
    /// deselected an asset, whose images and snapshots are then looked at again.
    private func followSelection(in library: any PhotoLibrary) {
        guard !refusedObservation else { return }
        // A library that cannot be observed is read all the same; subscribers hear why.
        do throws(LibraryError) {
            try startObserving(library)
        } catch {
            refusedObservation = true
        }
    }

    private func startObserving(_ library: any PhotoLibrary) throws(LibraryError) {
        guard !isObserved else { return }
        // In this order: who hears of the change finds the generation risen.
        try library.startObserving(
            ChangeSignal { [weak permission, signal = changes.signal] in
                permission?.libraryChanged()
                signal.libraryChanged()
            })
        isObserved = true
        foreground = ForegroundObservation { [weak changes] in changes?.reload(.foreground) }
    }

    private func endObservation() {
        guard isObserved else { return }
        isObserved = false
        foreground = nil
        library?.stopObserving()
    }
}

/// What is known outside of a fetch result inside.
struct OpenedSnapshot: Sendable {
    let id: SnapshotID
    let count: Int
    let library: LibraryIdentity
}
