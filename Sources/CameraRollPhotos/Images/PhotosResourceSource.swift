#if PhotosDouble
import PhotosDouble
#elseif canImport(Photos)
import Photos
#endif
#if PhotosDouble || canImport(Photos)
import CameraRoll
import Dispatch
import Foundation

/// Originals from Photos' resource manager.
///
/// It is called on threads that may block. They wait while the library executor finds an asset's resources and starts
/// the read; Photos then delivers the bytes on a queue of its own.
final class PhotosResourceSource: ResourceSource {
    private let known: KnownAssets
    private let availability: PhotosAvailability
    private let turns: LibraryTurns
    private let listings = OriginalListings()

    init(_ known: KnownAssets, _ availability: PhotosAvailability, _ turns: LibraryTurns) {
        self.known = known
        self.availability = availability
        self.turns = turns
    }

    func resources(of asset: AssetID) throws(ImageError) -> [AssetResource] {
        do throws(LibraryError) {
            return try turns.perform("list originals") { [self] () throws(LibraryError) in
                try originals(of: asset).map(\.resource)
            }
        } catch {
            throw .library(error)
        }
    }

    /// Releases the resources that are kept; on the library executor.
    func releaseListings() { listings.removeAll() }

    /// The resources of an asset, the main one first, the others by kind, since Photos promises no order.
    ///
    /// Photos takes 110 ms for this, so the last lists are kept. An asset whose list is kept is fetched again, which
    /// takes 4.5 ms: an edit changes its modification date, and may change the list.
    private func originals(of id: AssetID) throws(LibraryError) -> [OriginalListings.Item] {
        try availability.read { () throws(LibraryError) in
            let asset = listings.contains(id) ? KnownAssets.fetch([id.rawValue]).first : known.find(id)
            guard let asset else { throw .assetNotFound(id) }
            let date = asset.modificationDate
            if let kept = listings.items(of: id, modified: date) { return kept }
            let originals = PHAssetResource.assetResources(for: asset)
            // Photos lists no resources of a known asset that has been deleted since.
            if originals.isEmpty, KnownAssets.fetch([id.rawValue]).isEmpty { throw .assetNotFound(id) }
            let items = originals.sorted { $0.rank < $1.rank }.enumerated().map { index, original in
                OriginalListings.Item(resource: AssetResource(original, at: index, of: id), original: original)
            }
            listings.keep(items, of: id, modified: date)
            return items
        }
    }

    /// The original of a resource that was listed before; nil if the asset no longer has such a file.
    ///
    /// Files are added, removed and reordered when the asset is edited or its edits are reverted.
    private func original(of resource: AssetResource) throws(LibraryError) -> PHAssetResource? {
        let originals = try originals(of: resource.asset)
        let found =
            originals.first { $0.resource == resource }
            ?? originals.first { moved in
                var other = moved.resource
                other.index = resource.index
                return other == resource
            }
        return found?.original
    }

    func read(
        _ resource: AssetResource, isNetworkAccessAllowed: Bool, into receiver: ResourceReceiver
    ) throws(ImageError) {
        let reading = ResourceReading(resource.asset, receiver)
        let found: Int32?
        do throws(LibraryError) {
            found = try turns.perform("read original") { [self] () throws(LibraryError) in
                try original(of: resource).map {
                    reading.start($0, isNetworkAccessAllowed: isNetworkAccessAllowed)
                }
            }
        } catch {
            throw .library(error)
        }
        guard let number = found else { throw .noResource(resource.asset, resource.kind) }
        reading.started { [turns] in
            turns.post("cancel original") { PHAssetResourceManager.default().cancelDataRequest(number) }
        }
        // A stalled download delivers no bytes that could be refused.
        receiver.onCancel { reading.cancel() }
        try reading.wait()
    }
}

/// The resources of the assets that were listed last, with Photos' own objects; used on the library executor only.
private final class OriginalListings: Sendable {
    struct Item: @unchecked Sendable {  // Photos' object is used and released on the library executor only.
        let resource: AssetResource
        let original: PHAssetResource
    }

    private struct Listing {
        let asset: AssetID
        let date: Date?
        let items: [Item]
    }

    /// The maximum number of lists: a file is read soon after it was listed.
    private static let limit = 16

    private let kept = Lock<[Listing]>([])

    func contains(_ asset: AssetID) -> Bool { kept.withLock { $0.contains { $0.asset == asset } } }

    /// The items of an asset, if they were listed when it had this modification date.
    func items(of asset: AssetID, modified date: Date?) -> [Item]? {
        guard let date else { return nil }
        return kept.withLock { kept in kept.first { $0.asset == asset && $0.date == date }?.items }
    }

