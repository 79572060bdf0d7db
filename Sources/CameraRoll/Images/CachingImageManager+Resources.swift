/// Original data: not cached, read on separate threads, two at a time.
extension CachingImageManager {
    /// The threads that read originals, and that encode exported files.
    package nonisolated var filePool: WorkPool { resources.pool }

    /// The original files of an asset, described but not read.
    ///
    /// - Throws: `ImageError`.
    public nonisolated func resources(of asset: MediaAsset) async throws(ImageError) -> [AssetResource] {
        guard !Task.isCancelled else { throw .cancelled }
        return try await resources.perform(for: asset.id) { source, _ throws(ImageError) in
            try source.resources(of: asset.id)
        }
    }

    /// Reads a resource into memory, with its type and orientation.
    ///
    /// - Parameters:
    ///   - resource: the resource to read.
    ///   - isNetworkAccessAllowed: whether it may be downloaded; false by default.
    ///   - limit: the maximum number of bytes, at least 1; 256 MiB by default.
    ///   - onProgress: called with the fraction of a download that has arrived, 0 to 1 and increasing, on any thread.
    /// - Throws: `.networkRequired`, `.networkFailed`, `.tooManyBytes`, `.timedOut`, `.cancelled`, `.invalidArgument`,
    ///   or the reason why nothing could be read.
    public nonisolated func data(
        of resource: AssetResource,
        isNetworkAccessAllowed: Bool = false,
        limit: Int = 256 << 20,
        onProgress: (@Sendable (Double) -> Void)? = nil
    ) async throws(ImageError) -> ResourceData {
        try ImageError.check("limit of bytes", limit, in: 1 ... .max)
        if let count = resource.byteCount, count > limit { throw .tooManyBytes(resource.asset, limit: limit) }
        guard !Task.isCancelled else { throw .cancelled }
        let reads = resources
        return try await reads.perform(for: resource.asset) { source, call throws(ImageError) in
            let bytes = ByteCollector(of: resource, limit: limit)
            let receiver = ResourceReceiver(call, bytes, onProgress: onProgress) { [weak reads] in reads?.noteSign() }
            try source.read(resource, isNetworkAccessAllowed: isNetworkAccessAllowed, into: receiver)
            return ResourceData(resource: resource, bytes: bytes.take())
        }
    }

    /// Reads the original of an asset: its photo, its video or its audio.
    ///
    /// - Throws: `.noResource` if the library lists none; otherwise like `data(of:)`.
    public nonisolated func originalData(
        for asset: MediaAsset,
        isNetworkAccessAllowed: Bool = false,
        limit: Int = 256 << 20,
        onProgress: (@Sendable (Double) -> Void)? = nil
    ) async throws(ImageError) -> ResourceData {
        try ImageError.check("limit of bytes", limit, in: 1 ... .max)
        let original = try await resource(asset.mainResource, of: asset)
        return try await data(
            of: original, isNetworkAccessAllowed: isNetworkAccessAllowed, limit: limit, onProgress: onProgress)
    }

    /// Returns the video file of an asset, to be read when it is played or written to a file.
    ///
    /// - Parameters:
    ///   - asset: a video.
    ///   - version: `.current` for the file with the edits, if there are any; the original by default.
    /// - Throws: `.wrongMediaType` if the asset is not a video, `.noResource` if the library lists no video file.
    public nonisolated func videoResource(
        for asset: MediaAsset, version: ImageVersion = .original
    ) async throws(ImageError) -> AssetResource {
        guard asset.mediaType == .video else { throw .wrongMediaType(asset.id, asset.mediaType) }
        let found = try await resources(of: asset)
        if version == .current, let edited = found.first(where: { $0.kind == .fullSizeVideo }) { return edited }
        return try found.first(.video, of: asset.id)
    }

