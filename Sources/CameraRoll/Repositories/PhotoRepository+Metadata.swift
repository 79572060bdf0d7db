public import Foundation

extension PhotoRepository {
    /// Reads the metadata of an asset's original: of a picture, or of a video.
    ///
    /// If the source supports random access, only the parts of the original that contain metadata are read; otherwise
    /// it is read from its start until all metadata is there. No thread of the caller waits (*Never Blocked*). Of a
    /// thousand concurrent calls, `limits.concurrency` read at a time, while the others are queued.
    ///
    /// - Parameters:
    ///   - asset: the asset of the original.
    ///   - isNetworkAccessAllowed: whether the original may be downloaded; false by default.
    ///   - limits: the limits of memory, concurrency and time.
    /// - Throws: `.original` if the original cannot be read, with the reason; `.metadata` with `.unknownFormat`,
    ///   `.empty` or `.cannotRead` if its bytes are invalid.
    public nonisolated func metadata(
        for asset: MediaAsset, isNetworkAccessAllowed: Bool = false, limits: OriginalLimits = OriginalLimits()
    ) async throws(AssetMetadataError) -> ImageMetadata {
        let reads = try MetadataReads(pools: originals, isNetworkAccessAllowed: isNetworkAccessAllowed, limits: limits)
        return try await reads.metadata(for: asset)
    }

    /// Reads the metadata of a page's originals, in the page's order; single failures are part of the result.
    ///
    /// - Parameters:
    ///   - page: the page of the originals.
    ///   - isNetworkAccessAllowed: whether originals may be downloaded; false by default.
    ///   - limits: the limits of memory for each original, of concurrency and of time.
    /// - Throws: `.original` with an error that concerns all of them: `.cancelled`,
    ///   `.invalidArgument`, and `.library` if the library may not be read or cannot be opened.
    public nonisolated func metadata(
        for page: Page, isNetworkAccessAllowed: Bool = false, limits: OriginalLimits = OriginalLimits()
    ) async throws(AssetMetadataError) -> [AssetMetadata] {
        try await metadata(for: page.assets, isNetworkAccessAllowed: isNetworkAccessAllowed, limits: limits)
    }

    /// Reads the metadata of some assets' originals, in the assets' order; single failures are part of the result.
    ///
    /// Otherwise the same as ``metadata(for:isNetworkAccessAllowed:limits:)-(Page,_,_)``.
    public nonisolated func metadata(
        for assets: [MediaAsset], isNetworkAccessAllowed: Bool = false, limits: OriginalLimits = OriginalLimits()
    ) async throws(AssetMetadataError) -> [AssetMetadata] {
        let reads = try MetadataReads(pools: originals, isNetworkAccessAllowed: isNetworkAccessAllowed, limits: limits)
        return try await reads.metadata(for: assets)
    }
}

/// The metadata of an asset's original, or the error that occurred when reading it.
public struct AssetMetadata: Sendable {
    /// The asset.
    public let asset: MediaAsset
    /// The metadata, or the error.
    public let result: Result<ImageMetadata, AssetMetadataError>

    /// Creates a result, for an app's own lists and for tests.
    public init(asset: MediaAsset, result: Result<ImageMetadata, AssetMetadataError>) {
        self.asset = asset
        self.result = result
    }

    /// The metadata; nil if it could not be read.
    public var metadata: ImageMetadata? { try? result.get() }
    /// The error; nil if the metadata was read.
    public var error: AssetMetadataError? {
        if case .failure(let error) = result { error } else { nil }
    }
}

/// An error that occurs when reading the metadata of an asset's original.
public enum AssetMetadataError: Error, Hashable, Sendable {
    /// The library could not provide the original's bytes.
    case original(ImageError)
    /// The original's bytes are invalid.
    case metadata(MetadataError)
}

extension AssetMetadataError: CustomStringConvertible {
    /// A description of the error and its value, for logs; the wording may change.
    public var description: String {
        switch self {
        case .original(let error): Self.text(of: error)
        case .metadata(let error): error.description
        }
    }

    /// The text of an image error in terms of metadata, since no image was requested.
    private static func text(of error: ImageError) -> String {
        switch error {
        case .failed(let id, let reason): "The original of '\(id)' cannot be read: \(reason.ended)"
        case .shutDown: "The library was closed."
        case .timedOut(let time): "The source of the original made no progress for \(time)."
        case .tooMuchWork(let limit): "\(limit) originals are waiting to be read, and no more may wait."
        default: error.description
        }
    }
}

extension AssetMetadataError: LocalizedError {
    /// The description: English, for developers.
    public var errorDescription: String? { description }
}

extension AssetMetadataError: CameraRollError {
    /// Whether the caller canceled the read; no alert is needed then.
    public var isCancellation: Bool { wrapped.isCancellation }

