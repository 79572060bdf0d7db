// No image that was loaded before a revocation is delivered after it. Each image stores the permission's generation
// of the moment at which the manager requested it, before the library was asked. The cache finds images of the
// current generation only, and each request checks again directly before it returns an image (`confirm`). Where only
// the selection may have changed, `CacheConfirmation` looks the cached images' assets up, and they are found again.
// The functions here therefore only end the requests and the prefetching that would be refused in the end.
extension CachingImageManager {
    /// Ends the requests concerned, and posts the revocation to prefetching; called on the thread that recorded it.
    nonisolated func permissionChanged(_ note: PermissionState.Note) {
        guard note.isRevocation else { return }
        // Ranges that windows were given before are invalid, unless only the selection may have changed.
        if note.permit.revocation == note.permit.generation { shortages.next() }
        requests.permissionChanged()
        post(.permission)
    }

    /// Stops the prefetching under a permission that was narrowed since.
    func followPermission() {
        let before = generation
        guard before != access.permission.reading.generation else { return }
        let permit = access.permission.reading.permit
        generation = permit.generation
        if before < permit.revocation { reclaim(.pressure) }
    }

    /// Checks the permission before an image is returned; one atomic load if nothing was revoked since it was loaded.
    ///
    /// - Throws: `.library(.notAuthorized)` if reading was forbidden since, `.library(.assetNotFound)` if the asset
    ///   is no longer visible, `.cancelled`, or the reason why that could not be determined.
    package nonisolated func confirm(_ image: DecodedImage, for key: ImageKey) async throws(ImageError) {
        guard let generation = image.generation, generation != access.permission.reading.generation else { return }
        do throws(LibraryError) {
            let confirmed = try await access.confirm(key.asset, gotAt: generation)
            cache.confirm([key], visible: [key.asset], at: confirmed)
        } catch {
            throw error == .cancelled ? .cancelled : .library(error)
        }
    }
}

extension ImageSourceEvent {
    /// The same event, with its image marked as loaded under a permission generation.
    func got(at generation: UInt64) -> ImageSourceEvent {
        switch self {
        case .degraded(let image): .degraded(image.got(at: generation))
        case .end(.success(let image)): .end(.success(image.got(at: generation)))
        case .progress, .end(.failure), .finished: self
        }
    }
}

extension CachingImageManager {
    /// The reason for freeing memory.
    public enum MemoryReclaim: Hashable, Sendable, CaseIterable {
        /// The app entered the background: the cache keeps the fraction ``AssetImageCacheLimits/backgroundShare``
        /// of its limit.
        case background
        /// Memory is short: the cache is cleared.
        case pressure
    }

    /// Frees memory, and stops prefetching: windows are empty until they are shown again.
    ///
    /// Images that are shown are released when they are no longer shown. Pressure that the manager's
    /// ``MemoryPressure`` reports calls this automatically; the app must call it when it enters the background.
    public nonisolated func reclaimMemory(_ reason: MemoryReclaim) {
        shortages.next()
        trimCache(reason)
        post(.reclaim(reason))
    }

    /// Removes the images that are not to be kept.
    nonisolated func trimCache(_ reason: MemoryReclaim) {
        switch reason {
        case .background: cache.trim(toCost: cache.limits.backgroundCost)
        case .pressure: cache.removeAll()
        }
    }
}
