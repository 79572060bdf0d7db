/// How originals are read for their metadata: how much, how many at once, and how long is waited (*Bounded
/// Everything*).
public struct OriginalLimits: Hashable, Sendable {
    /// How much the reader takes into memory.
    public var metadata: MetadataLimits
    /// How many bytes of an original are taken that can only be read from its start; 64 MiB by default.
    public var streamedBytes: Int
    /// How many originals are read at once, each on a thread of its own, 1 to 16; 2 by default.
    ///
    /// By all calls of a repository together that state the same number. An original whose source never answers keeps
    /// its thread until it does; who waits for it goes on when the time is over, and another thread stands in. Four
    /// may; beyond them reads fail with `ImageError.wedged` until a source comes back.
    public var concurrency: Int
    /// How long an original may make no progress, 30 seconds by default; for ever where nil.
    public var timeout: Duration?

    /// Limits, each with its default.
    public init(
        metadata: MetadataLimits = MetadataLimits(), streamedBytes: Int = 64 << 20, concurrency: Int = 2,
        timeout: Duration? = .seconds(30)
    ) {
        self.metadata = metadata
        self.streamedBytes = streamedBytes
        self.concurrency = concurrency
        self.timeout = timeout
    }

    /// - Throws: `ImageError.invalidLimit` with the number that makes no sense.
    func validate() throws(ImageError) {
        guard (1...16).contains(concurrency) else { throw .invalidLimit(concurrency) }
        guard streamedBytes >= 1 else { throw .invalidLimit(streamedBytes) }
        if let timeout, timeout <= .zero { throw .invalidDeadline(timeout) }
    }
}
