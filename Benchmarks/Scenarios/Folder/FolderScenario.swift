import CameraRoll
import Foundation

/// The cost of indexing, rescanning and opening a folder of photos, against system calls alone.
struct FolderScenario: Scenario {
    let name = "folder"
    let title = "A folder of photos"
    let summary = "a folder of photos: indexing, rescan and opening, against a bare walk and bare reads of 8 KB"
    let provenance = """
        All real. Medians. 'Warm' is in the page cache; 'cold' has the files' contents read from the disk. The floor \
        of indexing is a walk by readdir and fstatat, and then the first 8 KB of each file,
          opened by openat without a string, on as many threads as the index reads with. Memory: the peak of a new
          process that does nothing else. With '--make' on copies of the JPEGs at the path,
          without a path on JPEGs of 20 KB that the benchmark makes itself.
        """

    let quickSeconds = 2.0

    #if FolderLibrary || canImport(Darwin)
        func run(_ options: Options, into report: inout Report) async throws {
            let count = options.make ?? (options.path != nil ? nil : options.isQuick ? 500 : 10_000)
            if let count { report.progress("making \(grouped(count)) files") }
            let (path, seed) = (options.path, options.seed)
            let tree = try await onThread { try FolderTree(path: path, making: count, seed: seed) }
            defer { tree.remove() }
            var figures = FolderFigures(of: tree.path)
            try await figures.measure(rounds: options.isQuick ? 1 : 5, report)
            guard figures.files > 0 else { throw UsageError(description: "'\(tree.path)' has no files.") }
            figures.publish(into: &report)
        }
    #else
        func run(_ options: Options, into report: inout Report) async throws {
            report.skip(
                "it needs SQLite. Build with '--traits FolderLibrary'; the README says what to install on Linux.")
        }
    #endif
}

#if FolderLibrary || canImport(Darwin)
    extension FolderFigures {
        /// Prints all figures, and compares them with the goals.
        func publish(into report: inout Report) {
            let floor = walk.median + heads.median
            report.table(
                ["", "floor", "CameraRoll", "ratio"],
                [
                    row("index, warm", floor, index.median, into: &report),
                    row("index, contents cold", walk.median + coldHeads, coldIndex, into: &report),
                    row("rescan, unchanged", walk.median, rescan.median, into: &report),
                ])
            report.table(
                ["", "median", "the fastest tenth", "slowest"],
                [
                    ("open to first page", open), ("the same in a new process", openInNewProcess),
                    ("page at the start", firstPage), ("page at the end", lastPage),
                    ("search a word of one file", rareSearch), ("search a word of all files", commonSearch),
                ].map {
                    report.record("folder", $0.0, Double($0.1.median), "ns")
                    return [$0.0] + [$0.1.median, $0.1.fast, $0.1.max].map { time(Double($0)) }
                })
            show(in: report, floor: floor)
            let inTurns: [(String, String, Samples, String?)] = [
                ("bare heads", "index, in turns", heads, nil), ("folder", "index, in turns", index, "bare heads"),
                ("bare walk", "rescan, in turns", walk, nil), ("folder", "rescan, in turns", rescan, "bare walk"),
            ]
            for (variant, metric, samples, rival) in inTurns {
                report.record(variant, metric, Double(samples.median), "ns", samples: samples, rival: rival)
            }
            if let memory { report.record("folder", "memory while indexing", Double(memory), "bytes") }
            if files >= Self.judged { judge(floor, report) }
            report.conclude(
                "\(grouped(files)) photos are indexed in \(time(index.median)), "
                    + "\(ratio(Double(index.median) / Double(max(floor, 1)))) the time of the bare reads, looked "
                    + "through again in \(time(rescan.median)), and opened in \(time(open.median)).")
            if files < Self.judged {
                report.note("Of fewer than \(grouped(Self.judged)) files nothing is asked.")
            }
        }

        private func show(in report: Report, floor: UInt64) {
            report.show(
                BarChart(
                    "folder", title: "A folder of \(grouped(files)) photos",
                    reading: "Gray is what the system's calls alone take for the same: the floor. Medians.",
                    .nanoseconds, isLogarithmic: true,
                    bars: [
                        .init(name: "index: the floor", value: Double(floor)),
                        .init(name: "index", isOwn: true, value: Double(index.median)),
                        .init(name: "rescan, nothing changed: the floor", value: Double(walk.median)),
                        .init(name: "rescan, nothing changed", isOwn: true, value: Double(rescan.median)),
                        .init(name: "open to the first page", isOwn: true, value: Double(open.median)),
                    ]))
            guard progress.count > 1 else { return }
            report.show(
                LineChart(
                    name: "folder-rate", title: "Indexing, over time",
                    reading: "How many files had been indexed: a straight line is a steady rate.", quantity: .count,
                    values: "files", series: [Series(name: "files indexed", isOwn: true, values: progress)]))
        }

        /// The minimum number of files to judge: the goals are for 70,000 files, and with few files the fixed costs
        /// dominate.
        private static let judged = 10_000

        private func judge(_ floor: UInt64, _ report: Report) {
            let indexing = Double(index.median) / Double(max(floor, 1))
            let rescanning = Double(rescan.median) / Double(max(walk.median, 1))
            let page = lastPage.over(firstPage)
            report.goal(
                "index against its floor", ratio(indexing), asked: "≤ 2×", isMet: indexing <= 2,
                bound: .atMost(2, found: indexing))
            report.goal(
                "rescan against the walk", ratio(rescanning), asked: "≤ 1.5×", isMet: rescanning <= 1.5,
                bound: .atMost(1.5, found: rescanning))
            // 5 ms for 70,000 files, and 10 for a million.
            let limit = files > 100_000 ? 10.0 : 5.0
            let opening = Double(open.median)
            report.goal(
                "open to first page", time(opening), asked: "≤ \(Int(limit)) ms", isMet: opening <= limit * 1e6,
                bound: .atMost(limit * 1e6, found: opening))
            let inNewProcess = Double(openInNewProcess.median)
            report.goal(
                "open in a new process, median", time(inNewProcess), asked: "≤ 10 ms",
                isMet: openInNewProcess.count > 0 && inNewProcess <= 10e6, bound: .atMost(10e6, found: inNewProcess))
            report.goal(
                "page at the end against the start", ratio(page), asked: "≤ 1.2×", isMet: page <= 1.2,
                bound: .atMost(1.2, found: page))
            report.goal(
                "search a word of one file, first page", time(Double(rareSearch.median)), asked: "≤ 10 ms",
                isMet: rareSearch.median <= 10_000_000, bound: .atMost(10e6, found: Double(rareSearch.median)))
            guard let memory else { return }
            let megabytes = memory >> 20
            report.goal(
                "memory while indexing, in a process of its own", "\(megabytes) MiB", asked: "≤ 95 MiB",
                isMet: megabytes <= 95,
                bound: .atMost(95, found: Double(megabytes)))
        }

        private func row(_ name: String, _ floor: UInt64, _ own: UInt64, into report: inout Report) -> [String] {
            let factor = Double(own) / Double(max(floor, 1))
            report.record("floor", name, Double(floor), "ns")
            report.record("folder", name, Double(own), "ns")
            report.record("folder", name + " / floor", factor, "ratio")
            return [name, time(Double(floor)), time(Double(own)), ratio(factor)]
        }
    }
#endif
