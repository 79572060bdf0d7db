/// The images that windows and calls need.
extension ImageRequests {
    /// The number of images started or stopped per lock acquisition, so that no request waits for thousands.
    private static let batch = 64

    /// Starts images for a holder: those that no other one needs are pinned, and all that are not in the cache are
    /// loaded into it, with prefetch priority at most.
    func startCaching(_ requests: [AssetImageRequest], by holder: PrefetchRegistry.Holder) {
        for start in stride(from: 0, to: requests.count, by: Self.batch) {
            let batch = requests[start...].prefix(Self.batch)
            var posts = false
            change { state in
                guard !state.isClosed else { return [] }
                var pinned: [ImageKey] = []
                let started = batch.filter { begin($0.key, by: holder, &state, &pinned) }
                cache.pin(pinned)
                let missing = started.filter { cache.uncountedImage(for: $0.key, isConfirmed: false) == nil }
                let actions = missing.flatMap { state.jobs.startCaching($0, key: $0.key) }
                // The source is asked for what all holders of an image need. Within the lock: an image that is stored,
                // or stopped, is dropped afterward.
                posts = preparation.start(missing.map { state.jobs.cachingRequest(for: $0.key) ?? $0 })
                return actions
            }
            if posts { preparation.post() }
        }
    }

    /// Starts an image for a holder; returns whether it is to be loaded if it is missing.
    private func begin(
        _ key: ImageKey, by holder: PrefetchRegistry.Holder, _ state: inout State, _ pinned: inout [ImageKey]
    ) -> Bool {
        switch state.needed.start(key, by: holder) {
        case .wanted: pinned.append(key)
        // It may have failed or been evicted since.
        case .known: break
        case .mismatch(let cached):
            state.counts.noteMismatch(of: key, with: cached)
            return false
        }
        return true
    }

    /// Stops images for a holder; those that no other one needs are unpinned, and not loaded unless a caller waits.
    func stopCaching(_ keys: some Collection<ImageKey>, by holder: PrefetchRegistry.Holder) {
        drop(Array(keys)) { key, state in
            if let other = state.needed.mismatch(of: key, by: holder) {
                state.counts.noteMismatch(of: key, with: other)
            }
            return state.needed.stop(key, by: holder)
        }
    }

    /// Stops all images of some holders; there may be very many, which are sorted without the lock.
    func stopAll(by holders: [PrefetchRegistry.Holder]) {
        let stopped = holders.flatMap { holder in state.withLock { $0.needed.takeAll(by: holder) }.inOrder }
        drop(stopped) { key, state in state.needed.release(key) }
    }

    /// Stops loading images of which each was released by a holder.
    ///
    /// - Parameter release: returns whether no holder needs the image now.
    private func drop(_ keys: [ImageKey], _ release: (ImageKey, inout State) -> Bool) {
        for start in stride(from: 0, to: keys.count, by: Self.batch) {
            let batch = keys[start...].prefix(Self.batch)
            var dropped: [ImageKey] = []
            change { state in
                dropped = batch.filter { release($0, &state) }
                cache.unpin(dropped)
                return state.jobs.stopCaching(dropped, startsOthers: batch.endIndex == keys.endIndex)
            }
            preparation.stop(dropped)
        }
    }

    /// Counts requests that miss the cached image of their asset.
    func noteMismatches(_ count: Int, last: ImageManagerStatistics.Mismatch) {
        state.withLock { $0.counts.noteMismatches(count, last: last) }
    }
}

extension ImageManagerStatistics {
    mutating func noteMismatches(_ count: Int, last: Mismatch) {
        mismatches += count
        lastMismatch = last
    }

    mutating func noteMismatch(of asked: ImageKey, with cached: ImageKey) {
        noteMismatches(1, last: Mismatch(asked: asked, cached: cached))
    }
}
