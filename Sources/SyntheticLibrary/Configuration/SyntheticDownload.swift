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
