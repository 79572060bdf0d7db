/// Original data: not cached, read on threads of their own, two at a time.
extension CachingImageManager {
    /// The original files of an asset, named but not read.
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
    ///   - resource: what to read.
    ///   - isNetworkAllowed: whether it may be downloaded; not by default.
    ///   - limit: the most bytes to take, at least 1; 256 MiB by default.
    ///   - onProgress: is told how much of a download has come, 0 to 1 and never less than before, on whatever thread.
    /// - Throws: `.networkRequired`, `.networkFailed`, `.tooManyBytes`, `.timedOut`, `.cancelled`, `.invalidLimit`, or
    ///   why nothing could be read.
    public nonisolated func data(
        of resource: AssetResource,
        isNetworkAllowed: Bool = false,
        limit: Int = 256 << 20,
        onProgress: (@Sendable (Double) -> Void)? = nil
    ) async throws(ImageError) -> ResourceData {
        guard limit >= 1 else { throw .invalidLimit(limit) }
        if let count = resource.byteCount, count > limit { throw .tooManyBytes(resource.asset, limit: limit) }
        guard !Task.isCancelled else { throw .cancelled }
        let reads = resources
        return try await reads.perform(for: resource.asset) { source, call throws(ImageError) in
            let bytes = ByteCollector(of: resource, limit: limit)
            let receiver = ResourceReceiver(call, bytes, onProgress: onProgress) { [weak reads] in reads?.noteSign() }
            try source.read(resource, isNetworkAllowed: isNetworkAllowed, into: receiver)
            return ResourceData(resource: resource, bytes: bytes.take())
        }
    }

    /// Reads the original of an asset: the picture of an image, the film of a video, the sound of a recording.
    ///
    /// - Throws: `.noResource` where the library names none, and as `data(of:)`.
    public nonisolated func originalData(
        for asset: MediaAsset,
        isNetworkAllowed: Bool = false,
        limit: Int = 256 << 20,
        onProgress: (@Sendable (Double) -> Void)? = nil
    ) async throws(ImageError) -> ResourceData {
        guard limit >= 1 else { throw .invalidLimit(limit) }
        let original = try await resource(asset.mainResource, of: asset)
        return try await data(
            of: original, isNetworkAllowed: isNetworkAllowed, limit: limit, onProgress: onProgress)
    }

    /// The film of a video, to be read when it is played.
    ///
    /// - Throws: `.wrongMediaType` for what is no video, `.noResource` where the library names none.
    public nonisolated func video(for asset: MediaAsset) async throws(ImageError) -> AssetResource {
        guard asset.mediaType == .video else { throw .wrongMediaType(asset.id, asset.mediaType) }
        return try await resource(.video, of: asset)
    }

    /// The still of a Live Photo, ready to be shown, and the video that belongs to it.
    ///
    /// - Parameters:
    ///   - asset: an asset of that subtype.
    ///   - size: how large the still is wanted.
    ///   - contentMode: how its shape is fitted.
    ///   - isNetworkAllowed: whether its originals may be downloaded.
    /// - Throws: `.notALivePhoto` for any other asset, without asking the library; `.noResource` if a part is missing.
    public nonisolated func livePhoto(
        for asset: MediaAsset,
        size: ImageTargetSize = .maximum,
        contentMode: ImageContentMode = .fit,
        isNetworkAllowed: Bool = false
    ) async throws(ImageError) -> LivePhoto {
        guard asset.subtypes.contains(.livePhoto) else { throw .notALivePhoto(asset.id) }
        let parts = try await resources(of: asset)
        let photo = try parts.first(.photo, of: asset.id)
        let pairedVideo = try parts.first(.pairedVideo, of: asset.id)
        let request = ImageRequest(
            for: asset, size: size, contentMode: contentMode, deliveryMode: .highQuality,
            isNetworkAllowed: isNetworkAllowed)
        return LivePhoto(still: try await image(for: request), photo: photo, pairedVideo: pairedVideo)
    }

    private nonisolated func resource(
        _ kind: AssetResource.Kind, of asset: MediaAsset
    ) async throws(ImageError) -> AssetResource {
        try await resources(of: asset).first(kind, of: asset.id)
    }
}

extension MediaAsset {
    /// What the original of an asset is.
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

/// The bytes of a resource as they come, up to a limit.
final class ByteCollector: Sendable {
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
        // What the source says of the length may be wrong, so it is no reason to take much memory at once.
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

    /// Whether a progress is one, and more than before.
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
    /// A receiver that collects for a call, as long as somebody waits for it.
    init<Value>(
        _ call: ResourceCall<Value>, _ collector: ByteCollector, onProgress: (@Sendable (Double) -> Void)?,
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
    }
}
