#if FolderLibrary || canImport(Darwin)
import CameraRoll

/// Has scans of one folder carried out, one after the other, on a thread of their own.
final class ScanDesk: Sendable {
    /// Scans that may wait: each looks at everything that is different, so more are of no use.
    private static let waiting = 256

    private let store: FolderStore
    private let pool = Lock<DecodePool?>(nil)
    private let closing = ScanClosing()

    init(_ store: FolderStore) {
        self.store = store
    }

    deinit {
        closing.close()
    }

    /// Begins a scan, after those that were begun before.
    func begin(_ scope: ScanScope) -> IndexRun {
        let control = ScanControl(closing)
        let end = ScanEnd()
        let work = ScanWork(store: store, scope: scope, control: control, end: end)
        do throws(ImageError) {
            _ = try openPool().submit(work, priority: .visible)
        } catch {
            work.finish(.failure(.index(reason: error.description)))
        }
        return IndexRun(control, end, of: self)
    }

    /// The thread, made for the first scan.
    private func openPool() throws(ImageError) -> DecodePool {
        try pool.withLock { pool throws(ImageError) in
            if let pool { return pool }
            let made = try DecodePool(
                label: "cameraroll.scan", limits: PoolLimits(threads: 1, waiting: Self.waiting))
            pool = made
            return made
        }
    }
}

/// A scan on its way.
private struct ScanWork: PoolWork {
    let store: FolderStore
    let scope: ScanScope
    let control: ScanControl
    let end: ScanEnd

    func run() {
        do {
            let progress = try store.guardingDamage { try TreeScan(store, control).run(scope) }
            finish(.success(progress))
        } catch {
            finish(.failure(FolderError(error)))
        }
    }

    func cancel() {
        finish(.failure(.cancelled))
    }

    /// Ends it, for all who follow it or wait.
    func finish(_ outcome: Result<IndexProgress, FolderError>) {
        control.finish()
        end.set(outcome)
    }
}
#endif
