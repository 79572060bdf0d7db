/// What comes of a request for an image, until the final one.
public enum ImageDelivery: Sendable {
    /// How much of a download has come, 0 to 1, never less than before.
    case progress(Double)
    /// An image that will do until the final one comes.
    case degraded(DecodedImage)
    /// The image as asked for; the last delivery.
    case final(DecodedImage)

    /// The image, if it is one.
    public var image: DecodedImage? {
        switch self {
        case .progress: nil
        case .degraded(let image), .final(let image): image
        }
    }
}
