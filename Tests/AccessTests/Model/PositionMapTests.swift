import CameraRoll
import CoreTestSupport
import TestSupport
import Testing

/// The new positions of single elements, and sparse lists.
@Suite struct PositionMapTests {
    /// The error in the positions and in sparse lists, if any: compared with the lists themselves.
    private func complaint(about pair: ListPair) -> String? {
        guard let changes = pair.changes else { return "no changes" }
        let places = Dictionary(uniqueKeysWithValues: zip(pair.new, pair.new.indices))
        let map = changes.positionMap
        for (position, element) in pair.old.enumerated() where map[position] != places[element] {
            return "\(element) goes from \(position) to \(map[position].map(String.init) ?? "nowhere")"
        }
        if map[-1] != nil || map[pair.old.count] != nil { return "positions beyond the old list go somewhere" }
        for step in 1...3 {
            let known = pair.old.enumerated().filter { $0.offset % step == 0 }
            let sparse = Dictionary(uniqueKeysWithValues: known.map { ($0.offset, $0.element) })
            let kept = changes.applied(to: sparse, keepingChanged: true)
            let expected = known.compactMap { known in places[known.element].map { ($0, known.element) } }
            if kept != Dictionary(uniqueKeysWithValues: expected) { return "every \(step). leads to \(kept)" }
            let fresh = changes.applied(to: sparse)
            if fresh != kept.filter({ !changes.changed.contains($0.key) }) { return "what changed is kept" }
        }
        return nil
    }

    @Test(arguments: arrangements(of: [0, 1, 2]))
    func `In every small pair of lists each position leads to where its element is`(old: [Int]) {
        for new in arrangements(of: [0, 1, 2, 3, 4]) where new.count <= 4 {
            let pair = ListPair(old: old, new: new, changed: [0, 3])
            #expect(complaint(about: pair) == nil, "from \(old) to \(new)")
        }
    }

    @Test(arguments: Effort.seeds(0..<6 as Range<UInt64>))
    func `In long lists with edits of all kinds too`(seed: UInt64) {
        var numbers = SeededNumbers(seed: seed)
        let old = Array(0..<400)
        let leaving = Set(old.shuffled(using: &numbers).prefix([0, 1, 20, 100, 399, 400][Int(seed)]))
        var new = old.filter { !leaving.contains($0) }
        for element in leaving.sorted() + Array(400..<460) where Bool.random(using: &numbers) {
            new.insert(element, at: .random(in: 0...new.count, using: &numbers))
        }
        let pair = ListPair(old: old, new: new, changed: Set(old.filter { $0 % 5 == 0 }))
        #expect(complaint(about: pair) == nil)
    }

    @Test func `A position is found in a list of any length at the cost of the changes`() {
        let changes = ListChanges(
            reported: [10], inserted: [0], moves: [ListChanges.Move(from: 5, to: .max - 1)], changed: [3],
            oldCount: .max, newCount: .max)
        #expect(changes?.newPosition(ofOld: 4) == .max - 1)
        #expect(changes?.newPosition(ofOld: 10) == nil)
        #expect(changes?.newPosition(ofOld: 0) == 1)
        #expect(changes?.newPosition(ofOld: .max - 1) == .max - 2)
        #expect(changes?.applied(to: [0: "a", 10: "b", 2: "c"]) == [1: "a"])
    }
}
