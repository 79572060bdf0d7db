import CameraRoll
import CoreTestSupport
import TestSupport
import Testing

/// Index changes in the form that collection views use.
@Suite struct BatchUpdateTests {
    /// The steps of a collection view: all deletions and moves by old positions, all insertions by new ones.
    private func perform(_ batch: ListChanges.BatchUpdate, on old: [Int], to new: [Int]) -> [Int?] {
        let gone = Set(batch.deletions + batch.moves.map(\.from))
        let kept = old.indices.filter { !gone.contains($0) }.map { old[$0] }
        var arriving = Dictionary(uniqueKeysWithValues: batch.insertions.map { ($0, new[$0]) })
        for move in batch.moves { arriving[move.to] = old[move.from] }
        var rest = kept[...]
        return (0..<kept.count + arriving.count).map { arriving[$0] ?? rest.popFirst() }
    }

    @Test(arguments: Effort.seeds(0..<200))
    func `Performed by a collection view, a batch leads to the new list`(seed: Int) throws {
        var numbers = SeededNumbers(seed: UInt64(seed))
        let old = Array((0..<12).shuffled(using: &numbers).prefix(Int.random(in: 0...12, using: &numbers)))
        let new = Array((0..<12).shuffled(using: &numbers).prefix(Int.random(in: 0...12, using: &numbers)))
        let changed = Set(old.filter { $0.isMultiple(of: 3) && new.contains($0) })
        let changes = try #require(ListPair(old: old, new: new, changed: changed).changes)
        let batch = changes.batchUpdate
        #expect(perform(batch, on: old, to: new) == new)
        for move in batch.moves { #expect(old[move.from] == new[move.to]) }
        #expect(batch.reloads == changes.changed)
    }
}
