import CameraRollTesting
import CoreTestSupport
import Foundation
import SyntheticLibrary
import TestSupport
import Testing

@testable import CameraRoll
@testable import CameraRollBrowsing

/// A grid against a naive model: random scrolls, selections, changes and reloads.
@MainActor @Suite(.timeLimit(.hang)) struct AssetGridModelTests {
    /// The changes of the library for each seed; with full effort there are 100,000 steps in all.
    private static let rounds = Effort.of(full: 250)
    /// The scrolls and selections before each change.
    private static let steps = 100

    @Test(arguments: Effort.seeds(4, of: 1...4 as ClosedRange<UInt64>))
    func `Random scrolls, selections, changes and reloads: cells, selection and anchor equal a naive model`(
        seed: UInt64
    ) async throws {
        var model = try await GridModel(seed: seed)
        for round in 0..<Self.rounds {
            for _ in 0..<Self.steps { model.scrollOrSelect() }
            try await model.change()
            guard let fault = model.fault else { continue }
            Issue.record("seed \(seed), round \(round): \(fault)")
            return
        }
        #expect(model.shown.batches > model.shown.reloads)
        #expect(model.shown.reloads > 0)
    }
}

/// A grid beside the list that it shows, with its selection by asset.
///
/// Each asset has a number, faster to compare than its identifier.
@MainActor struct GridModel {
    private let subject: GridSubject
    private var numbers: SeededNumbers
    private var ids: [AssetID]
    private var numberOf: [AssetID: Int] = [:]
    /// The numbers of the list's assets.
    private var list: [Int] = []
    /// The numbers of the selected assets, in the order of selection.
    private var selected: [Int] = []
    private var held: [AssetCell] = []
    private var steps = 0
    private(set) var fault: String?
    /// The changes that the view showed in places, and those for which it reloaded.
    private(set) var shown = (batches: 0, reloads: 0)

    init(seed: UInt64) async throws {
        numbers = SeededNumbers(seed: seed)
        subject = try GridSubject(assets: 250) {
            ($0.pageSize, $0.pageLimit, $0.cellLimit, $0.sectionUnit) = (16, 6, 24, .year)
        }
        await subject.open()
        let subject = subject
        await subject.run { subject.grid.sections != nil }
        ids = []
        try await readList()
    }

    private mutating func readList() async throws {
        ids = try await subject.shownIDs()
        list = ids.map { id in
            if let number = numberOf[id] { return number }
            numberOf[id] = numberOf.count
            return numberOf.count - 1
        }
    }

    private var grid: AssetGrid { subject.grid }

    mutating func scrollOrSelect() {
        guard !list.isEmpty else { return }
        let position = Int.random(in: 0..<list.count, using: &numbers)
        switch Int.random(in: 0..<12, using: &numbers) {
        case 0...6:
            let end = min(position + Int.random(in: 1...24, using: &numbers), list.count)
            grid.scrolled(to: position..<end, velocity: Double.random(in: -300...300, using: &numbers))
            for position in position..<end where Bool.random(using: &numbers) { held.append(grid.cell(at: position)) }
            held = held.suffix(40)
        case 7, 8:
            grid.toggle(position)
            if let index = selected.firstIndex(of: list[position]) {
                selected.remove(at: index)
            } else {
                selected.append(list[position])
            }
        case 9: drag(from: position)
        case 10: grid.scrub(Bool.random(using: &numbers) ? .dragging(0.3) : .resting(0.3))
        default: grid.scrub(.idle)
        }
        steps += 1
        if steps.isMultiple(of: 8) { checkCells() }
    }

    private mutating func drag(from first: Int) {
        let last = Int.random(in: max(first - 30, 0)...min(first + 30, list.count - 1), using: &numbers)
        grid.beginDrag(at: first)
        grid.drag(to: last)
        grid.endDrag()
        let dragged = stride(from: first, through: last, by: first <= last ? 1 : -1).map { list[$0] }
        let before = Set(selected)
        if before.contains(list[first]) {
            let gone = Set(dragged)
            selected.removeAll { gone.contains($0) }
        } else {
            selected += dragged.filter { !before.contains($0) }
        }
    }

