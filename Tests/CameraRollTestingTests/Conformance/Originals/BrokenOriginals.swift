import CameraRoll
import CameraRollTesting
import Synchronization

/// Generated originals of a few assets, some of them in the cloud, with one flaw or none.
final class BrokenOriginals: ResourceSource {
    private let assets: [MediaAsset]
    private let flaw: OriginalFlaw?
    private let end: BlockingGate
    private let reads = Atomic(0)

    /// Creates a source; one that never ends waits for the gate.
    init(_ assets: [MediaAsset], flaw: OriginalFlaw? = nil, end: BlockingGate = BlockingGate()) {
        self.assets = assets
        self.flaw = flaw
        self.end = end
    }

    func resources(of asset: AssetID) throws(ImageError) -> [AssetResource] {
        if flaw == .neverEnds { end.pass() }
        guard let asset = assets.first(where: { $0.id == asset }) else {
            guard flaw == .unknownIsEmpty else { throw .library(.assetNotFound(asset)) }
            return []
        }
        let resources = kinds(of: asset).map { resource($0, of: asset.id) }
        return flaw == .mainLast ? resources.reversed() : resources
    }

    private func kinds(of asset: MediaAsset) -> [AssetResource.Kind] {
        switch (asset.mediaType, flaw) {
        case (_, .hasNothing): []
        case (.video, _): [.video]
        case (.audio, _): [.audio]
        case (_, .losesPairedVideo): [.photo]
        case (_, .pairsEveryPhoto): [.photo, .pairedVideo]
        default: asset.mediaSubtypes.contains(.livePhoto) ? [.photo, .pairedVideo] : [.photo]
        }
    }

    private func resource(_ kind: AssetResource.Kind, of asset: AssetID) -> AssetResource {
        AssetResource(
            asset: flaw == .namesAnother ? "another" : asset, kind: kind,
            typeIdentifier: flaw == .hasNoType ? "" : "public.data",
            index: kind == .pairedVideo && flaw != .sharesIndexes ? 1 : 0,
            orientation: flaw == .turnsNinefold ? 9 : 6, byteCount: kind == .pairedVideo ? nil : 1_000)
    }
}

// MARK: - Reading

extension BrokenOriginals {
    func read(
        _ resource: AssetResource, isNetworkAccessAllowed: Bool, into receiver: ResourceReceiver
    ) throws(ImageError) {
        receiver.progress(flaw == .tellsPercent ? 50 : 0.5)
        if resource.asset.isInCloud, !isNetworkAccessAllowed { throw cloudError(resource.asset, receiver) }
        let first = UInt8(flaw == .noise ? reads.add(1, ordering: .relaxed).newValue & 255 : 0)
        for chunk in 0..<(flaw == .stopsShort ? 9 : 10) {
            try append([UInt8](repeating: first + UInt8(chunk), count: 100), to: receiver, of: resource.asset)
        }
        receiver.progress(1)
    }

    func open(_ resource: AssetResource) throws(ImageError) -> (any ByteSource)? {
        guard !resource.asset.isInCloud else { return nil }
        let first = UInt8(flaw == .opensAnother ? 1 : 0)
        let chunks = (0..<UInt8(flaw == .opensLess ? 9 : 10)).map { [UInt8](repeating: first + $0, count: 100) }
        return MemoryBytes(Array(chunks.joined()))
    }

    private func cloudError(_ asset: AssetID, _ receiver: ResourceReceiver) -> ImageError {
        if flaw == .tellsWholeProgress { receiver.progress(1) }
        return flaw == .downloadsAnyway ? .networkFailed(asset, reason: "3169") : .networkRequired(asset)
    }

    private func append(
        _ bytes: [UInt8], to receiver: ResourceReceiver, of asset: AssetID
    ) throws(ImageError) {
        do throws(ImageError) {
            try receiver.append(bytes)
        } catch {
            switch flaw {
            case .swallowsRefusal: return
            case .renamesRefusal: throw .failed(asset, reason: "refused")
            case .goesOnAfterRefusal: try receiver.append(bytes)
            default: throw error
            }
        }
    }
}
