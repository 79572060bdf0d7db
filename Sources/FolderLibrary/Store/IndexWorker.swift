#if FolderLibrary || canImport(Darwin)
import CameraRoll
import Foundation

/// The thread of an index, which writes the batches of a scan, reads long lists to their end, and closes the index.
///
/// Reading long lists to their end keeps no read transaction open for long. The jobs never wait for other jobs of
/// this thread.
final class IndexWorker: Sendable {
    private let pool = Lock<WorkPool?>(nil)

    /// Reads a list to its end soon; immediately if the pool refuses the job.
    func finish(_ list: RowList) {
        do throws(PoolError) {
            try submit(FinishWork(list: list))
        } catch {
            FinishWork(list: list).run()
        }
    }

    /// Recomputes the counts of an index soon.
    func recount(_ store: FolderStore) {
        // If it is refused now, the next caller that finds a wrong count requests it again.
        try? submit(StoreWork(store: store) { try $0.write { try $0.recount() } })
    }

    /// Restores an index soon that was replaced by a broken file.
    func settle(_ store: FolderStore) {
        // If it is refused now, the next scan or edit does it.
        try? submit(StoreWork(store: store) { try $0.exclusively { _ in } })
    }

    /// Closes an index after the lists that were begun before have been read.
    ///
    /// - Parameter closing: the work that ends with it.
    func close(_ store: FolderStore, _ closing: IndexUsers.Work) {
        let work = ClosingWork(store: store, closing: closing)
        do throws(PoolError) {
            try submit(work)
        } catch {
            // The pool's queue is full; the caller may be a library's executor, which must not wait.
            Thread.detachNewThread { work.run() }
        }
    }

    /// Performs work after everything that was submitted before.
    func submit(_ work: some PoolWork) throws(PoolError) {
        _ = try openPool().submit(work, priority: .visible)
    }

    private func openPool() throws(PoolError) -> WorkPool {
        try pool.withLock { pool throws(PoolError) in
            if let pool { return pool }
            let made = try WorkPool(label: "cameraroll.idx", limits: PoolLimits(threads: 1))
            pool = made
            return made
        }
    }
}

/// The job that reads a list to its end, unless it has been released.
private final class FinishWork: PoolWork {
    private let finish: @Sendable () -> Void

    init(list: RowList) {
        // An error here is reported again to the next reader of the rows.
        finish = { [weak list] in _ = try? list?.finish() }
    }

    func run() {
        finish()
    }

    func cancel() {}
}

/// A job on an index, unless its store has been released.
private final class StoreWork: PoolWork {
    private let body: @Sendable () -> Void

    init(store: FolderStore, _ body: @escaping @Sendable (FolderStore) throws -> Void) {
        self.body = { [weak store] in
            if let store { try? body(store) }
        }
    }

    func run() {
        body()
    }

    func cancel() {}
}

/// The job that closes an index; it retains the store, so that this thread closes the connections.
private struct ClosingWork: PoolWork {
    let store: FolderStore
    let closing: IndexUsers.Work

    func run() {
        store.close()
        store.users.end(closing)
    }

    func cancel() {
        store.users.end(closing)
    }
}
#endif
