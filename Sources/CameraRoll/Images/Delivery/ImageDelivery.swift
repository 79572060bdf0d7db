/// What comes of a request for an image, until the final one.
public enum ImageDelivery: Sendable {
    /// How much of a download has come, 0 to 1, never less than before.
    case progress(Double)
    /// An image that will do until the final one comes.
    case degraded(DecodedImage)
    /// The image as asked for; the last delivery.
    ///
    /// Where the delivery mode is `.fast`, the first that came (`isDegraded`).
    case final(DecodedImage)
    /// The best local image instead of the final one, and why; the last delivery, for requests that accept it (R92).
    case fallback(DecodedImage, because: ImageError)

    /// The image, if it is one.
    public var image: DecodedImage? {
        switch self {
        case .progress: nil
        case .degraded(let image), .final(let image), .fallback(let image, _): image
        }
    }

    /// Whether nothing comes behind it.
    public var isLast: Bool {
        switch self {
        case .progress, .degraded: false
        case .final, .fallback: true
        }
    }
}
