public import CameraRoll

/// A fault of an asset's images: all misbehavior that has been observed in image sources.
///
/// A fault changes the source's normal behavior, including that of the cloud: an original that cannot be downloaded
/// is then also refused late, or twice.
public enum SyntheticImageFault: Hashable, Sendable {
    /// The source fails: `ImageError.failed`.
    case error(reason: String)
    /// All events occur before `start` returns, on the caller's thread, in every lane.
    case early
    /// No event occurs before ``SyntheticStore/callBackLate()``.
    case late
    /// No event ever occurs.
    case never
    /// The end occurs twice.
    case twice
    /// An error follows the end.
    case errorAfterEnd(reason: String)
    /// The source reports the end without an image or an error.
    case noImage
    /// An error follows a degraded image, which is sent even if only the final one is requested.
    case errorAfterDegraded(reason: String)
    /// Progress decreases before the end: 0.75, 0.25, 0.5.
    case progressBackward
    /// The image has this size instead of the requested one.
    case wrongSize(PixelSize)
    /// The decoder detects missing pixels: `ImageError.invalidArgument`.
    case corruptPixels

    /// The reason why the fault itself is invalid; nil if it is valid.
    var problem: String? {
        guard case .wrongSize(let size) = self else { return nil }
        let sides = 1...AssetImageRequest.longestSide
        let isPaintable =
            sides.contains(size.width) && sides.contains(size.height)
            && size.width * size.height <= SyntheticConfiguration.mostPixels
        return isPaintable ? nil : "a wrong size cannot be painted: \(size)"
    }
}

/// The course of the download of an original that is only in the cloud.
///
/// A downloaded original stays only in the cloud, so that every request has the same course.
public enum SyntheticDownload: Hashable, Sendable {
    /// It succeeds, in this many equal steps of progress; 1 to 10,000.
    case succeeds(steps: Int)
    /// It fails at this progress, 0 to 1: `ImageError.networkFailed`.
    case fails(after: Double, reason: String)
    /// It stops at this progress, 0 to 1, and continues after ``SyntheticStore/endDownloads()``; it blocks no thread.
    case stalls(after: Double)

    /// The maximum number of progress events of a download.
    static let mostSteps = 10_000

    /// The reason why the download is invalid; nil if it is valid.
    var problem: String? {
        switch self {
        case .succeeds(let steps):
            (1...Self.mostSteps).contains(steps) ? nil : "a download cannot have \(steps) steps"
        case .fails(let fraction, _), .stalls(let fraction):
            (0...1).contains(fraction) ? nil : "a download cannot end at \(fraction)"
        }
    }

    /// The progress events, up to the end, the failure or the stop.
    var fractions: [Double] {
        switch self {
        case .succeeds(let steps):
            let count = min(max(steps, 1), Self.mostSteps)
            return (1...count).map { Double($0) / Double(count) }
        case .fails(let fraction, _), .stalls(let fraction): return [fraction]
        }
    }
}

/// The reason why a synthetic library holds something back.
public enum SyntheticHold: Hashable, Sendable, CaseIterable {
    /// Until ``SyntheticStore/callBackLate()``: ``SyntheticImageFault/late``.
    case late
    /// Forever: ``SyntheticImageFault/never``.
    case never
    /// Until ``SyntheticStore/endDownloads()``: ``SyntheticDownload/stalls(after:)``.
    case download
}
