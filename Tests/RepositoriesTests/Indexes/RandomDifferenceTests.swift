import CameraRoll
import CoreTestSupport
import TestSupport
import Testing

/// The difference of two long lists, after hundreds of edits of all kinds.
@Suite struct RandomDifferenceTests {
    /// A long list, and the same list after edits of the touched elements.
    private static func pair(_ numbers: inout SeededNumbers, touched: Int) -> ListPair {
        let old = Array(0..<1_000).shuffled(using: &numbers)
        let moving = Set(old.shuffled(using: &numbers).prefix(touched))
        var new = old.filter { !moving.contains($0) }
        for element in moving.sorted() where Int.random(in: 0..<3, using: &numbers) > 0 {
            new.insert(element, at: .random(in: 0...new.count, using: &numbers))
        }
        for element in 1_000..<1_000 + Int.random(in: 0...touched, using: &numbers) {
            new.insert(element, at: .random(in: 0...new.count, using: &numbers))
        }
        let changed = old.filter { _ in Int.random(in: 0..<4, using: &numbers) == 0 }
        return ListPair(old: old, new: new, untouched: Set(old).subtracting(moving), changed: Set(changed))
    }

    @Test(arguments: Effort.seeds(0..<8 as Range<UInt64>))
    func `A thousand elements, of which some are removed, moved and changed, and others inserted`(seed: UInt64) {
        var numbers = SeededNumbers(seed: seed)
        let touched = [0, 1, 10, 100, 300, 500, 999, 1_000][Int(seed)]
        var pair = Self.pair(&numbers, touched: touched)
        #expect(pair.complaint(about: pair.changes) == nil)
        pair.untouched = []
        #expect(pair.complaint(about: pair.changes) == nil)
    }

    @Test(arguments: Effort.seeds(0..<3 as Range<UInt64>))
    func `Elements of unknown order do not change where the changes lead`(seed: UInt64) {
        var numbers = SeededNumbers(seed: seed)
        var pair = Self.pair(&numbers, touched: 200)
        pair.untouched = pair.untouched.filter { _ in Bool.random(using: &numbers) }
        #expect(pair.complaint(about: pair.changes) == nil)
    }

    @Test func `What does not touch the order costs no move, however much comes and goes`() {
        let old = Array(0..<1_000)
        let new = (0..<1_500).filter { $0 % 3 != 0 }
        let changes = ListPair(old: old, new: new, untouched: Set(old.filter { $0 % 3 != 0 })).changes
        #expect(changes?.moves == [] && changes?.removed.count == 334 && changes?.inserted.count == 334)
    }
}
