/// Reads originals for their metadata, a few at once, on threads that all reads of a repository share.
final class MetadataReads: Sendable {
    private let reads: ResourceReads
    private let isNetworkAllowed: Bool
    private let limits: OriginalLimits

    init(pools: OriginalPools, isNetworkAllowed: Bool, limits: OriginalLimits) throws(AssetMetadataError) {
        do throws(ImageError) {
            try limits.validate()
            reads = try pools.reads(limits.concurrency)
        } catch {
            throw .original(error)
        }
        self.isNetworkAllowed = isNetworkAllowed
        self.limits = limits
    }

    func metadata(for asset: MediaAsset) async throws(AssetMetadataError) -> ImageMetadata {
        guard !Task.isCancelled else { throw .original(.cancelled) }
        let (isNetworkAllowed, limits) = (isNetworkAllowed, limits)
        // Those in line behind it are patient as long as it goes on.
        let noteSign: @Sendable () -> Void = { [weak reads] in reads?.noteSign() }
        let result: Result<ImageMetadata, MetadataError>
        do throws(ImageError) {
            result = try await reads.perform(for: asset.id, timeout: limits.timeout) {
                source, call throws(ImageError) in
                let parts = try source.resources(of: asset.id)
                guard let original = parts.first(where: { $0.kind == asset.originalKind }) else {
                    throw .noResource(asset.id, asset.originalKind)
                }
                let read = OriginalRead(original, limits: limits, isNetworkAllowed: isNetworkAllowed)
                return try read.run(source) { () throws(ImageError) in
                    noteSign()
                    try call.note()
                }
            }
        } catch {
            throw .original(error)
        }
        switch result {
        case .success(let metadata): return metadata
        case .failure(let error): throw .metadata(error)
        }
    }

    /// In the order of the assets; as many at once as there are threads, so that no line grows with the page.
    ///
    /// - Throws: what keeps all of them away: it is told once, and not of each asset.
    func metadata(for assets: [MediaAsset]) async throws(AssetMetadataError) -> [AssetMetadata] {
        guard !Task.isCancelled else { throw .original(.cancelled) }
        guard !assets.isEmpty else { return [] }
        do throws(ImageError) {
            try await reads.checkLibrary()
        } catch {
            throw .original(error)
        }
        let found = await withTaskGroup(of: (Int, AssetMetadata).self) { group in
            var found = [AssetMetadata?](repeating: nil, count: assets.count)
            for (index, asset) in assets.enumerated() {
                if index >= limits.concurrency, let (done, metadata) = await group.next() { found[done] = metadata }
                guard !Task.isCancelled else { break }
                group.addTask { (index, await self.result(for: asset)) }
            }
            for await (done, metadata) in group { found[done] = metadata }
            return found.compactMap(\.self)
        }
        guard !Task.isCancelled else { throw .original(.cancelled) }
        return found
    }

    private func result(for asset: MediaAsset) async -> AssetMetadata {
        do throws(AssetMetadataError) {
            return AssetMetadata(asset: asset, result: .success(try await metadata(for: asset)))
        } catch {
            return AssetMetadata(asset: asset, result: .failure(error))
        }
    }
}

extension MediaAsset {
    /// What the original of an asset is, whose metadata are read.
    fileprivate var originalKind: AssetResource.Kind {
        switch mediaType {
        case .video: .video
        case .audio: .audio
        default: .photo
        }
    }
}

/// The threads on which a repository reads originals, shared by all calls that allow as many at once.
///
/// A thousand tasks that ask for an original each keep a few originals in memory, not a thousand. Threads start when
/// there is something to read, and end when there was nothing for a while, and with the repository's last read.
final class OriginalPools: Sendable {
    private let access: LibraryAccess
    private let pools = Lock<[Int: ResourceReads]>([:])

    init(access: LibraryAccess) {
        self.access = access
    }

    /// The reads of which so many run at once.
    ///
    /// - Throws: `.invalidLimit` where that is less than one.
    func reads(_ concurrency: Int) throws(ImageError) -> ResourceReads {
        try pools.withLock { pools throws(ImageError) in
            if let reads = pools[concurrency] { return reads }
            let reads = try ResourceReads(
                access: access, clock: AnyClock(ContinuousClock()), timeout: nil, threads: concurrency)
            pools[concurrency] = reads
            return reads
        }
    }
}

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
