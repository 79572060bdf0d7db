import CameraRoll
import CameraRollTesting
import Foundation
import Synchronization

/// A correct image source with some originals in the cloud, with one flaw or none.
///
/// Where it must not block, it hands over its decodes.
final class BrokenImageSource: ImageSource {
    let lane: ImageLane
    private let base: SolidColorImages
    private let flaw: ImageFlaw?
    private let starts = Atomic(0)
    private let isStopped = Atomic(false)
    /// Whether prepared images were released.
    private let hasReleased = Atomic(false)
    /// The decodes that were handed over and have not begun.
    private let pending = Atomic(0)
    private let unended = Lock<[AssetID]>([])

    private let watchers = Watchers()

    /// The names of the waits for requests that never end.
    var endlessWaits: [String] { unended.withLock(\.self).map { "a request for '\($0)'" } }

    /// Returns once the wait of a name is known to have no end.
    func waitUntilUnending(_ wait: String) async {
        await watchers.wait { [self] in endlessWaits.contains(wait) }
    }

    init(_ assets: [MediaAsset], flaw: ImageFlaw? = nil, lane: ImageLane = .decodePool) {
        base = SolidColorImages(assets)
        self.flaw = flaw
        self.lane = lane
    }

    var requestLimit: Int { flaw == .takesNoRequest ? 0 : base.requestLimit }

    func start(_ request: AssetImageRequest, sink: ImageSink) -> (@Sendable () -> Void)? {
        let number = starts.add(1, ordering: .relaxed).newValue
        let isTired = flaw == .tires && number > 3
        let awaitsDecodes = flaw == .awaitsDecodes && pending.load(ordering: .relaxed) > 0
        let lacksObject = flaw == .needsObject && sink.resolved == nil
        guard flaw != .neverEnds, !isTired, !awaitsDecodes, !lacksObject else {
            unended.withLock { $0.append(request.asset) }
            watchers.check()
            return nil
        }
        sink.progress(flaw == .tellsPercent ? 50 : 0.5)
        if flaw == .losesReleased, hasReleased.load(ordering: .relaxed) {
            sink.finish()
        } else if isStopped.load(ordering: .relaxed) {
            sink.fail(.cancelled)
        } else if request.asset.isInCloud, !request.isNetworkAccessAllowed {
            failInCloud(request, sink)
        } else {
            deliver(request, number, sink)
        }
        guard flaw == .cancelsAll else { return nil }
        return { self.isStopped.store(true, ordering: .relaxed) }
    }

    var preparationLimit: Int { 8 }

    func release(_ requests: [AssetImageRequest]) {
        hasReleased.store(true, ordering: .relaxed)
    }

    private func failInCloud(_ request: AssetImageRequest, _ sink: ImageSink) {
        switch flaw {
        case .downloadsAnyway: sink.fail(.networkFailed(request.asset, reason: "3169"))
        case .tellsWholeProgress:
            sink.progress(1)
            sink.fail(.networkRequired(request.asset))
        default: sink.fail(.networkRequired(request.asset))
        }
    }

    private func deliver(_ request: AssetImageRequest, _ number: Int, _ sink: ImageSink) {
        switch flaw {
        case .endsWithoutImage: sink.finish()
        case .onlyDegraded:
            pass(request, to: sink) { sink.degraded($0) }
            sink.finish()
        case .squareDegraded:
            sink.degraded(.plain(0, 64, 64))
            pass(request, to: sink) { sink.final($0) }
        default: pass(changed(request), to: sink) { self.final(self.changed($0, number), sink) }
        }
    }

    private func final(_ image: DecodedImage, _ sink: ImageSink) {
        guard lane != .decodePool || flaw == .awaitsDecodes else { return sink.final(image) }
        pending.add(1, ordering: .relaxed)
        sink.final(decoding: {
            self.pending.subtract(1, ordering: .relaxed)
            return image
        })
    }

    /// Forwards to the correct source; failures are forwarded unchanged, or changed by the flaw.
    private func pass(
        _ request: AssetImageRequest, to sink: ImageSink, _ take: @escaping @Sendable (DecodedImage) -> Void
    ) {
        let flaw = flaw
        _ = base.start(
            request,
            sink: ImageSink { event in
                switch (event, flaw) {
                case (.end(.success(let image)), _): take(image)
                case (.end(.failure(.library)), .inventsUnknown), (.end(.failure(.wrongMediaType)), .drawsSounds):
                    sink.final(.plain(0, 40, 40))
                case (.end(.failure(.library)), .namesAnother): sink.fail(.library(.assetNotFound("another")))
                default: sink.send(event)
                }
            })
    }
}

extension BrokenImageSource {
    private func changed(_ request: AssetImageRequest) -> AssetImageRequest {
        var request = request
        switch flaw {
        case .ignoresSize: request.size = .maximum
        case .shrinks: request.size = .pixels(16, 16)
        case .fitsInstead: request.contentMode = .fit
        case .halvesMaximum where request.size == .maximum: request.size = .pixels(50, 50)
        case .ignoresCrop: request.crop = nil
        default: break
        }
        return request
    }

    private func changed(_ image: DecodedImage, _ number: Int) -> DecodedImage {
        switch flaw {
        case .blurs: .plain(UInt8(number & 255), image.size.width, image.size.height)
        case .stretches: .plain(0, 48, 48)
        default: image
        }
    }
}

/// A library that resolves an object for each image.
final class ResolvingLibrary: ForwardingLibrary {
    override func resolve(_ request: AssetImageRequest) throws(LibraryError) -> (any Sendable)? { request.asset }
}

extension PhotoLibrarySource {
    /// A library that resolves an object for each image.
    var resolving: PhotoLibrarySource { wrapping { ResolvingLibrary($0) } }
}
