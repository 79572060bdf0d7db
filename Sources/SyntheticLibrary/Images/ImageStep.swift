import CameraRoll

/// One thing that a synthetic image source does for a request.
enum ImageStep: Hashable, Sendable {
    /// Tells the progress of a download.
    case progress(Double)
    /// Gives a small image.
    case degraded
    /// Gives the image as asked for; an end.
    case final
    /// Gives an image of this size instead; an end.
    case wronglySized(PixelSize)
    /// Finds that pixels are missing; an end.
    case corrupt
    /// Gives an error; an end.
    case fail(ImageError)
    /// Gives nothing; an end.
    case finish
    /// Stops until it is let go.
    case hold(SyntheticHold)
}
