import CameraRoll
import CameraRollBrowsing
import Foundation

/// A drag over many assets: the cost of one move of the pointer, against a set of identifiers with order numbers.
struct SelectionDrags {
    private struct Figure {
        let count: Int
        var moves = Samples()
        var naive = Samples()
    }

    /// The number of cells that a pointer passes in one move: a row.
    private static let row = 4

    private let counts: [Int]

    init(upTo largest: Int) {
        counts = [1, 100, 10_000, 100_000, 1_000_000].filter { $0 <= largest }
    }

    func publish(into report: inout Report) {
        let figures = counts.map(measure)
        let rows = figures.map { figure -> [String] in
            let variant = "drag of \(figure.count)"
            report.record(variant, "a move of the pointer", Double(figure.moves.median), "ns")
            report.record(variant, "the same with a set renumbered at each toggle", Double(figure.naive.median), "ns")
            let factor = ratio(figure.naive.over(figure.moves))
            return [
                grouped(figure.count), time(figure.moves.median), time(figure.moves.percentile(99)),
                time(figure.naive.median), factor,
            ]
        }
        report.table(["selected by a drag", "a move", "p99", "set renumbered at each toggle", "ratio"], rows)
        guard let judged = figures.last(where: { $0.count <= 100_000 }) else { return }
        let (move, name) = (judged.moves.median, "a move with \(grouped(judged.count)) selected")
        report.goal(
            name, time(move), asked: "≤ 10 µs, without the library", isMet: move <= 10_000,
            bound: .atMost(10_000, found: Double(move)))
        publishDeletion(of: judged.count, into: &report)
    }

    /// Measures the deletion of every second selected asset from the library.
    private func publishDeletion(of count: Int, into report: inout Report) {
        let gone = Array(stride(from: 0, to: count, by: 2))
        let listCount = 2 * count
        guard
            let changes = ListChanges(
                reported: gone, inserted: [], changed: [], oldCount: listCount, newCount: listCount - gone.count)
        else { return }
        var selected = AssetSelection(listCount: listCount)
        selected.select(0..<count) { _ in nil }
        let identifiers = (0..<count).map { "asset-\($0)" }
        let (set, deleted) = (NumberedSet(identifiers), Set(gone.map { identifiers[$0] }))
        var (ours, naive) = (Samples(), Samples())
        for _ in 0..<10 {
            var (selection, copy) = (selected, set)
            let start = uptime()
            blackHole(try? selection.apply(changes).count)
            ours.add(uptime() - start)
            let next = uptime()
            copy.remove(deleted)
            naive.add(uptime() - next)
        }
        report.record("half of \(count)", "selected assets are deleted", Double(ours.median), "ns")
        report.record("half of \(count)", "the same with a set renumbered once", Double(naive.median), "ns")
        report.table(
            ["every second selected asset is deleted", "selection", "set renumbered once", "ratio"],
            [[grouped(count), time(ours.median), time(naive.median), ratio(naive.over(ours))]])
    }

    /// Moves the pointer back and forth at the end of a drag.
    private func measure(_ count: Int) -> Figure {
        var figure = Figure(count: count)
        var selection = AssetSelection(listCount: count + 2 * Self.row)
        selection.beginDrag(at: 0) { _ in nil }
        selection.drag(to: count - 1) { _ in nil }
        for number in 0..<2_000 {
            let target = number % 2 == 0 ? count - 1 + Self.row : count - 1
            let start = uptime()
            let change = selection.drag(to: target) { _ in nil }
            figure.moves.add(uptime() - start)
            blackHole(change.selected.count)
        }
        var naive = NumberedSet((0..<count).map { "asset-\($0)" })
        for number in 0..<(count > 50_000 ? 2 : 20) {
            let cells = (0..<Self.row).map { "asset-\(count + $0)" }
            let start = uptime()
            for cell in cells { naive.toggle(cell, selecting: number % 2 == 0) }
            figure.naive.add(uptime() - start)
        }
        return figure
    }
}

/// A selection as most pickers keep it: identifiers in order, with their numbers for the badges.
private struct NumberedSet {
    private var selected: Set<String>
    private var order: [String]
    private(set) var numbers: [String: Int] = [:]

    init(_ identifiers: [String]) {
        (selected, order) = (Set(identifiers), identifiers)
        renumber()
    }

    mutating func toggle(_ id: String, selecting: Bool) {
        guard selecting != selected.contains(id) else { return }
        if selecting {
            selected.insert(id)
            order.append(id)
        } else {
            selected.remove(id)
            order.removeAll { $0 == id }
        }
        renumber()
    }

    mutating func remove(_ deleted: Set<String>) {
        selected.subtract(deleted)
        order.removeAll { deleted.contains($0) }
        renumber()
    }

    private mutating func renumber() {
        numbers.removeAll(keepingCapacity: true)
        for (index, id) in order.enumerated() { numbers[id] = index + 1 }
    }
}