    /// Returns the decoded still of a Live Photo, and its video.
    ///
    /// - Parameters:
    ///   - asset: an asset with the Live Photo subtype.
    ///   - size: the size of the still.
    ///   - contentMode: how the still is fitted.
    ///   - isNetworkAccessAllowed: whether its originals may be downloaded.
    /// - Throws: `.invalidArgument` for any other asset, without accessing the library; `.noResource` if a part is
    ///   missing.
    public nonisolated func livePhoto(
        for asset: MediaAsset,
        size: ImageTargetSize = .maximum,
        contentMode: ImageContentMode = .fit,
        isNetworkAccessAllowed: Bool = false
    ) async throws(ImageError) -> LivePhoto {
        guard asset.mediaSubtypes.contains(.livePhoto) else { throw .notALivePhoto(asset.id) }
        let parts = try await resources(of: asset)
        let photo = try parts.first(.photo, of: asset.id)
        let pairedVideo = try parts.first(.pairedVideo, of: asset.id)
        let request = AssetImageRequest(
            for: asset, size: size, contentMode: contentMode, deliveryMode: .highQuality,
            isNetworkAccessAllowed: isNetworkAccessAllowed)
        return LivePhoto(still: try await image(for: request), photo: photo, pairedVideo: pairedVideo)
    }

    private nonisolated func resource(
        _ kind: AssetResource.Kind, of asset: MediaAsset
    ) async throws(ImageError) -> AssetResource {
        try await resources(of: asset).first(kind, of: asset.id)
    }
}

extension MediaAsset {
    /// The kind of the asset's original.
    fileprivate var mainResource: AssetResource.Kind {
        switch mediaType {
        case .video: .video
        case .audio: .audio
        default: .photo
        }
    }
}

extension [AssetResource] {
    fileprivate func first(_ kind: AssetResource.Kind, of asset: AssetID) throws(ImageError) -> AssetResource {
        guard let found = first(where: { $0.kind == kind }) else { throw .noResource(asset, kind) }
        return found
    }
}

/// Collects the bytes of a resource, up to a limit.
final class ByteCollector: ResourceCollector {
    private struct Contents {
        var bytes: [UInt8] = []
        var progress = -Double.infinity
    }

    private let asset: AssetID
    private let limit: Int
    private let contents: Lock<Contents>

    init(of resource: AssetResource, limit: Int) {
        asset = resource.asset
        self.limit = limit
        var contents = Contents()
        // The length that the source reports may be wrong, so it does not justify a large allocation in advance.
        contents.bytes.reserveCapacity(min(resource.byteCount ?? 0, limit, 16 << 20))
        self.contents = Lock(contents)
    }

    func append(_ bytes: ArraySlice<UInt8>) throws(ImageError) {
        let fits = contents.withLock { contents in
            guard bytes.count <= limit - contents.bytes.count else { return false }
            contents.bytes += bytes
            return true
        }
        if !fits { throw .tooManyBytes(asset, limit: limit) }
    }

    /// Whether a fraction is valid, and greater than the last one.
    func isProgress(_ fraction: Double) -> Bool {
        contents.withLock { contents in
            guard fraction > contents.progress, (0...1).contains(fraction) else { return false }
            contents.progress = fraction
            return true
        }
    }

    func take() -> [UInt8] {
        contents.withLock { contents in
            defer { contents.bytes = [] }
            return contents.bytes
        }
    }
}

extension ResourceReceiver {
    /// Creates a receiver that passes the bytes of a call on, as long as its caller waits.
    init<Value>(
        _ call: ResourceCall<Value>, _ collector: some ResourceCollector, onProgress: (@Sendable (Double) -> Void)?,
        onSign: @escaping @Sendable () -> Void
    ) {
        self.onProgress = { fraction in
            try? call.note()
            onSign()
            if !call.isOver, collector.isProgress(fraction) { onProgress?(fraction) }
        }
        onBytes = { bytes throws(ImageError) in
            onSign()
            try call.note()
            try collector.append(bytes)
        }
        setCancellation = { call.setCancellation($0) }
    }
}
