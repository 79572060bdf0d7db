extension MediaManager {
    /// Reads the first assets of what is shown, and an album list, so that readers find them read (R66, R67).
    ///
    /// Call it once there is permission: otherwise it throws and touches nothing (R57). It is cut into slices, so
    /// other reads go first; give its task a low priority. It is about what the manager shows, the whole library
    /// where nothing was loaded: call `loadLibrary()` or `loadMedia(from:)` before it, not after. Pages, ranges and
    /// `albumList` of the same snapshot or options take what is there, and read the rest themselves at once; nothing
    /// is read twice, however many preload. Two preloads of the same are one work, and both return when it is done. A
    /// cancelled task waits no longer, and what was read is kept.
    ///
    /// What is kept is let go as soon as the library changes, when memory gets short, and by ``reclaimMemory()``.
    ///
    /// - Throws: `.invalidPreload` where a negative number of assets is asked for, or why nothing could be read.
    @discardableResult
    public nonisolated func preload(
        _ options: PreloadOptions = PreloadOptions()
    ) async throws(LibraryError) -> PreloadReport {
        guard options.assets >= 0 else { throw .invalidPreload(options.assets) }
        let read = PreloadRead(options, of: self, pressure: memoryPressure)
        return try await photos.access.perform("preload", read)
    }

    /// Lets go of what was preloaded, for an app that leaves the screen (R68); what is shown stays what it is.
    public nonisolated func reclaimMemory() {
        photos.access.coolDown()
    }
}

extension LibraryAccess {
    /// Lets go of what was preloaded; whoever begins to read after this gets what the library says then.
    func coolDown() {
        // In this order: a preload that begins in between watches for changes itself, or is cold from the start.
        let watch = coolingWatch.withLock { $0.take() }
        room.coolings.next()
        guard let watch else { return }
        leaveChanges(watch)
        post("let go of preload") { $0.dropColdWarmth() }
    }

    /// Has what is being preloaded let go at the library's next change.
    func coolAtNextChange(in room: isolated LibraryRoom) throws(LibraryError) {
        coolingWatch.withLock { watch in
            watch = watch ?? changes.atNextChange { [weak self] in self?.coolDown() }
        }
        try room.observe()
    }
}
