extension CachingImageManager {
    /// Why memory is to be given back.
    public enum MemoryReclaim: Hashable, Sendable, CaseIterable {
        /// The app is not on the screen any more: the cache keeps ``ImageCacheLimits/backgroundShare`` of its limit.
        case background
        /// Memory is short: the cache is cleared.
        case pressure
    }

    /// Gives memory back (R68), and gets nothing ahead any more: windows are empty until something is shown again.
    ///
    /// Images that somebody shows are released when they are shown no more. Pressure that the manager's
    /// ``MemoryPressure`` reports comes here by itself; an app that goes into the background says so.
    public nonisolated func reclaimMemory(_ reason: MemoryReclaim) {
        shortages.next()
        trimCache(reason)
        post(.reclaim(reason))
    }

    /// Lets the images go that are not to be kept.
    nonisolated func trimCache(_ reason: MemoryReclaim) {
        switch reason {
        case .background: cache.trim(toCost: cache.limits.backgroundCost)
        case .pressure: cache.removeAll()
        }
    }
}
