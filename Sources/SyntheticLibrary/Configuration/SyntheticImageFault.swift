public import CameraRoll

/// What goes wrong with the images of an asset: everything that image sources have been seen to do to their callers.
///
/// A fault changes what the source says otherwise, the cloud included: an original that cannot be downloaded is also
/// refused late, or twice.
public enum SyntheticImageFault: Hashable, Sendable {
    /// The source fails: `ImageError.failed`.
    case error(reason: String)
    /// All is called back before `start` returns, on the caller's thread, whatever the lane.
    case early
    /// Nothing is called back before ``SyntheticStore/callBackLate()``.
    case late
    /// Nothing is ever called back.
    case never
    /// The end comes twice.
    case twice
    /// An error comes after the end.
    case errorAfterEnd(reason: String)
    /// The source says that it is done, and gives neither an image nor an error.
    case noImage
    /// An error comes after a degraded image, which is sent also where only the final one is wanted.
    case errorAfterDegraded(reason: String)
    /// Progress goes back before the end comes: 0.75, 0.25, 0.5.
    case progressBackward
    /// The image has this size, whichever was asked for.
    case wrongSize(PixelSize)
    /// The decoder notices that pixels are missing: `ImageError.corruptPixels`.
    case corruptPixels

    /// What is wrong with the fault itself, if anything is.
    var problem: String? {
        guard case .wrongSize(let size) = self else { return nil }
        let sides = 1...ImageRequest.longestSide
        let isPaintable =
            sides.contains(size.width) && sides.contains(size.height)
            && size.width * size.height <= SyntheticConfiguration.mostPixels
        return isPaintable ? nil : "a wrong size cannot be painted: \(size)"
    }
}
