#if FolderLibrary || canImport(Darwin)
import CameraRoll

/// Has scans of one folder carried out, one after the other, on a thread of their own.
final class ScanScheduler: Sendable {
    /// Scans that may wait: each looks at everything that is different, so more are of no use.
    private static let waiting = 256

    private let store: FolderStore
    private let pool = Lock<WorkPool?>(nil)
    let register = ScanRegistry()
    private let closing = ScanClosing()
    private let watch = WatchSlot()

    init(_ store: FolderStore) {
        self.store = store
        store.health.listen { [weak register] in register?.note(indexProblem: $0) }
    }

    deinit {
        closing.close()
        register.close()
    }

    /// Begins a scan behind those that were begun before, or joins one that is there.
    ///
    /// - Parameters:
    ///   - joiningOneUnderWay: whether it may have begun; who asks is told then of what it has passed by.
    ///   - onEnd: called once, on any thread, with whether all was looked at.
    @discardableResult
    func begin(
        _ scope: ScanScope, joiningOneUnderWay: Bool = false, onEnd: @escaping @Sendable (Bool) -> Void = { _ in }
    ) -> IndexRun {
        let subscription = ScanSubscription(onEnd: onEnd)
        let isWhole = if case .everything = scope { true } else { false }
        let (id, control) = register.admit(
            subscription, isWhole: isWhole, joiningOneUnderWay: joiningOneUnderWay, closing)
        if let control {
            submit(ScanWork(store: store, scope: scope, id: id, control: control, register: register, watch: watch))
        }
        return IndexRun(id, subscription, of: self)
    }

    private func submit(_ work: ScanWork) {
        do throws(PoolError) {
            _ = try openPool().submit(work, priority: .visible)
        } catch {
            work.finish(.failure(.index(reason: error.description)))
        }
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
    private func openPool() throws(PoolError) -> WorkPool {
        try pool.withLock { pool throws(PoolError) in
            if let pool { return pool }
            let made = try WorkPool(
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

    /// Whether there is a watch, and it will tell of all that happens in folders that are looked at from now on.
    var tellsOfAll: Bool { watch.withLock(\.self)?.tellsOfAll ?? false }

    /// Has a folder watched that is about to be looked at.
    func watch(_ folder: OpenFolder, _ id: FolderID) {
        watch.withLock(\.self)?.watch(folder, id)
    }
}

/// A scan on its way.
private struct ScanWork: PoolWork {
    let store: FolderStore
    let scope: ScanScope
    let id: ScanQueueState.ID
    let control: ScanControl
    let register: ScanRegistry
    let watch: WatchSlot

    func run() {
        store.users.join()
        register.begin(id, isWatched: watch.tellsOfAll)
        let outcome: Result<IndexProgress, FolderError>
        do {
            outcome = .success(try store.guardingDamage { try TreeScan(store, control, watch).run(scope) })
        } catch {
            outcome = .failure(FolderError(error))
        }
        // A process that has the report may end at once, or copy the index. What a reader keeps in the log, or a full
        // disk, is moved another time.
        store.moveLog()
        store.leaveBlocking()
        finish(outcome)
    }

    func cancel() {
        finish(.failure(.cancelled))
    }

    /// Ends it, for all who follow it or wait.
    func finish(_ outcome: Result<IndexProgress, FolderError>) {
        register.end(id, outcome)
    }
}
#endif