    /// Keeps the items of an asset instead of its earlier ones, or of those that were listed first.
    func keep(_ items: [Item], of asset: AssetID, modified date: Date?) {
        let released = kept.withLock { kept in
            let old = kept
            kept.removeAll { $0.asset == asset }
            if kept.count == Self.limit { kept.removeFirst() }
            kept.append(Listing(asset: asset, date: date, items: items))
            return old
        }
        withExtendedLifetime(released) {}
    }

    func removeAll() {
        let released = kept.withLock { kept in
            defer { kept = [] }
            return kept
        }
        withExtendedLifetime(released) {}
    }
}

/// One read of a resource: a thread that waits, and the callbacks of Photos.
private final class ResourceReading: Sendable {
    private struct State {
        var failure: ImageError?
        var hasEnded = false
        /// Whether bytes are being handed over; if the receiver throws an error then, that error ends the read.
        var isAppending = false
        var isCancelled = false
        var cancel: (@Sendable () -> Void)?
    }

    private let asset: AssetID
    private let receiver: ResourceReceiver
    private let state = Lock(State())
    private let end = DispatchSemaphore(value: 0)

    init(_ asset: AssetID, _ receiver: ResourceReceiver) {
        self.asset = asset
        self.receiver = receiver
    }

    /// Starts the read in Photos, and returns its number; called on the library executor.
    func start(_ original: PHAssetResource, isNetworkAccessAllowed: Bool) -> Int32 {
        let options = PHAssetResourceRequestOptions()
        options.isNetworkAccessAllowed = isNetworkAccessAllowed
        options.progressHandler = { @Sendable [receiver] fraction in receiver.progress(min(max(fraction, 0), 1)) }
        return PHAssetResourceManager.default().requestData(
            for: original, options: options,
            dataReceivedHandler: { @Sendable data in self.take(data) },
            completionHandler: { @Sendable error in
                self.finish(error.map { ImageError(photos: $0, for: self.asset) })
            })
    }

    /// Sets the function that cancels the read; calls it at once if the receiver has already refused the read.
    func started(_ cancel: @escaping @Sendable () -> Void) {
        let isLate = state.withLock { state in
            if !state.hasEnded { state.cancel = cancel }
            return state.hasEnded && state.failure != nil
        }
        if isLate { cancel() }
    }

    /// Ends the read for a reader that no longer waits.
    func cancel() {
        let isAppending = state.withLock { state in
            state.isCancelled = true
            return state.isAppending
        }
        if !isAppending { finish(.cancelled, cancels: true) }
    }

    /// Blocks until the read has ended.
    func wait() throws(ImageError) {
        end.wait()
        if let failure = state.withLock(\.failure) { throw failure }
    }

    private func take(_ data: Data) {
        let isWanted = state.withLock { state in
            state.isAppending = !state.hasEnded
            return state.isAppending
        }
        guard isWanted else { return }
        var failure: ImageError?
        do throws(ImageError) {
            try receiver.append(data)
        } catch {
            failure = error
        }
        let isCancelled = state.withLock { state in
            state.isAppending = false
            return state.isCancelled
        }
        if let failure = failure ?? (isCancelled ? .cancelled : nil) { finish(failure, cancels: true) }
    }

    /// Ends the read, unless it has already ended.
    ///
    /// - Parameter cancels: whether to cancel it in Photos, before its reader continues and may release the library.
    private func finish(_ failure: ImageError?, cancels: Bool = false) {
        let (isFirst, cancel) = state.withLock { state in
            guard !state.hasEnded else { return (false, nil as (@Sendable () -> Void)?) }
            state.hasEnded = true
            state.failure = failure
            return (true, state.cancel.take())
        }
        guard isFirst else { return }
        if cancels { cancel?() }
        end.signal()
    }
}

extension AssetResource {
    fileprivate init(_ original: PHAssetResource, at index: Int, of asset: AssetID) {
        let kind = Kind(rawValue: original.type.rawValue)
        self.init(
            asset: asset, kind: kind, typeIdentifier: original.uniformTypeIdentifier, index: index,
            // Photos does not report the orientation; the file does, if it is a picture.
            orientation: Self.unturned.contains(kind) ? 1 : nil, fileName: original.originalFilename)
    }

    /// The kinds that are not pictures.
    private static let unturned: Set<Kind> = [
        .video, .audio, .fullSizeVideo, .adjustmentData, .pairedVideo, .fullSizePairedVideo, .adjustmentBasePairedVideo,
        .adjustmentBaseVideo,
    ]
}

extension PHAssetResource {
    /// The rank of the resource in its asset's list; resources of the same kind are ordered by name and type.
    fileprivate var rank: (Int, Int, String, String) {
        let kind = AssetResource.Kind(rawValue: type.rawValue)
        return (kind.isMain ? 0 : 1, kind.rawValue, originalFilename, uniformTypeIdentifier)
    }
}
#endif
