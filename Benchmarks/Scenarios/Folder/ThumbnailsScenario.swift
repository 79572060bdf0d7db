import CameraRoll
import Foundation

/// The cost of a folder's thumbnails through the image manager, against the codec and the resampler alone.
struct ThumbnailsScenario: Scenario {
    let name = "thumbnails"
    let title = "Thumbnails of large photos"
    let summary = "thumbnails of large JPEGs through the image manager, against the bare codec and vipsthumbnail"
    let provenance = """
        All real: JPEGs in a folder, indexed, in the page cache. With a path they are the JPEGs of at least a megabyte
          there, and where it has none 12 megapixels enlarged from its pictures; without one enlarged waves that the
          benchmark paints (4:2:0, quality 90). Bare: on as many threads each file is read, decoded by TurboJPEG at the
          same scale, and resampled. All take turns, round by round; 'and kept' has each thumbnail stored as it is made.
          vipsthumbnail: as many processes of one thread each share the files. Quality: of all files, against a whole
          decode, resampled by the same filter.
        """

    let typicalSeconds = 16.0
    let quickSeconds = 5.0

    #if FolderLibrary && os(Linux)
        func run(_ options: Options, into report: inout Report) async throws {
            let (path, count) = (options.path, options.isQuick ? 4 : 12)
            report.progress("making or copying pictures")
            let limit = options.isQuick ? 8 : 250
            let photos = try await onThread { try ThumbnailPhotos(from: path, count: count, limit: limit) }
            defer { photos.remove() }
            let stage = try await ThumbnailStage(photos)
            var rows: [[String]] = []
            var sentences: [String] = []
            for side in [256, 1_024] {
                report.progress("\(side) pixels")
                let figures = try await stage.measure(side: side, rounds: options.isQuick ? 1 : 3)
                rows.append(figures.row(into: &report))
                sentences.append(figures.conclusion)
                report.show(figures.chart)
                if side == 256 { figures.judge(report) }
            }
            report.table(
                ["a second", "bare", "CameraRoll", "ratio", "and kept", "ratio", "from the store", "vipsthumbnail"],
                rows)
            sentences.forEach { report.conclude($0) }
            report.progress("quality")
            try await ThumbnailQuality(of: photos.paths, threads: stage.threads).publish(into: &report)
            report.note("\(photos.kind); on \(stage.threads == 1 ? "one thread" : "\(stage.threads) threads").")
            if !VipsThumbnails.isInstalled {
                report.note("vipsthumbnail is not installed ('apt-get install libvips-tools'), and so not compared.")
            }
        }
    #else
        func run(_ options: Options, into report: inout Report) async throws {
            report.skip("it needs Linux and TurboJPEG. Build with '--traits FolderLibrary'.")
        }
    #endif
}
