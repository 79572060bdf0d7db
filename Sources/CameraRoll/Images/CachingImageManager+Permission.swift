// Nothing that was got before a revocation is given out after it. Each image remembers the permission's generation of
// the moment at which the manager ordered it, which is before the library was asked. The cache finds images of the
// current generation only, and each request looks once more right before it returns an image (`confirm`). So all that
// the manager does here is to end what would be refused in the end, and to get again what is wanted still.
extension CachingImageManager {
    /// Has the manager look at the permission, on the thread that has noted that it was taken back.
    nonisolated func permissionChanged(_ note: PermissionState.Note) {
        guard note.isRevocation else { return }
        // What windows were told to show before counts no more, unless only the selection may have changed.
        if note.permit.revocation == note.permit.generation { shortages.next() }
        post(.permission)
    }

    /// Ends or gets again what was got under a permission that was taken back since.
    func followPermission() -> [ImageJobScheduler.Action] {
        let before = generation
        guard before != access.permission.reading.generation else { return [] }
        let permit = access.permission.reading.permit
        (generation, jobs.generation) = (permit.generation, permit.generation)
        if before < permit.withdrawal {
            return jobs.endAll(.library(.notAuthorized(permit.refusal))) + reclaim(.pressure)
        }
        // Who waits is served, if the asset may still be seen when its image has come.
        if before < permit.revocation { return reclaim(.pressure) }
        cache.removeAll()
        for holder in windows.keys.sorted(by: { $0.number < $1.number }) { reloadWindow(holder) }
        restartCalls()
        return []
    }

    /// The last look before an image is given out; one atomic load if nothing was taken back since it was got.
    ///
    /// - Throws: `.library(.notAuthorized)` if reading was forbidden since, `.library(.assetNotFound)` if the asset may
    ///   be seen no more, `.cancelled`, or why that could not be found out.
    nonisolated func confirm(_ image: DecodedImage, of asset: AssetID) async throws(ImageError) {
        guard let generation = image.generation else { return }
        do throws(LibraryError) {
            try await access.confirm(asset, gotAt: generation)
        } catch {
            throw error == .cancelled ? .cancelled : .library(error)
        }
    }
}

extension ImageSourceEvent {
    /// The same event, its image got under a permission.
    func got(at generation: UInt64) -> ImageSourceEvent {
        switch self {
        case .degraded(let image): .degraded(image.got(at: generation))
        case .end(.success(let image)): .end(.success(image.got(at: generation)))
        case .progress, .end(.failure), .finished: self
        }
    }
}

extension CachingImageManager {
    /// Why memory is to be given back.
    public enum MemoryReclaim: Hashable, Sendable, CaseIterable {
        /// The app is not on the screen any more: the cache keeps ``ImageCacheLimits/backgroundShare`` of its limit.
        case background
        /// Memory is short: the cache is cleared.
        case pressure
    }

    /// Gives memory back, and gets nothing ahead any more: windows are empty until something is shown again.
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
