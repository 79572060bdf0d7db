import CameraRoll
import Foundation

/// What a folder's thumbnails cost through the image manager, against the codec and the resampler alone.
struct ThumbnailsScenario: Scenario {
    let name = "thumbnails"
    let summary = "thumbnails of 12-megapixel JPEGs through the image manager, against the bare codec and resampler"
    let provenance = """
        All real: JPEGs of 12 megapixels (4:2:0, quality 90) in a folder, indexed, in the page cache. With a path they
          are enlarged from the pictures there, without one from waves that the benchmark paints. Bare: on as many
          threads each file is read, decoded by TurboJPEG at the smallest scale that covers the size, and resampled.
          All take turns, round by round; 'and kept' has each thumbnail stored as it is made. Quality: against a whole
          decode, resampled by the same filter.
        """

    #if FolderLibrary && os(Linux)
        func run(_ options: Options, into report: inout Report) async throws {
            let (path, count) = (options.path, options.isQuick ? 4 : 24)
            report.progress("making \(count) pictures")
            let photos = try await onThread { try ThumbnailPhotos(from: path, count: count) }
            defer { photos.remove() }
            let stage = try await ThumbnailStage(photos)
            var rows: [[String]] = []
            for side in [256, 1_024] {
                report.progress("\(side) pixels")
                let figures = try await stage.measure(side: side, rounds: options.isQuick ? 1 : 7)
                rows.append(figures.row(into: &report))
                if side == 256 { figures.judge(report) }
            }
            report.table(
                [
                    "a second", "bare", "CameraRoll", "ratio", "and kept", "ratio", "from the store", "least quality",
                    "median",
                ], rows)
            report.note("On \(stage.threads == 1 ? "one thread" : "\(stage.threads) threads").")
        }
    #else
        func run(_ options: Options, into report: inout Report) async throws {
            report.note("This scenario needs TurboJPEG: build with '--traits FolderLibrary'.")
        }
    #endif
}
