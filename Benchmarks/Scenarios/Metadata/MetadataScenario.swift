import CameraRoll
import Foundation

/// The cost of reading metadata, against opening, reading and closing the same bytes without parsing.
struct MetadataScenario: Scenario {
    let name = "metadata"
    let title = "Metadata of files"
    let summary = "metadata of files, against a bare open, read and close of the same bytes, and against whole files"
    let provenance = """
        All real, in the page cache, one file after the other. Of each file the median of several rounds, in which all
          ways take turns; then the median over the files. The ratio is the median of each file's own. 'Every field':
          date, place, camera, lens, exposure, rights.
          Without a path on JPEGs that the benchmark makes itself, with EXIF, XMP and IPTC; give a folder for real ones.
        """

    let typicalSeconds = 2.0
    let quickSeconds = 0.5

    func run(_ options: Options, into report: inout Report) async throws {
        let files = try MetadataFiles(path: options.path, count: options.isQuick ? 20 : 200, seed: options.seed)
        defer { files.remove() }
        report.progress("\(files.paths.count) files")
        let rounds = options.isQuick ? 5 : 60
        let paths = files.paths
        let figures = try await onThread { try paths.map { try MetadataFigures(of: $0, rounds: rounds) } }
        publish(figures, isMade: options.path == nil, into: &report)
    }

    private func publish(_ figures: [MetadataFigures], isMade: Bool, into report: inout Report) {
        let formats = Dictionary(grouping: figures, by: \.format).sorted { $0.value.count > $1.value.count }
        report.table(
            ["kind", "files", "bare", "metadata", "every field", "whole file first", "ratio", "bytes read"],
            formats.map { row($0.key.rawValue, $0.value, into: &report) })
        guard let photos = formats.first(where: { $0.key == .jpeg })?.value ?? formats.first?.value else { return }
        let middle = photos.median(\.metadata)
        let factor = photos.median { $0.metadata / max($0.bare, 1) }
        let bytes = photos.median { Double($0.bytesRead) }
        report.goal(
            "metadata of a file, median", time(middle), asked: "≤ 20 µs", isMet: middle <= 20_000,
            bound: .atMost(20_000, found: middle))
        report.goal(
            "against the bare read", ratio(factor), asked: "≤ 2×", isMet: factor <= 2,
            bound: .atMost(2, found: factor))
        report.goal(
            "bytes read of a file, median", grouped(Int(bytes)), asked: "≤ 16,384", isMet: bytes <= 16_384,
            bound: .atMost(16_384, found: bytes))
        report.show(
            BarChart(
                "metadata", title: "Metadata of a file",
                reading: "Of each file the median of several rounds, of these the median. The bare read is the floor.",
                .nanoseconds, isLogarithmic: true,
                bars: [
                    .init(name: "open, read and close as many bytes", value: photos.median(\.bare)),
                    .init(name: "metadata", isOwn: true, value: middle),
                    .init(name: "metadata, every field", isOwn: true, value: photos.median(\.fields)),
                    .init(name: "whole file read first", value: photos.median(\.whole)),
                ], goal: GoalLine(value: 20_000, label: "goal 20 µs")))
        let kind = photos.first?.format.rawValue ?? ""
        report.conclude(
            "Every field of a \(kind) file\(isMade ? " of our own making" : "") is read in "
                + "\(time(photos.median(\.fields))), "
                + "from \(grouped(Int(bytes))) bytes; metadata take \(ratio(factor)) a bare read of the same bytes."
        )
    }

    private func row(_ name: String, _ files: [MetadataFigures], into report: inout Report) -> [String] {
        let factor = files.median { $0.metadata / max($0.bare, 1) }
        let times: [(String, Double)] = [
            ("bare read", files.median(\.bare)), ("metadata", files.median(\.metadata)),
            ("every field", files.median(\.fields)), ("whole file first", files.median(\.whole)),
        ]
        for (metric, value) in times { report.record(name, metric, value, "ns") }
        report.record(name, "metadata / bare read", factor, "ratio")
        report.record(name, "bytes read", files.median { Double($0.bytesRead) }, "bytes")
        return [name, "\(files.count)"] + times.map { time($0.1) }
            + [ratio(factor), grouped(Int(files.median { Double($0.bytesRead) }))]
    }
}

extension [MetadataFigures] {
    /// The median of some values, the upper one if their number is even; 0 without values.
    func median(_ value: (MetadataFigures) -> Double) -> Double {
        let sorted = map(value).sorted()
        return sorted.isEmpty ? 0 : sorted[sorted.count / 2]
    }
}
