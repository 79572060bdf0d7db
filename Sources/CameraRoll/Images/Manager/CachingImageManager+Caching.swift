import Synchronization

extension CachingImageManager {
    /// Does what calls want, as much as may be done at a time.
    func followCalls() -> [ImageJobs.Action] {
        let batch = calls.take(Self.slice, shortage: shortages.current)
        if let last = batch.lastMismatch {
            counts.mismatches += batch.mismatches
            counts.lastMismatch = last
        }
        if batch.isMore { rest.append(.calls) }
        let stopped = batch.stopsAll ? drop(ledger.stopAll(by: .calls)) : []
        return stopped + stopCaching(batch.stopped, by: .calls) + startCaching(batch.started, by: .calls)
    }

    /// Stops what calls have started before memory was short.
    func dropOutdatedCalls() -> [ImageJobs.Action] {
        calls.takeStop(shortage: shortages.current) ? drop(ledger.stopAll(by: .calls)) : []
    }

    /// Has what calls started got again, since it is in memory no more; what is under way is left as it is.
    func restartCalls() {
        let isUnderWay = !again.isEmpty
        again = ledger.wanted(by: .calls)[...]
        if !isUnderWay, !again.isEmpty { sliced.append(.again) }
    }

    /// Gets again what calls started and still want, as much as may be done at a time.
    func followRestart() -> [ImageJobs.Action] {
        let next = again.prefix(Self.slice)
        again = again.dropFirst(Self.slice)
        if !again.isEmpty { rest.append(.again) }
        return startCaching(next.compactMap { ledger.request(for: $0, by: .calls) }, by: .calls)
    }

    func startCaching(
        _ requests: some Sequence<ImageRequest>, by holder: CachingLedger.Holder
    ) -> [ImageJobs.Action] {
        guard !isClosed.load(ordering: .acquiring) else { return [] }
        var wanted: [ImageRequest] = []
        var pinned: [ImageKey] = []
        for request in requests {
            // Windows know by themselves how they want it.
            switch ledger.start(request.key, by: holder, as: holder == .calls ? request : nil) {
            case .wanted:
                wanted.append(request)
                pinned.append(request.key)
            // It may have failed since, or have been evicted.
            case .known: wanted.append(request)
            case .mismatch(let cached): noteMismatch(of: request.key, with: cached)
            }
        }
        cache.pin(pinned)
        return wanted.flatMap { request in
            var request = request
            request.priority = min(request.priority, .prefetch)
            return cache.contains(request.key) ? [] : jobs.startCaching(request, key: request.key)
        }
    }

    func stopCaching(_ keys: some Sequence<ImageKey>, by holder: CachingLedger.Holder) -> [ImageJobs.Action] {
        drop(
            keys.filter { key in
                if let other = ledger.mismatch(of: key, by: holder) { noteMismatch(of: key, with: other) }
                return ledger.stop(key, by: holder)
            })
    }

    /// Nobody wants these ahead any more.
    func drop(_ keys: [ImageKey]) -> [ImageJobs.Action] {
        cache.unpin(keys)
        return jobs.stopCaching(keys)
    }
}
