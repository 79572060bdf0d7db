import CameraRoll
import Foundation
import SyntheticLibrary

/// Whether costs depend on the size of the library.
struct ScaleScenario: Scenario {
    let name = "scale"
    let title = "Libraries of any size"
    let summary = "open, pages, and long reads by each way, from 4,000 to 7,000,000 assets"
    let provenance = """
        All real: the synthetic library without costs. A page is one of 100 assets; sizes in turn, round by round;
          medians. Long reads have urgent reads of one asset beside them, one every 0.3 ms.
        """

    private static let pageSize = 100

    let typicalSeconds = 26.0
    let quickSeconds = 1.5

    func run(_ options: Options, into report: inout Report) async throws {
        let sizes =
            options.assets.map { [$0] } ?? (options.isQuick ? [4_000, 70_000] : [4_000, 70_000, 700_000, 7_000_000])
        var subjects: [Subject] = []
        for size in sizes {
            report.progress("making \(grouped(size)) assets")
            subjects.append(try await Subject(size: size, seed: options.seed))
        }
        for _ in 0..<(options.isQuick ? 20 : 300) {
            for index in subjects.indices { try await subjects[index].measure() }
        }
        publish(subjects, into: &report)
        show(subjects, in: report)
        subjects = []
        try await LongReads(options).run(into: &report)
    }

    private func publish(_ subjects: [Subject], into report: inout Report) {
        let rows = subjects.map { subject -> [String] in
            let bytes = subject.bytes
            let variant = "\(subject.size) assets"
            report.record(variant, "open", Double(subject.open.median), "ns")
            for (name, samples) in zip(["start", "middle", "end"], subject.pages) {
                report.record(variant, "page at the \(name)", Double(samples.median), "ns")
            }
            report.record(variant, "memory for an asset", bytes, "bytes")
            report.record(variant, "making", Double(subject.making), "ns")
            let times = ([subject.open] + subject.pages).map { time($0.median) }
            return [grouped(subject.size)] + times + [String(format: "%.1f", bytes), time(subject.making)]
        }
        report.table(["assets", "open", "start", "middle", "end", "bytes an asset", "making it"], rows)
        conclude(subjects, into: &report)
    }

    private func show(_ subjects: [Subject], in report: Report) {
        let lines: [(String, (Subject) -> Samples)] = [
            ("open", \.open), ("page at the start", { $0.pages[0] }), ("page in the middle", { $0.pages[1] }),
            ("page at the end", { $0.pages[2] }),
        ]
        report.show(
            ScalingPlot(
                name: "scale", title: "Open and pages, by the size of the library", sizes: "assets",
                quantity: .nanoseconds,
                series: lines.map { name, samples in
                    Series(name: name, isOwn: true, values: subjects.map { .init($0.size, samples($0)) })
                }))
    }

    private func conclude(_ subjects: [Subject], into report: inout Report) {
        guard let large = subjects.last, let first = subjects.first else { return }
        let small = subjects.dropLast().first { $0.size == 70_000 } ?? first
        let growth = large.open.over(small.open)
        let most = subjects.map(\.bytes).max() ?? 0
        report.goal(
            "open, the largest against \(grouped(small.size))", ratio(growth), asked: "≤ 1.2×", isMet: growth <= 1.2,
            bound: .atMost(1.2, found: growth))
        let place = large.pages[2].over(large.pages[0])
        report.goal(
            "a page at the end of \(grouped(large.size))", ratio(place), asked: "≤ 1.1×", isMet: place <= 1.1,
            bound: .atMost(1.1, found: place))
        report.goal(
            "memory", String(format: "%.1f bytes an asset", most), asked: "≤ 48", isMet: most <= 48,
            bound: .atMost(48, found: most))
        report.conclude(
            "The count and the first 100 take \(ratio(growth)) the time with \(grouped(large.size)) photos that "
                + "they take with \(grouped(small.size)); a photo takes \(String(format: "%.0f", most)) bytes of "
                + "memory.")
    }

    private struct Subject {
        let size: Int
        let store: SyntheticStore
        let making: UInt64
        private let photos: PhotoRepository
        private let snapshot: AssetSnapshot
        private(set) var open = Samples()
        var bytes: Double { Double(store.memoryFootprint) / Double(size) }
        private(set) var pages = [Samples(), Samples(), Samples()]

        init(size: Int, seed: UInt64) async throws {
            self.size = size
            store = SyntheticStore(assets: size, seed: seed)
            making = await timed { [store] in _ = store.contents }
            let executor = LibraryExecutor(label: "bench.scale")
            photos = PhotoRepository(access: LibraryAccess(.synthetic(store), executor: executor))
            snapshot = try await photos.snapshot()
        }

        mutating func measure() async throws {
            // A new `LibraryAccess` each time, since opening the library is part of the measurement, and so is the
            // start of its thread.
            let manager = MediaManager(.synthetic(store), executor: LibraryExecutor(label: "bench.open"))
            open.add(
                try await timed {
                    blackHole(try await manager.loadLibrary())
                    blackHole(try await manager.page(PageRequest(size: pageSize)).assets.count)
                })
            let last = snapshot.count - pageSize
            for (index, start) in [0, last / 2, last].enumerated() {
                let range = start..<(start + pageSize)
                pages[index].add(
                    try await timed { blackHole(try await photos.assets(in: range, of: snapshot).count) })
            }
        }
    }
}
