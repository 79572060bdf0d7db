import CameraRoll
import Foundation
import SyntheticLibrary

/// Sections, the geometry of a grid, a scrubber and a drag-selection, against what most pickers do.
struct TimelineScenario: Scenario {
    let name = "timeline"
    let title = "Sections by date, and selection"
    let summary = "sections by month and day, after changes too; geometry, scrubber, drag-selection; against naive ones"
    let provenance = """
        All real: the synthetic library without costs, and a folder's index, whose files the benchmark makes. Sections
          are those of 'Recents' in the zone Europe/Berlin, from the call to the value. 'Grouping' reads all assets, and
          groups them by a date formatter's text. A slice is one call of the library on its executor, of each
          read the longest. Sizes in turn, round by round; medians.
        """

    let quickSeconds = 1.0

    func run(_ options: Options, into report: inout Report) async throws {
        let folder = try await indexedFolder(options, report)
        defer { folder?.remove() }
        var figures: [SectionFigures] = []
        for size in sizes(options) {
            report.progress("making \(grouped(size)) assets")
            let store = SyntheticStore(assets: size, seed: options.seed)
            figures.append(try await SectionFigures(of: .synthetic(store), "synthetic"))
        }
        if let folder { figures.append(try await SectionFigures(of: folder.index.library, "folder")) }
        report.progress("sections")
        // Alternately, so that a slow moment of the machine slows all of them.
        for round in 0..<(options.isQuick ? 2 : 20) {
            for index in figures.indices {
                // Grouping a million takes a second.
                let groupings = figures[index].assets > 2_000_000 ? 0 : figures[index].assets > 100_000 ? 1 : 3
                try await figures[index].measure(isGrouping: round < groupings)
            }
        }
        SectionFigures.publish(figures, into: &report)
        report.progress("sections after changes")
        try await ChangedSections(options).publish(into: &report)
        report.progress("geometry, scrubber, selection")
        try GridCalls(isQuick: options.isQuick).publish(into: &report)
        let largest = options.isQuick ? 10_000 : 1_000_000
        SelectionDrags(upTo: largest).publish(into: &report)
        conclude(figures, report)
    }

    private func sizes(_ options: Options) -> [Int] {
        options.assets.map { [$0] }
            ?? (options.isQuick ? [4_000, 70_000] : [4_000, 70_000, 1_000_000, 10_000_000])
    }

    private func conclude(_ figures: [SectionFigures], _ report: Report) {
        guard let found = figures.last(where: { $0.grouping.count > 0 && $0.library == "synthetic" }) else { return }
        report.conclude(
            "The days of \(grouped(found.assets)) photos are known after \(time(found.days.median)); to read all "
                + "and group "
                + "them takes \(time(found.grouping.median)), \(ratio(found.grouping.over(found.days))) as long.")
    }

    /// A folder of generated files, with its index.
    private struct GeneratedFolder {
        let tree: FolderTree
        let index: IndexedFolder

        func remove() {
            index.remove()
            tree.remove()
        }
    }

    private func indexedFolder(_ options: Options, _ report: Report) async throws -> GeneratedFolder? {
        #if FolderLibrary || canImport(Darwin)
            let (count, seed) = (options.make ?? (options.isQuick ? 500 : 10_000), options.seed)
            report.progress("making and indexing \(grouped(count)) files")
            let tree = try await onThread { try FolderTree(path: nil, making: count, seed: seed) }
            do {
                return GeneratedFolder(tree: tree, index: try await IndexedFolder(at: tree.path))
            } catch {
                tree.remove()
                throw error
            }
        #else
            report.note("Sections of a folder need SQLite: build with '--traits FolderLibrary'.")
            return nil
        #endif
    }
}

extension Calendar {
    /// A calendar in the Europe/Berlin time zone.
    static func ofBerlin(_ identifier: Identifier = .gregorian) -> Calendar {
        var calendar = Calendar(identifier: identifier)
        calendar.timeZone = TimeZone(identifier: "Europe/Berlin") ?? .gmt
        return calendar
    }
}
