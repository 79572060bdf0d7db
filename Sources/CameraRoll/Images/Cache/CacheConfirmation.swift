/// Looks up the assets of cached images again when the user may have deselected one of them.
///
/// Under limited access each change of the library may be a change of the selection, and increments the permission's
/// generation. Images of an older generation stay in the cache, but are not found until their assets have been looked
/// up: all of them in one read, in slices. A change during a read causes one more read, however many changes there are.
/// If a read fails, a request that encounters such an image looks up its asset itself.
///
/// It may be used from any thread.
final class CacheConfirmation: Sendable {
    private struct State {
        /// Whether a change arrived since the last read began.
        var isWanted = false
        /// The reads, one after the other; nil if there is nothing to do.
        var task: Task<Void, Never>?
        var isClosed = false
    }

    private let cache: AssetImageCache
    private let access: LibraryAccess
    private let state = Lock(State())
    /// Called after each read, so that a test need not poll; used by tests only.
    private let onChange: (@Sendable () -> Void)?

    init(of cache: AssetImageCache, access: LibraryAccess, onChange: (@Sendable () -> Void)?) {
        self.cache = cache
        self.access = access
        self.onChange = onChange
    }

    deinit { close() }

    /// The lookups that are under way; nil if there are none.
    var task: Task<Void, Never>? { state.withLock(\.task) }

    /// Starts to look up the assets of all unconfirmed images.
    func start() {
        state.withLock { state in
            guard !state.isClosed else { return }
            state.isWanted = true
            guard state.task == nil else { return }
            // Weak: the manager and its images may be released while a read waits.
            state.task = Task.detached(priority: .medium) { [weak self] in
                while let read = self?.next() { await read() }
            }
        }
    }

    /// Ends the reads; has no effect the second time.
    func close() {
        let task = state.withLock { state in
            state.isClosed = true
            return state.task.take()
        }
        task?.cancel()
    }

    /// The next read; nil if no change arrived since the last one began.
    private func next() -> (() async -> Void)? {
        let isWanted = state.withLock { state in
            defer { state.isWanted = false }
            if !state.isWanted { state.task = nil }
            return state.isWanted && !state.isClosed
        }
        guard isWanted else { return nil }
        return { [cache, access, onChange] in
            let keys = cache.unconfirmed()
            guard !keys.isEmpty else { return }
            let assets = Set(keys.map(\.asset))
            let read = MissingAssetsRead(ReadParts(Array(assets)), id: { $0 })
            guard let missing = try? await access.perform("confirm cached images", read) else { return }
            cache.confirm(keys, visible: assets.subtracting(missing.assets), at: missing.generation)
            onChange?()
        }
    }
}
