import CameraRollTesting
import Testing

@testable import CameraRoll
@testable import SyntheticLibrary

/// The events of a source for a request, as comparable values.
enum Said: Hashable, Sendable {
    case progress(Double)
    case degraded(PixelSize)
    case final(PixelSize)
    case failed(ImageError)
    case finished

    init(_ event: ImageSourceEvent) {
        self =
            switch event {
            case .progress(let fraction): .progress(fraction)
            case .degraded(let image): .degraded(image.size)
            case .end(.success(let image)): .final(image.size)
            case .end(.failure(let error)): .failed(error)
            case .finished: .finished
            }
    }

    /// The kind as a letter: d for degraded, p for progress, f for final, e for an error, n for nothing.
    var letter: Character {
        switch self {
        case .progress: "p"
        case .degraded: "d"
        case .final: "f"
        case .failed: "e"
        case .finished: "n"
        }
    }
}

/// A store, its image source, and all events of the source.
struct SourceSubject {
    let store: SyntheticStore
    let source: SyntheticImageSource
    let said = Recorder<Said>()
    let images = Recorder<DecodedImage>()
    let ended = Gate()

    init(
        faults: SyntheticFaults = .none, cloud: Bool = false, lane: ImageLane = .decodePool,
        _ change: (inout SyntheticConfiguration) -> Void = { _ in }
    ) {
        var configuration = SyntheticConfiguration(assets: 200, faults: faults)
        (configuration.cloudOriginals, configuration.imageLane) = (cloud, lane)
        change(&configuration)
        store = SyntheticStore(configuration)
        source = SyntheticImageSource(store)
    }

    /// A picture whose original is, or is not, in the cloud.
    func picture(inCloud: Bool = false) throws -> MediaAsset {
        let contents = store.contents
        return try #require(
            contents.assets.first { $0.mediaType == .image && contents.isCloudOnly($0.id) == inCloud })
    }

    var sink: ImageSink {
        ImageSink { [said, images, ended] event in
            let isEnd =
                switch event {
                case .end, .finished: true
                case .progress, .degraded: false
                }
            if case .end(.success(let image)) = event { images.append(image) }
            said.append(Said(event))
            if isEnd { ended.open() }
        }
    }

    /// Requests an asset's picture, 40 by 40 pixels.
    @discardableResult func ask(
        _ asset: MediaAsset, mode: ImageDeliveryMode = .opportunistic, network: Bool = false
    ) -> (@Sendable () -> Void)? {
        source.start(
            AssetImageRequest(for: asset, size: .pixels(40, 40), deliveryMode: mode, isNetworkAccessAllowed: network),
            sink: sink)
    }

    /// The events so far, a letter for each.
    var line: String { String(said.values.map(\.letter)) }

    var progress: [Double] { said.values.compactMap { if case .progress(let fraction) = $0 { fraction } else { nil } } }
}
