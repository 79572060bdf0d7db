#if FolderLibrary || canImport(Darwin)
import CameraRoll

/// Reads long lists to their end, on a thread of its own, so that no read transaction stays open for long.
final class ListFinisher: Sendable {
    private let pool = Lock<DecodePool?>(nil)

    /// Has a list read to its end soon; at once where that cannot be.
    func finish(_ list: RowList) {
        do throws(ImageError) {
            _ = try openPool().submit(FinishWork(list: list), priority: .visible)
        } catch {
            FinishWork(list: list).run()
        }
    }

    /// Has an index count its assets again soon.
    func recount(_ store: FolderStore) {
        // Where it cannot be now, whoever finds it next asks again.
        _ = try? openPool().submit(RecountWork(store: store), priority: .visible)
    }

    private func openPool() throws(ImageError) -> DecodePool {
        try pool.withLock { pool throws(ImageError) in
            if let pool { return pool }
            let made = try DecodePool(label: "cameraroll.list", limits: PoolLimits(threads: 1, waiting: 64))
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

/// An index that is to count again, unless nobody uses it any more.
private final class RecountWork: PoolWork {
    private weak let store: FolderStore?

    init(store: FolderStore) {
        self.store = store
    }

    func run() {
        try? store?.write { try $0.recount() }
    }

    func cancel() {}
}
#endif
