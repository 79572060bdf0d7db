import SyntheticLibrary
import TestSupport
import Testing

@testable import benchmarks

/// The rival of index changes: a difference by a hash table.
@Suite struct HashDifferenceTests {
    @Test func `It makes the new list, and is no longer than the standard library's, for all short lists`() {
        // All lists of up to four of five different elements.
        var lists: [[Int]] = [[]]
        for _ in 0..<4 { lists += lists.flatMap { list in (0..<5).filter { !list.contains($0) }.map { list + [$0] } } }
        let different = Array(Set(lists))
        for old in different.prefix(120) {
            for new in different { check(old, new) }
        }
    }

    @Test(arguments: Effort.seeds(0..<20 as Range<UInt64>))
    func `The same for long lists with scattered changes`(seed: UInt64) {
        var numbers = SeededGenerator(seed: seed)
        let old = Array(0..<300)
        var new = old
        for _ in 0..<20 {
            switch Int.random(in: 0..<3, using: &numbers) {
            case 0: new.remove(at: Int.random(in: new.indices, using: &numbers))
            case 1:
                new.insert(1_000 + new.count * 7 + (new.max() ?? 0), at: Int.random(in: new.indices, using: &numbers))
            default: new.insert(new.removeFirst(), at: Int.random(in: new.indices, using: &numbers))
            }
        }
        check(old, new)
    }

    private func check(_ old: [Int], _ new: [Int]) {
        let difference = HashDifference(from: old, to: new)
        let standard = new.difference(from: old)
        #expect(difference.applied(to: old, new: new) == new)
        #expect(difference.removed.count + difference.inserted.count == standard.count)
    }
}