    /// Changes the library or reloads the list, and compares what the grid makes of it.
    mutating func change() async throws {
        grid.scrub(.idle)
        let (generation, old) = (grid.generation, list)
        let anchor = grid.viewport.anchor(in: list.count)?.position
        if Int.random(in: 0..<6, using: &numbers) == 0 {
            if Bool.random(using: &numbers) { grid.reload() } else { subject.manager.reloadAfterForeground() }
        } else {
            changeLibrary()
        }
        let subject = subject
        await subject.run { subject.grid.generation > generation }
        guard let change = grid.change else { return }
        try await readList()
        check(change, from: old, anchor)
        // The view goes on scrolling during its animation.
        for _ in 0..<5 { scrollOrSelect() }
        grid.scrub(.idle)
        grid.finishedShowing(change)
        await subject.settle()
        let visible = grid.viewport.visible(in: grid.count)
        if let missing = visible.prefix(64).first(where: { grid.asset(at: $0) == nil }) {
            fault = "\(missing) not read"
        }
        checkCells()
    }

    private mutating func changeLibrary() {
        var numbers = numbers
        let list = ids
        subject.store.change { contents in
            contents.insert(Int.random(in: 1...8, using: &numbers)) {
                MediaAsset.plain(&$0)
                $0.creationDate = Date(timeIntervalSince1970: Double.random(in: 0...1.7e9, using: &numbers))
            }
            contents.delete(
                (0..<Int.random(in: 0...9, using: &numbers)).compactMap { _ in list.randomElement(using: &numbers) })
            for _ in 0..<Int.random(in: 0...4, using: &numbers) {
                guard let id = list.randomElement(using: &numbers) else { return }
                contents.edit(id) { $0.isFavorite.toggle() }
            }
            if let id = list.randomElement(using: &numbers) {
                contents.edit(id) { $0.creationDate = Date(timeIntervalSince1970: 1.2e9) }
            }
        }
        self.numbers = numbers
    }

    private mutating func check(_ change: GridChange, from old: [Int], _ anchor: Int?) {
        let places = Dictionary(uniqueKeysWithValues: zip(list, list.indices))
        if change.batch == nil { shown.reloads += 1 } else { shown.batches += 1 }
        if let batch = change.batch {
            let (gone, new, before) = (Set(batch.deletions), Set(batch.insertions), Set(old))
            if Set(old.indices.filter { places[old[$0]] == nil }) != gone { fault = "deletions" }
            if Set(list.indices.filter { !before.contains(list[$0]) }) != new { fault = "insertions" }
            let above = batch.insertions.count { $0 < change.anchor?.position ?? 0 }
            if change.itemsAbove != above { fault = "\(change.itemsAbove) items above instead of \(above)" }
        }
        if let anchor, !list.isEmpty {
            let kept = old.indices.filter { places[old[$0]] != nil }
            // If none of the old assets is left, any place in the new list will do.
            let nearest = kept.min { (abs($0 - anchor), -$0) < (abs($1 - anchor), -$1) }
            let expected = nearest.flatMap { places[old[$0]] } ?? change.anchor?.position
            if change.anchor?.position != expected || expected == nil, change.batch != nil {
                fault = "anchor \(String(describing: change.anchor))"
            }
        }
        let deselected = selected.filter { places[$0] == nil }
        if change.deselected.map({ old[$0] }) != deselected { fault = "deselected \(change.deselected)" }
        selected.removeAll { places[$0] == nil }
        if grid.sections?.assetCount != list.count { fault = "sections of another list" }
        checkCells()
    }

    private mutating func checkCells() {
        let orderNumbers = Dictionary(uniqueKeysWithValues: zip(selected, 1...))
        if grid.count != list.count { fault = "\(grid.count) assets instead of \(list.count)" }
        if grid.selection.positions.map({ list[$0] }) != selected { fault = "selection" }
        if grid.pages.pageCount > grid.options.pageLimit { fault = "\(grid.pages.pageCount) pages" }
        if grid.cells.keptCount > grid.options.cellLimit { fault = "\(grid.cells.keptCount) cells" }
        for cell in grid.cells.cells + held {
            guard let asset = cell.asset else { continue }
            guard list.indices.contains(cell.position), ids[cell.position] == asset.id else {
                fault = "cell \(cell.position) shows \(asset.id)"
                continue
            }
            if cell.orderNumber != orderNumbers[list[cell.position]] {
                fault = "cell \(cell.position) has \(String(describing: cell.orderNumber))"
            }
        }
    }
}
