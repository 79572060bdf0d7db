extension CachingImageManager {
    func startCaching(_ requests: some Sequence<ImageRequest>, by holder: CachingLedger.Holder) -> [ImageJobs
        .Action]
    {
        guard !isClosed else { return [] }
        var started: [(request: ImageRequest, key: ImageKey)] = []
        for var request in requests {
            let key = request.key
            switch ledger.start(key, by: holder) {
            case .wanted:
                request.priority = min(request.priority, .prefetch)
                started.append((request, key))
            case .known: break
            case .mismatch(let cached): noteMismatch(of: key, with: cached)
            }
        }
        cache.pin(started.map(\.key))
        return started.flatMap { cache.contains($0.key) ? [] : jobs.startCaching($0.request, key: $0.key) }
    }

    func stopCaching(_ keys: some Sequence<ImageKey>, by holder: CachingLedger.Holder) -> [ImageJobs.Action] {
        drop(keys.filter { ledger.stop($0, by: holder) })
    }

    /// Nobody wants these ahead any more.
    func drop(_ keys: [ImageKey]) -> [ImageJobs.Action] {
        cache.unpin(keys)
        return keys.flatMap { jobs.stopCaching($0) }
    }
}
