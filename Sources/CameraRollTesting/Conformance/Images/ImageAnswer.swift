import CameraRoll

/// The events of a source for one request, up to its end; the first end counts, and later events are ignored.
struct ImageAnswer: Sendable {
    private(set) var progress: [Double] = []
    private(set) var degraded: [DecodedImage] = []
    private(set) var end: Result<DecodedImage, ImageError>?

    /// Records an event of a source for an asset.
    mutating func take(_ event: ImageSourceEvent, of asset: AssetID) {
        guard end == nil else { return }
        switch event {
        case .progress(let fraction): progress.append(fraction)
        case .degraded(let image): degraded.append(image)
        case .end(let result): end = result
        case .finished: end = .failure(.noImage(asset))
        }
    }

    /// The reason why there is no image; nil if there is one, and before the end.
    var error: ImageError? {
        if case .failure(let error) = end { error } else { nil }
    }
}
