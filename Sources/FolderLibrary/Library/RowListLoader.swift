#if FolderLibrary || canImport(Darwin)
import CameraRoll
import Foundation

/// Reads long lists to their end, on a thread of its own, so that no read transaction stays open for long.
final class RowListLoader: Sendable {
    private let pool = Lock<WorkPool?>(nil)

    /// Has a list read to its end soon; at once where that cannot be.
    func finish(_ list: RowList) {
        do throws(PoolError) {
            _ = try openPool().submit(FinishWork(list: list), priority: .visible)
        } catch {
            FinishWork(list: list).run()
        }
    }

    /// Has an index count its assets again soon.
    func recount(_ store: FolderStore) {
        // Where it cannot be now, whoever finds it next asks again.
        _ = try? openPool().submit(StoreWork(store: store) { try $0.write { try $0.recount() } }, priority: .visible)
    }

    /// Has an index that was replaced by a broken file put in its place again soon.
    func settle(_ store: FolderStore) {
        // Where it cannot be now, the next scan or edit does it.
        _ = try? openPool().submit(StoreWork(store: store) { try $0.exclusively { _ in } }, priority: .visible)
    }

    /// Has an index closed once the lists are read that were begun before.
    func close(_ store: FolderStore) {
        let work = ClosingWork(store: store)
        do throws(PoolError) {
            _ = try openPool().submit(work, priority: .visible)
        } catch {
            // Too many lists wait: the caller may be a library's executor all the same, which must not.
            Thread.detachNewThread { work.run() }
        }
    }

    private func openPool() throws(PoolError) -> WorkPool {
        try pool.withLock { pool throws(PoolError) in
            if let pool { return pool }
            let made = try WorkPool(label: "cameraroll.list", limits: PoolLimits(threads: 1, waiting: 64))
            pool = made
            return made
        }
    }
}

/// A list to be read to its end, unless nobody has it any more.
private final class FinishWork: PoolWork {
    private weak let list: RowList?

    init(list: RowList) {
        self.list = list
    }

    /// What fails here fails again for whoever asks for the rows.
    func run() {
        try? list?.finish()
    }

    func cancel() {}
}

/// What is to be done to an index, unless its store is gone.
private final class StoreWork: PoolWork {
    private weak let store: FolderStore?
    private let body: @Sendable (FolderStore) throws -> Void

    init(store: FolderStore, _ body: @escaping @Sendable (FolderStore) throws -> Void) {
        (self.store, self.body) = (store, body)
    }

    func run() {
        if let store { try? body(store) }
    }

    func cancel() {}
}

/// An index to be closed; the store stays until that is done, so that its connections are closed here.
private struct ClosingWork: PoolWork {
    let store: FolderStore

    func run() {
        store.close()
        store.users.endClosing()
    }

    func cancel() {
        store.users.endClosing()
    }
}
#endif
