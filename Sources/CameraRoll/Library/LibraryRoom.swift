import Synchronization

/// The room behind the door: the only place where a library and its fetch results exist.
///
/// An actor on the library executor. Library and results are not Sendable, so the compiler keeps them in here, and
/// `close` lets go of them here too: Photos' fetch results deadlock when they die on another thread (P2).
actor LibraryRoom {
    nonisolated let executor: LibraryExecutor
    private let factory: LibraryFactory
    private var library: (any PhotoLibrary)?
    private var results: [SnapshotID: any AssetFetchResult] = [:]
    private var nextSnapshot: UInt64 = 0
    private var sizers: [ObjectIdentifier: SliceSizer] = [:]
    private var isClosed = false
    /// Whether there may be a library to be dropped.
    nonisolated let mayBeOpen = Atomic(false)
    /// What the user allowed at the last read.
    private var lastStatus: AuthorizationStatus?
    /// Whom the library tells of its changes; nobody where nil.
    private var observer: ChangeCenter?
    /// What tells that the app comes to the foreground, while the library is observed.
    private var foreground: ForegroundObservation?
    /// What was read ahead of its readers.
    var warmth = Warmth()
    /// How often all that was read ahead was let go; counted by whoever knows that it is old.
    nonisolated let coolings = Counter()

    nonisolated var unownedExecutor: UnownedSerialExecutor {
        executor.asUnownedSerialExecutor()
    }

    init(factory: LibraryFactory, executor: LibraryExecutor) {
        self.factory = factory
        self.executor = executor
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

    /// Lets go of the library because the user does not allow to read it any more, and of those who follow it.
    ///
    /// Not every authorization tells that it was withdrawn, and some tell late: whoever joined since must not wait for
    /// a library that is gone.
    func withdraw(_ status: AuthorizationStatus) {
        observer?.end(.notAuthorized(status))
        dropLibrary()
    }

    /// Lets go of the library and of all that came from it, as if it had never been opened (P28).
    private func dropLibrary() {
        stopObserving()
        dropResults()
        library = nil
        mayBeOpen.store(false, ordering: .sequentiallyConsistent)
    }
}

extension LibraryRoom {
    /// Lets go of all that was fetched.
    private func dropResults() {
        warmth = Warmth()
        results = [:]
    }
}

// MARK: - The gate and the library

extension LibraryRoom {
    /// The library, opened by the first who is allowed to read.
    ///
    /// Every touch of the library goes through here and so through the gate (*Nothing Before Permission*, R54).
    ///
    /// - Parameter level: what the library is wanted for; to add to it takes less permission than to read it.
    func openLibrary(for level: AccessLevel = .readWrite) throws(LibraryError) -> any PhotoLibrary {
        guard !isClosed else { throw .shutDown }
        // Before the gate: whoever withdraws the permission after the gate looked then knows that there is a library.
        mayBeOpen.store(true, ordering: .sequentiallyConsistent)
        let status = factory.authorization.status(for: level)
        guard status.allowsReading else {
            if level == .readWrite || library == nil { withdraw(status) }
            throw .notAuthorized(status)
        }
        if level == .readWrite {
            // What was fetched when everything was allowed would show what is allowed no more.
            if status == .limited, lastStatus == .authorized { dropResults() }
            lastStatus = status
        }
        if let library { return library }
        let opened: any PhotoLibrary
        do {
            opened = try factory.open(LibraryContext(executor: executor))
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

extension LibraryRoom {
    /// Fetches, and keeps the result under a new name.
    func openSnapshot(of query: AssetQuery) throws(LibraryError) -> OpenedSnapshot {
        let library = try openLibrary()
        return keep(try library.fetchAssets(query), of: library)
    }

    /// Keeps a fetch result under a new name.
    func keep(_ result: any AssetFetchResult, of library: any PhotoLibrary) -> OpenedSnapshot {
        nextSnapshot += 1
        let id = SnapshotID(number: nextSnapshot)
        results[id] = result
        return OpenedSnapshot(id: id, count: result.count, library: library.identity)
    }

    /// A fetch result that was kept.
    func result(of id: SnapshotID) throws(LibraryError) -> any AssetFetchResult {
        let library = try openLibrary()
        guard let result = results[id] else { throw .snapshotWithdrawn(of: library.identity) }
        return result
    }

    func release(_ id: SnapshotID) {
        results[id] = nil
        if warmth.assets?.snapshot == id { warmth.assets = nil }
    }

    /// Whether a fetch result is still there.
    func has(_ id: SnapshotID) -> Bool { results[id] != nil }
}

// MARK: - Changes

extension LibraryRoom {
    /// Has the library tell of its changes, where it does not yet (R43).
    ///
    /// - Parameter changes: who is told, also when the app comes to the foreground (R44).
    func observe(for changes: ChangeCenter) throws(LibraryError) {
        let library = try openLibrary()
        guard observer == nil else { return }
        try library.startObserving(changes.signal)
        observer = changes
        foreground = ForegroundObservation { [weak changes] in changes?.reload(.foreground) }
    }

    /// Has the library tell of nothing more.
    func stopObserving() {
        guard observer != nil else { return }
        observer = nil
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
