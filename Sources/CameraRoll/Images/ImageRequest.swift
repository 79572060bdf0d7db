/// Which image is wanted, of which asset, and how.
///
/// ```swift
/// let request = ImageRequest(for: asset, size: .pixels(300, 300), contentMode: .fill)
/// ```
///
/// Two requests for the same picture share one decode and one place in the cache; whether they do is what ``key`` says.
public struct ImageRequest: Hashable, Sendable {
    /// What makes this and another request the same picture; computed when it is made, and when a part changes.
    public private(set) var key: ImageKey
    /// Which images are delivered; `.opportunistic` by default.
    public var deliveryMode: ImageDeliveryMode
    /// Whether an original that is in the cloud may be downloaded; not by default (K43).
    public var isNetworkAllowed: Bool
    /// Whether the best local image will do where the network fails or is not allowed; not by default (R92).
    ///
    /// The image then says so by `isDegraded`, and a sequence by ending with `.fallback`.
    public var acceptsFallback: Bool
    /// How soon it is needed; `.visible` by default.
    public var priority: ImagePriority

    /// A request for an asset's picture.
    public init(
        for asset: MediaAsset,
        size: ImageTargetSize,
        contentMode: ImageContentMode = .fit,
        version: ImageVersion = .current,
        resizeMode: ImageResizeMode = .fast,
        crop: NormalizedRect? = nil,
        deliveryMode: ImageDeliveryMode = .opportunistic,
        isNetworkAllowed: Bool = false,
        acceptsFallback: Bool = false,
        priority: ImagePriority = .visible
    ) {
        key = ImageKey(
            ImageKey.Picture(
                contentVersion: asset.contentVersion, size: size, contentMode: contentMode, version: version,
                resizeMode: resizeMode, crop: crop, asset: asset.id))
        self.deliveryMode = deliveryMode
        self.isNetworkAllowed = isNetworkAllowed
        self.acceptsFallback = acceptsFallback
        self.priority = priority
    }
}

// MARK: - Which picture

extension ImageRequest {
    /// The asset.
    public var asset: AssetID {
        get { key.picture.asset }
        set { change { $0.asset = newValue } }
    }

    /// The state of the asset's picture, so that an edited picture is never served from what was cached before.
    public var contentVersion: UInt64 {
        get { key.picture.contentVersion }
        set { change { $0.contentVersion = newValue } }
    }

    /// How large, in pixels.
    public var size: ImageTargetSize {
        get { key.picture.size }
        set { change { $0.size = newValue } }
    }

    /// How the shape is fitted; `.fit` by default (K37).
    public var contentMode: ImageContentMode {
        get { key.picture.contentMode }
        set { change { $0.contentMode = newValue } }
    }

    /// Which state of the asset; `.current` by default.
    public var version: ImageVersion {
        get { key.picture.version }
        set { change { $0.version = newValue } }
    }

    /// How exactly the size is met; `.fast` by default.
    public var resizeMode: ImageResizeMode {
        get { key.picture.resizeMode }
        set { change { $0.resizeMode = newValue } }
    }

    /// Which part of the image; all of it where nil.
    public var crop: NormalizedRect? {
        get { key.picture.crop }
        set { change { $0.crop = newValue } }
    }

    private mutating func change(_ body: (inout ImageKey.Picture) -> Void) {
        var picture = key.picture
        body(&picture)
        key = ImageKey(picture)
    }
}

// MARK: - What makes sense

extension ImageRequest {
    /// The longest side that may be asked for, in pixels: 32,768, about what JPEG, HEIC and GPU textures can hold.
    public static let longestSide = 32_768

    /// Refuses what no source can answer, before anything is decoded.
    func validate() throws(ImageError) {
        if case .pixels(let size) = size {
            let sides = 1...Self.longestSide
            guard sides.contains(size.width), sides.contains(size.height) else { throw .invalidSize(size) }
        }
        guard let crop else { return }
        guard crop.isValid else { throw .invalidCrop(crop) }
        guard resizeMode == .exact else { throw .cropNeedsExactResize(resizeMode) }
    }
}
