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
        results = [:]
        library = nil
    }
}

// MARK: - The gate and the library

extension LibraryRoom {
    /// The library, opened by the first who is allowed to read.
    ///
    /// Every touch of the library goes through here and so through the gate (*Nothing Before Permission*, R54).
    func openLibrary() throws(LibraryError) -> any PhotoLibrary {
        guard !isClosed else { throw .shutDown }
        let status = factory.authorization.status(for: .readWrite)
        guard status.allowsReading else { throw .notAuthorized(status) }
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
        let result = try library.fetchAssets(query)
        nextSnapshot += 1
        let id = SnapshotID(number: nextSnapshot)
        results[id] = result
        return OpenedSnapshot(id: id, count: result.count, library: library.identity)
    }

    /// A fetch result that was kept.
    func result(of id: SnapshotID) throws(LibraryError) -> any AssetFetchResult {
        _ = try openLibrary()
        guard let result = results[id] else { throw .shutDown }
        return result
    }

    func release(_ id: SnapshotID) {
        results[id] = nil
    }
}

/// What is known outside of a fetch result inside.
struct OpenedSnapshot: Sendable {
    let id: SnapshotID
    let count: Int
    let library: LibraryIdentity
}
