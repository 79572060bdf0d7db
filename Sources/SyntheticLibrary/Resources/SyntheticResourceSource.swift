public import CameraRoll

/// Makes the original data of a synthetic library's assets, in chunks of 64 KiB.
///
/// Where ``SyntheticConfiguration/cloudOriginals`` has an original in the cloud, the whole of it is downloaded before
/// the first byte comes, as ``SyntheticFaults/download`` says. A download that stalls holds the calling thread until
/// ``SyntheticStore/endDownloads()``, or until the receiver, which is given an empty chunk every 20 ms, throws.
public struct SyntheticResourceSource: ResourceSource {
    private static let chunkLength = 64 << 10
    private let store: SyntheticStore
    private let access: SyntheticAccess

    init(_ store: SyntheticStore, _ access: SyntheticAccess = SyntheticAccess(authorization: AlwaysAuthorized())) {
        self.store = store
        self.access = access
    }

    /// The original files of an asset: the photo, the video or the sound, and behind a Live Photo's photo its video.
    ///
    /// - Throws: `ImageError.library(.assetNotFound)`.
    public func resources(of asset: AssetID) throws(ImageError) -> [AssetResource] {
        try picture(of: asset).resources
    }

    /// Reads a resource from its first byte to its last.
    ///
    /// - Throws: `.library(.assetNotFound)`, `.noResource`, `.networkRequired`, `.networkFailed`, or what the receiver
    ///   throws.
    public func read(
        _ resource: AssetResource, isNetworkAllowed: Bool, into receiver: ResourceReceiver
    ) throws(ImageError) {
        let (asset, kind) = (resource.asset, resource.kind)
        let picture = try picture(of: asset)
        guard picture.resources.contains(where: { $0.kind == kind }) else { throw .noResource(asset, kind) }
        if picture.isInCloud {
            guard isNetworkAllowed else { throw .networkRequired(asset) }
            try ResourceDownload(of: asset, in: store).run(receiver)
        }
        let bytes = SyntheticBytes(of: asset, kind)
        for start in stride(from: 0, to: bytes.count, by: Self.chunkLength) {
            try receiver.append(bytes.chunk(start..<start + Self.chunkLength))
        }
    }

    /// What the bytes of a resource must be, to check those that were read.
    public static func bytes(of resource: AssetResource) -> SyntheticBytes {
        SyntheticBytes(of: resource.asset, resource.kind)
    }

    private func picture(of asset: AssetID) throws(ImageError) -> StoredPicture {
        guard let picture = store.picture(of: asset, isLimited: access.isLimited) else {
            throw .library(.assetNotFound(asset))
        }
        return picture
    }
}
