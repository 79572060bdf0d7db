/// What makes two requests the same picture: the one key of caching, coalescing and start/stop windows (K47).
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