    /// The step that may help; nil if none does.
    public var recovery: ErrorRecovery? { wrapped.recovery }

    /// The error of the library or of the bytes.
    public var underlyingError: (any Error)? { wrapped }

    private var wrapped: any CameraRollError {
        switch self {
        case .original(let error): error
        case .metadata(let error): error
        }
    }
}

/// Reads the metadata of originals, a few at a time, on threads that all reads of a repository share.
final class MetadataReads: Sendable {
    private let reads: ResourceReads
    private let isNetworkAccessAllowed: Bool
    private let limits: OriginalLimits

    init(pools: OriginalPools, isNetworkAccessAllowed: Bool, limits: OriginalLimits) throws(AssetMetadataError) {
        do throws(ImageError) {
            try limits.validate()
            reads = try pools.reads(limits.concurrency)
        } catch {
            throw .original(error)
        }
        self.isNetworkAccessAllowed = isNetworkAccessAllowed
        self.limits = limits
    }

    func metadata(for asset: MediaAsset) async throws(AssetMetadataError) -> ImageMetadata {
        guard !Task.isCancelled else { throw .original(.cancelled) }
        let (isNetworkAccessAllowed, limits) = (isNetworkAccessAllowed, limits)
        // An event of one read also renews the timeouts of the reads queued behind it.
        let noteSign: @Sendable () -> Void = { [weak reads] in reads?.noteSign() }
        let result: Result<ImageMetadata, MetadataError>
        do throws(ImageError) {
            result = try await reads.perform(for: asset.id, timeout: limits.timeout) {
                source, call throws(ImageError) in
                let parts = try source.resources(of: asset.id)
                guard let original = parts.first(where: { $0.kind == asset.originalKind }) else {
                    throw .noResource(asset.id, asset.originalKind)
                }
                let read = OriginalRead(original, limits: limits, isNetworkAccessAllowed: isNetworkAccessAllowed)
                return try read.run(source, setCancellation: { call.setCancellation($0) }) { () throws(ImageError) in
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

    /// Reads metadata in the order of the assets; at most one read per thread is started, so that the queue stays
    /// short.
    ///
    /// - Throws: an error that concerns all assets; it is thrown once, and not returned for each asset.
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
    /// The kind of the original whose metadata is read.
    fileprivate var originalKind: AssetResource.Kind {
        switch mediaType {
        case .video: .video
        case .audio: .audio
        default: .photo
        }
    }
}

/// The threads on which a repository reads originals, shared by all calls with the same limit.
///
/// A thousand tasks that each request an original hold a few originals in memory, not a thousand. Threads start when
/// there is work, and end when they are idle for a while, or with the repository's last read.
final class OriginalPools: Sendable {
    private let access: LibraryAccess
    private let pools = Lock<[Int: ResourceReads]>([:])

    init(access: LibraryAccess) {
        self.access = access
    }

    /// The reads with a maximum number of concurrent ones.
    ///
    /// - Throws: `.invalidArgument` if that is less than one.
    func reads(_ concurrency: Int) throws(ImageError) -> ResourceReads {
        try pools.withLock { pools throws(ImageError) in
            if let reads = pools[concurrency] { return reads }
            let reads = try ResourceReads(
                access: access, clock: access.clock, timeout: nil, threads: concurrency)
            pools[concurrency] = reads
            return reads
        }
    }
}

/// The limits of reading originals for their metadata: memory, concurrency and timeout (*Bounded Everything*).
public struct OriginalLimits: Hashable, Sendable {
    /// The memory limits of the metadata reader.
    public var metadata: MetadataLimits
    /// The maximum number of bytes of an original that can only be read from its start; 64 MiB by default.
    public var streamedBytes: Int
    /// The maximum number of originals read at a time, each on its own thread, 1 to 16; 2 by default.
    ///
    /// The limit is shared by all calls of a repository that state the same number. An original whose source never
    /// answers keeps its thread until it does; its caller continues after the timeout, and a replacement thread is
    /// started. There may be four replacements; then reads fail with `ImageError.hung` until a source returns.
    public var concurrency: Int
    /// The time an original may take without progress; 30 seconds by default; nil for no limit.
    public var timeout: Duration?

    /// Creates limits, each with its default.
    public init(
        metadata: MetadataLimits = MetadataLimits(), streamedBytes: Int = 64 << 20, concurrency: Int = 2,
        timeout: Duration? = .seconds(30)
    ) {
        self.metadata = metadata
        self.streamedBytes = streamedBytes
        self.concurrency = concurrency
        self.timeout = timeout
    }

    /// - Throws: `ImageError.invalidArgument` with the invalid value.
    func validate() throws(ImageError) {
        try ImageError.check("concurrency", concurrency, in: 1...16)
        try ImageError.check("number of streamed bytes", streamedBytes, in: 1 ... .max)
        try ImageError.check("timeout", timeout)
    }
}
