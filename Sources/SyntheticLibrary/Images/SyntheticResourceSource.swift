public import CameraRoll
import Dispatch

/// Generates the original data of a synthetic library's assets, in chunks of 64 KiB.
///
/// If ``SyntheticConfiguration/cloudOriginals`` puts an original in the cloud, it is downloaded completely before
/// the first byte, as ``SyntheticFaults/download`` defines. A stalled download blocks the calling thread until
/// ``SyntheticStore/endDownloads()``, or until the receiver, which is passed an empty chunk every 20 ms, throws.
public struct SyntheticResourceSource: ResourceSource {
    private static let chunkLength = 64 << 10
    private let store: SyntheticStore
    private let access: SyntheticAccess

    init(_ store: SyntheticStore, _ access: SyntheticAccess = SyntheticAccess(authorization: AlwaysAuthorized())) {
        self.store = store
        self.access = access
    }

    /// The original files of an asset: the photo, the video or the audio, and for a Live Photo the photo followed by
    /// its video.
    ///
    /// - Throws: `ImageError.library(.assetNotFound)`.
    public func resources(of asset: AssetID) throws(ImageError) -> [AssetResource] {
        try picture(of: asset).resources
    }

    /// Reads a resource from its first byte to its last.
    ///
    /// - Throws: `.library(.assetNotFound)`, `.noResource`, `.networkRequired`, `.networkFailed`, or an error of
    ///   the receiver.
    public func read(
        _ resource: AssetResource, isNetworkAccessAllowed: Bool, into receiver: ResourceReceiver
    ) throws(ImageError) {
        let (asset, kind) = (resource.asset, resource.kind)
        let picture = try picture(of: asset)
        guard picture.resources.contains(where: { $0.kind == kind }) else { throw .noResource(asset, kind) }
        if picture.isInCloud {
            guard isNetworkAccessAllowed else { throw .networkRequired(asset) }
            try ResourceDownload(of: asset, in: store).run(receiver)
        }
        let bytes = SyntheticBytes(of: asset, kind)
        for start in stride(from: 0, to: bytes.count, by: Self.chunkLength) {
            try receiver.append(bytes.chunk(start..<start + Self.chunkLength))
        }
    }

    /// The expected bytes of a resource, for comparison.
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

/// The download of one original, on the reader's thread.
struct ResourceDownload {
    private let asset: AssetID
    private let download: SyntheticDownload
    private let stalled: HeldCallbacks
    /// The interval at which a waiting reader checks whether it should still wait.
    private static let interval = DispatchTimeInterval.milliseconds(20)

    init(of asset: AssetID, in store: SyntheticStore) {
        self.asset = asset
        download = store.faults.download(of: asset)
        stalled = store.holds[.download]
    }

    /// Returns once all data has arrived.
    ///
    /// - Throws: `.networkFailed`, or an error of the receiver.
    func run(_ receiver: ResourceReceiver) throws(ImageError) {
        if case .stalls(let fraction) = download {
            try stall(receiver, at: fraction)
            return receiver.progress(1)
        }
        for fraction in download.fractions {
            try receiver.append([])
            receiver.progress(fraction)
        }
        if case .fails(_, let reason) = download { throw .networkFailed(asset, reason: ErrorReason(reason)) }
    }

    /// Waits until it is released; empty chunks check whether the receiver still wants the data.
    private func stall(_ receiver: ResourceReceiver, at fraction: Double) throws(ImageError) {
        let end = DispatchSemaphore(value: 0)
        // Whoever learns of the progress may release the hold at once.
        let ticket = stalled.hold { _ in end.signal() }
        receiver.progress(fraction)
        stalled.announce()
        defer { stalled.drop(ticket) }
        while end.wait(timeout: .now() + Self.interval) == .timedOut { try receiver.append([]) }
    }
}
