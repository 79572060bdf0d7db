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

    /// Reads a resource into memory, with its type and orientation (R85).
    ///
    /// - Parameters:
    ///   - resource: what to read.
    ///   - isNetworkAllowed: whether it may be downloaded; not by default (K43).
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

    /// The still of a Live Photo, ready to be shown, and the video that belongs to it (R86).
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
