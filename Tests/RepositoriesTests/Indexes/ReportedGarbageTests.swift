import CameraRoll
import CoreTestSupport
import Foundation
import TestSupport
import Testing

/// For any report of a library, the resulting changes can be applied.
@Suite struct ReportedGarbageTests {
    private typealias Move = ListChanges.Move

    /// The error in the changes, if any.
    private func complaint(about changes: ListChanges) -> String? {
        let old = (0..<changes.oldCount).map { Int?.some($0) }
        guard let naive = old.appliedNaively(changes), naive.count == changes.newCount else { return "no list" }
        let fresh = naive.indices.filter { naive[$0] == nil }
        if changes.newPositionsOfInserted != fresh { return "new at \(changes.newPositionsOfInserted), not \(fresh)" }
        if !Set(changes.changed).isSubset(of: Set(naive.indices).subtracting(fresh)) { return "changes what is new" }
        let expected = naive.indices.map { changes.changed.contains($0) ? -1 : naive[$0] ?? -1 }
        let applied = try? changes.applied(to: Array(0..<changes.oldCount)) { _ in -1 }
        return applied == expected ? nil : "\(applied ?? []), not \(expected)"
    }

    private func check(_ changes: ListChanges?) -> Bool {
        guard let changes, let complaint = complaint(about: changes) else { return true }
        Issue.record("\(complaint): \(changes.removed), \(changes.inserted), \(changes.moves), \(changes.changed)")
        return false
    }

    @Test func `Every report with positions around two short lists and at most one move`() {
        let sets = parts(of: Array(-1...2))
        let positions = Array(-1...3)
        let moves = [[]] + positions.flatMap { from in positions.map { [Move(from: from, to: $0)] } }
        for counts in sequences(of: [0, 1, 2, 3], count: 2) {
            for (removed, inserted) in sets.flatMap({ removed in sets.map { (removed, $0) } }) {
                guard counts[0] - removed.count + inserted.count == counts[1] else { continue }
                for moves in moves {
                    let changes = ListChanges(
                        reported: removed, inserted: inserted, moves: moves, changed: positions, oldCount: counts[0],
                        newCount: counts[1])
                    guard check(changes) else { return }
                }
            }
        }
    }

    @Test func `Random reports of longer lists, most of them almost right`() {
        var numbers = SeededNumbers(seed: 26)
        var taken = 0
        for _ in 0..<Effort.of(full: 20_000) {
            let changes = Self.report(&numbers)
            if changes != nil { taken += 1 }
            guard check(changes) else { return }
        }
        #expect(taken > Effort.of(full: 1_000))
    }

    private static func report(_ numbers: inout SeededNumbers) -> ListChanges? {
        let oldCount = Int.random(in: 0...12, using: &numbers)
        let bad = Int.random(in: 0..<20, using: &numbers) == 0 ? 2 : 0
        func positions(_ count: Int, below end: Int) -> [Int] {
            (0..<count).map { _ in Int.random(in: -bad...max(0, end - 1 + bad), using: &numbers) }
        }
        let removed = oldCount == 0 ? [] : positions(.random(in: 0...3, using: &numbers), below: oldCount)
        let grown = oldCount - Set(removed).count
        let inserted = positions(.random(in: 0...3, using: &numbers), below: grown + 3)
        let newCount = grown + Set(inserted).count
        let moves = zip(positions(2, below: newCount), positions(2, below: newCount)).map { Move(from: $0, to: $1) }
        return ListChanges(
            reported: removed, inserted: inserted, moves: Array(moves.prefix(.random(in: 0...2, using: &numbers))),
            changed: positions(4, below: newCount), oldCount: oldCount, newCount: newCount)
    }

    @Test func `Changes survive a file, and what is no changes is not read from one`() throws {
        let changes = try #require(ListPair(old: [0, 1, 2, 3], new: [3, 5, 1, 0], changed: [1]).changes)
        let data = try JSONEncoder().encode(changes)
        #expect(try JSONDecoder().decode(ListChanges.self, from: data) == changes)
        let text = String(decoding: data, as: UTF8.self)
        let wrong = text.replacing("\"oldCount\":4", with: "\"oldCount\":2")
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(ListChanges.self, from: Data(wrong.utf8))
        }
    }
}
