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

/// How the download of an original goes that is in the cloud only.
///
/// What was downloaded stays in the cloud only, so that every request goes the same way.
public enum SyntheticDownload: Hashable, Sendable {
    /// It succeeds, in so many equal steps of progress; 1 to 10,000.
    case succeeds(steps: Int)
    /// It fails at some progress, 0 to 1: `ImageError.networkFailed`.
    case fails(after: Double, reason: String)
    /// It stops at some progress, 0 to 1, and goes on after ``SyntheticStore/endDownloads()``; it holds no thread.
    case stalls(after: Double)

    /// The most steps that a download is told in.
    static let mostSteps = 10_000

    /// What is wrong with the download, if anything is.
    var problem: String? {
        switch self {
        case .succeeds(let steps):
            (1...Self.mostSteps).contains(steps) ? nil : "a download cannot have \(steps) steps"
        case .fails(let fraction, _), .stalls(let fraction):
            (0...1).contains(fraction) ? nil : "a download cannot end at \(fraction)"
        }
    }

    /// The progress that is told, up to the end, the failure or the stop.
    var fractions: [Double] {
        switch self {
        case .succeeds(let steps):
            let count = min(max(steps, 1), Self.mostSteps)
            return (1...count).map { Double($0) / Double(count) }
        case .fails(let fraction, _), .stalls(let fraction): return [fraction]
        }
    }
}

/// Why a synthetic library holds something back.
public enum SyntheticHold: Hashable, Sendable, CaseIterable {
    /// Until ``SyntheticStore/callBackLate()``: ``SyntheticImageFault/late``.
    case late
    /// For ever: ``SyntheticImageFault/never``.
    case never
    /// Until ``SyntheticStore/endDownloads()``: ``SyntheticDownload/stalls(after:)``.
    case download
}
