extension CachingImageManager {
    /// What a manager may use.
    public struct Limits: Sendable, Hashable {
        /// What the memory cache may hold.
        public var cache: ImageCacheLimits
        /// How many requests may be at the source at once, 1 to 1,000; 10 by default: beyond it Photos deadlocks (P2).
        ///
        /// Where the source allows fewer, it is as many.
        public var requests: Int
        /// How many images may be decoded at once, 1 to 64, each on a thread of its own.
        ///
        /// By default as many as there are cores, less one for the main actor, and at most four.
        public var decodes: Int
        /// The most threads that stand in for those whose source does not return, 0 to 64; 4 by default.
        ///
        /// A source that hangs on one picture keeps its thread: nothing can end that. Once ``stallTimeout`` has passed,
        /// another thread is started in its place, and ends when the hung one comes back. If `decodes` and these hang,
        /// further requests fail with `ImageError.wedged`. So it is with the two threads that read originals.
        public var replacements: Int
        /// How long nothing may be heard before a request ends with `.timedOut` (P23); for ever where nil.
        ///
        /// Of a request at its source nothing from that; of one in line nothing of any other. The time begins anew with
        /// each sign of life, such as a download's progress, and if the process was stopped meanwhile, as apps in the
        /// background are. 30 seconds by default; more than 100 years is no limit.
        public var stallTimeout: Duration?

        /// Limits, each with its default.
        public init(
            cache: ImageCacheLimits = ImageCacheLimits(),
            requests: Int = 10,
            decodes: Int = Limits.suggestedDecodes,
            replacements: Int = 4,
            stallTimeout: Duration? = .seconds(30)
        ) {
            self.cache = cache
            self.requests = requests
            self.decodes = decodes
            self.replacements = replacements
            self.stallTimeout = stallTimeout
        }

        /// As many as there are cores, less one for the main actor, and at most four: decoding wants memory too.
        public static var suggestedDecodes: Int { PoolLimits.suggestedThreads }

        /// Refuses what makes no sense; the cache's limits are refused by the cache.
        func validate() throws(ImageError) {
            guard (1...1_000).contains(requests) else { throw .invalidLimit(requests) }
            guard (1...64).contains(decodes) else { throw .invalidLimit(decodes) }
            guard (0...64).contains(replacements) else { throw .invalidLimit(replacements) }
            if let stallTimeout, stallTimeout <= .zero { throw .invalidDeadline(stallTimeout) }
        }
    }
}
