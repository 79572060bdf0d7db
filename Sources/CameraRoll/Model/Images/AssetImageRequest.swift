/// A request for an image of an asset, in a given size and form.
///
/// ```swift
/// let request = AssetImageRequest(for: asset, size: .pixels(300, 300), contentMode: .fill)
/// ```
///
/// Two requests with the same ``key`` share one decode and one cache entry.
public struct AssetImageRequest: Hashable, Sendable {
    /// Identifies the picture; computed when the request is created, and when one of its properties changes.
    public private(set) var key: ImageKey
    /// Which images are delivered; `.opportunistic` by default.
    public var deliveryMode: ImageDeliveryMode
    /// Whether an original in the cloud may be downloaded; false by default.
    public var isNetworkAccessAllowed: Bool
    /// Whether the best local image is acceptable if the network fails or is not allowed; false by default.
    ///
    /// Such an image is marked by `isDegraded`, and a sequence then ends with `.fallback`.
    public var acceptsFallback: Bool
    /// How soon the image is needed; `.visible` by default.
    public var priority: ImagePriority

    /// Creates a request for an asset's picture.
    public init(
        for asset: MediaAsset,
        size: ImageTargetSize,
        contentMode: ImageContentMode = .fit,
        version: ImageVersion = .current,
        resizeMode: ImageResizeMode = .fast,
        crop: NormalizedRect? = nil,
        deliveryMode: ImageDeliveryMode = .opportunistic,
        isNetworkAccessAllowed: Bool = false,
        acceptsFallback: Bool = false,
        priority: ImagePriority = .visible
    ) {
        key = ImageKey(
            ImageKey.Picture(
                contentVersion: asset.contentVersion, size: size, contentMode: contentMode, version: version,
                resizeMode: resizeMode, crop: crop, asset: asset.id))
        self.deliveryMode = deliveryMode
        self.isNetworkAccessAllowed = isNetworkAccessAllowed
        self.acceptsFallback = acceptsFallback
        self.priority = priority
    }
}

// MARK: - The picture

extension AssetImageRequest {
    /// The asset.
    public var asset: AssetID {
        get { key.picture.asset }
        set { change { $0.asset = newValue } }
    }

    /// The version of the asset's content, so that an edited picture is never served from an older cache entry.
    public var contentVersion: UInt64 {
        get { key.picture.contentVersion }
        set { change { $0.contentVersion = newValue } }
    }

    /// The requested size, in pixels.
    public var size: ImageTargetSize {
        get { key.picture.size }
        set { change { $0.size = newValue } }
    }

    /// How the image is fitted; `.fit` by default.
    public var contentMode: ImageContentMode {
        get { key.picture.contentMode }
        set { change { $0.contentMode = newValue } }
    }

    /// The requested version of the asset; `.current` by default.
    public var version: ImageVersion {
        get { key.picture.version }
        set { change { $0.version = newValue } }
    }

    /// How exactly the size is matched; `.fast` by default.
    public var resizeMode: ImageResizeMode {
        get { key.picture.resizeMode }
        set { change { $0.resizeMode = newValue } }
    }

    /// The requested part of the image; all of it if nil.
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

// MARK: - Validation

extension AssetImageRequest {
    /// The longest side that may be requested, in pixels: 32,768, about the limit of JPEG, HEIC and GPU textures.
    public static let longestSide = 32_768

    /// Throws if no source can answer the request, before anything is decoded.
    func validate() throws(ImageError) {
        if case .pixels(let size) = size { try Self.validate(size) }
        guard let crop else { return }
        guard crop.isValid else { throw .invalidCrop(crop) }
        guard resizeMode == .exact else { throw .cropNeedsExactResize(resizeMode) }
    }

    /// Throws if no image of the size can be requested.
    package static func validate(_ size: PixelSize) throws(ImageError) {
        let sides = 1...longestSide
        guard sides.contains(size.width), sides.contains(size.height) else { throw .invalidSize(size) }
    }
}

/// Identifies a picture: the key for caching, coalescing and prefetch windows.
///
/// The key consists of asset, content version, size, content mode, version, resize mode and crop; not of delivery
/// mode, priority and network access. The hash is computed once, when the key is created.
public struct ImageKey: Hashable, Sendable {
    /// The parts of the key.
    package struct Picture: Equatable, Sendable {
        package var contentVersion: UInt64
        package var size: ImageTargetSize
        var contentMode: ImageContentMode
        var version: ImageVersion
        var resizeMode: ImageResizeMode
        var crop: NormalizedRect?
        /// Whether this is the local image that replaces the final one.
        var isFallback = false
        // Last, since it takes longest to compare.
        var asset: AssetID
    }

    package let picture: Picture
    private let hash: Int

    /// Creates the key of a picture.
    init(_ picture: Picture) {
        self.picture = picture
        var hasher = Hasher()
        hasher.combine(picture.asset)
        hasher.combine(picture.contentVersion)
        hasher.combine(Self.shape(of: picture))
        if let crop = picture.crop { hasher.combine(crop) }
        hash = hasher.finalize()
    }

    /// Size and modes in one word: faster to hash than each by itself.
    private static func shape(of picture: Picture) -> UInt64 {
        let modes =
            UInt64(picture.contentMode.rawValue) | UInt64(picture.version.rawValue) << 2
            | UInt64(picture.resizeMode.rawValue) << 4 | (picture.isFallback ? 1 << 6 : 0)
        guard case .pixels(let size) = picture.size else { return modes }
        return modes ^ UInt64(truncatingIfNeeded: size.width) << 8 ^ UInt64(truncatingIfNeeded: size.height) << 36
    }

    /// The asset.
    public var asset: AssetID { picture.asset }

    /// The key under which the local fallback image of this picture is stored.
    var ofFallback: ImageKey {
        var picture = picture
        picture.isFallback = true
        return ImageKey(picture)
    }

    /// Whether two keys identify the same picture.
    public static func == (lhs: ImageKey, rhs: ImageKey) -> Bool {
        lhs.hash == rhs.hash && lhs.picture == rhs.picture
    }

    /// Feeds the hash that was computed when the key was created.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(hash)
    }
}

extension ImageKey: CustomStringConvertible {
    /// The asset, the size and the content mode, for logs; the wording may change.
    public var description: String {
        let size = if case .pixels(let size) = picture.size { "\(size)" } else { "maximum" }
        return "\(asset), \(size), \(picture.contentMode), version \(picture.contentVersion)"
    }
}
