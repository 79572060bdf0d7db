public import CameraRoll
import Dispatch

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

/// The download of one original, on the thread of whoever reads it.
struct ResourceDownload {
    private let asset: AssetID
    private let download: SyntheticDownload
    private let stalled: HeldCallbacks
    /// How often a reader that waits asks whether it is still to wait.
    private static let interval = DispatchTimeInterval.milliseconds(20)

    init(of asset: AssetID, in store: SyntheticStore) {
        self.asset = asset
        download = store.faults.download(of: asset)
        stalled = store.holds[.download]
    }

    /// Returns once all has come.
    ///
    /// - Throws: `.networkFailed`, or what the receiver throws.
    func run(_ receiver: ResourceReceiver) throws(ImageError) {
        for fraction in download.fractions {
            try receiver.append([])
            receiver.progress(fraction)
        }
        switch download {
        case .succeeds: return
        case .fails(_, let reason): throw .networkFailed(asset, reason: reason)
        case .stalls: try stall(receiver)
        }
        receiver.progress(1)
    }

    /// Waits until it is let go; an empty chunk tells whether somebody still wants the bytes.
    private func stall(_ receiver: ResourceReceiver) throws(ImageError) {
        let end = DispatchSemaphore(value: 0)
        let ticket = stalled.hold { _ in end.signal() }
        stalled.announce()
        defer { stalled.drop(ticket) }
        while end.wait(timeout: .now() + Self.interval) == .timedOut { try receiver.append([]) }
    }
}
