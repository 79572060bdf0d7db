/// What makes two requests the same picture: the one key of caching, coalescing and start/stop windows (K47).
///
/// Asset, its content version, size, content mode, version, resize mode and crop. How a picture is delivered, how soon and
/// whether by network are not part of it. The hash is computed once, when the key is made.
public struct ImageKey: Hashable, Sendable {
    /// The asset.
    public let asset: AssetID
    private let contentVersion: UInt64
    private let size: ImageTargetSize
    private let crop: NormalizedRect?
    private let contentMode: ImageContentMode
    private let version: ImageVersion
    private let resizeMode: ImageResizeMode
    private let hash: Int

    /// The key of a request.
    init(_ request: ImageRequest) {
        asset = request.asset
        contentVersion = request.contentVersion
        size = request.size
        crop = request.crop
        contentMode = request.contentMode
        version = request.version
        resizeMode = request.resizeMode
        var hasher = Hasher()
        hasher.combine(asset)
        hasher.combine(contentVersion)
        hasher.combine(size)
        hasher.combine(crop)
        hasher.combine(contentMode)
        hasher.combine(version)
        hasher.combine(resizeMode)
        hash = hasher.finalize()
    }

    /// Whether two keys name the same picture.
    public static func == (lhs: ImageKey, rhs: ImageKey) -> Bool {
        lhs.hash == rhs.hash && lhs.contentVersion == rhs.contentVersion && lhs.size == rhs.size
            && lhs.contentMode == rhs.contentMode && lhs.version == rhs.version && lhs.resizeMode == rhs.resizeMode
            && lhs.crop == rhs.crop && lhs.asset == rhs.asset
    }

    /// Gives the hash that was computed when the key was made.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(hash)
    }

    /// Whether two keys name the same asset in different sizes or shapes: a request that misses what was cached for it.
    func isMismatch(of other: ImageKey) -> Bool {
        asset == other.asset && self != other
    }
}

extension ImageRequest {
    /// What makes this and another request the same picture.
    ///
    /// - Complexity: O(1), one hash of the asset's identifier; keep the key where it is used more than once.
    public var key: ImageKey { ImageKey(self) }
}
