#if FolderLibrary || canImport(Darwin)
import CameraRoll

/// Has scans of one folder carried out, one after the other, on a thread of their own.
final class ScanDesk: Sendable {
    /// Scans that may wait: each looks at everything that is different, so more are of no use.
    private static let waiting = 256

    private let store: FolderStore
    private let pool = Lock<DecodePool?>(nil)
    private let closing = ScanClosing()
    private let watch = WatchSlot()

    init(_ store: FolderStore) {
        self.store = store
    }

    deinit {
        closing.close()
    }

    /// Begins a scan, after those that were begun before.
    ///
    /// - Parameter onEnd: called once, on any thread, with whether all was looked at.
    @discardableResult
    func begin(_ scope: ScanScope, onEnd: @escaping @Sendable (Bool) -> Void = { _ in }) -> IndexRun {
        let control = ScanControl(closing)
        let end = ScanEnd()
        let work = ScanWork(store: store, scope: scope, control: control, end: end, watch: watch, onEnd: onEnd)
        do throws(ImageError) {
            _ = try openPool().submit(work, priority: .visible)
        } catch {
            work.finish(.failure(.index(reason: error.description)))
        }
        return IndexRun(control, end, of: self)
    }

    /// Has each folder that is looked at from now on watched too.
    func setWatch(_ new: FolderWatch) {
        watch.set(new)
    }

    /// Has folders watched no more, unless another watch has taken its place.
    func endWatch(_ old: FolderWatch) {
        watch.clear(old)
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

/// Who watches a folder, if anybody does.
final class WatchSlot: Sendable {
    private let watch = Lock<FolderWatch?>(nil)

    func set(_ new: FolderWatch) {
        let before = watch.withLock { slot in
            defer { slot = new }
            return slot
        }
        withExtendedLifetime(before) {}
    }

    func clear(_ old: FolderWatch) {
        watch.withLock { slot in
            if slot === old { slot = nil }
        }
    }

    /// Has a folder watched that is about to be looked at.
    func watch(_ folder: OpenFolder, _ id: FolderID) {
        watch.withLock(\.self)?.watch(folder, id)
    }
}

/// A scan on its way.
private struct ScanWork: PoolWork {
    let store: FolderStore
    let scope: ScanScope
    let control: ScanControl
    let end: ScanEnd
    let watch: WatchSlot
    let onEnd: @Sendable (Bool) -> Void

    func run() {
        do {
            let progress = try store.guardingDamage { try TreeScan(store, control, watch).run(scope) }
            finish(.success(progress))
        } catch {
            return finish(.failure(FolderError(error)))
        }
        // Nobody waits for the disk any more, edits included; what stays in the log is moved another time.
        try? store.index.moveLog()
    }

    func cancel() {
        finish(.failure(.cancelled))
    }

    /// Ends it, for all who follow it or wait.
    func finish(_ outcome: Result<IndexProgress, FolderError>) {
        control.finish()
        end.set(outcome)
        if case .success = outcome { onEnd(true) } else { onEnd(false) }
    }
}
#endif
