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
    /// Whether an original that is in the cloud may be downloaded; not by default.
    public var isNetworkAllowed: Bool
    /// Whether the best local image will do where the network fails or is not allowed; not by default.
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

    /// How the shape is fitted; `.fit` by default.
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

/// What makes two requests the same picture: the one key of caching, coalescing and start/stop windows.
///
/// Asset, its content version, size, content mode, version, resize mode and crop. How a picture is delivered, how soon
/// and whether by network are not part of it. The hash is computed once, when the request is made.
public struct ImageKey: Hashable, Sendable {
    /// All that the key is made of.
    struct Picture: Equatable, Sendable {
        var contentVersion: UInt64
        var size: ImageTargetSize
        var contentMode: ImageContentMode
        var version: ImageVersion
        var resizeMode: ImageResizeMode
        var crop: NormalizedRect?
        /// Whether it is the local image that stands in for the final one.
        var isFallback = false
        // Last, since it is the longest to compare.
        var asset: AssetID
    }

    let picture: Picture
    private let hash: Int

    /// The key of a picture.
    init(_ picture: Picture) {
        self.picture = picture
        var hasher = Hasher()
        hasher.combine(picture.asset)
        hasher.combine(picture.contentVersion)
        hasher.combine(picture.shape)
        if let crop = picture.crop { hasher.combine(crop) }
        hash = hasher.finalize()
    }

    /// The asset.
    public var asset: AssetID { picture.asset }

    /// Where the local image is kept that stands in for this one.
    var ofFallback: ImageKey {
        var picture = picture
        picture.isFallback = true
        return ImageKey(picture)
    }

    /// Whether two keys name the same picture.
    public static func == (lhs: ImageKey, rhs: ImageKey) -> Bool {
        lhs.hash == rhs.hash && lhs.picture == rhs.picture
    }

    /// Gives the hash that was computed when the key was made.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(hash)
    }
}

extension ImageKey: CustomStringConvertible {
    /// The asset, the size and how it is fitted, for logs; the wording may change.
    public var description: String {
        let size = if case .pixels(let size) = picture.size { "\(size)" } else { "maximum" }
        return "\(asset), \(size), \(picture.contentMode), version \(picture.contentVersion)"
    }
}

extension ImageKey.Picture {
    /// Size and modes in one word: less to hash than each by itself.
    fileprivate var shape: UInt64 {
        let modes =
            UInt64(contentMode.rawValue) | UInt64(version.rawValue) << 2 | UInt64(resizeMode.rawValue) << 4
            | (isFallback ? 1 << 6 : 0)
        guard case .pixels(let size) = size else { return modes }
        return modes ^ UInt64(truncatingIfNeeded: size.width) << 8 ^ UInt64(truncatingIfNeeded: size.height) << 36
    }
}
