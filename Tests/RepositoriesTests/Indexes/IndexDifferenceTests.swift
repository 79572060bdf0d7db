import CoreTestSupport
import Testing

@testable import CameraRoll

/// The difference of two lists, for all small lists.
///
/// Up to renaming, all pairs of lists up to a length are among these: the old list is in order.
@Suite struct IndexDifferenceTests {
    private func check(_ pair: ListPair) -> Bool {
        let changes = pair.changes
        guard let complaint = pair.complaint(about: changes) else { return true }
        Issue.record("\(complaint): from \(pair.old) to \(pair.new), without \(pair.untouched.sorted())")
        return false
    }

    @Test(arguments: 0...6)
    func `Every list of up to six elements becomes every other, with as few moves as can be`(count: Int) {
        for new in arrangements(of: Array(0..<6)) {
            guard check(ListPair(old: Array(0..<count), new: new, changed: [0, 2, 4])) else { return }
        }
    }

    @Test(arguments: 0...5)
    func `For every choice of unexamined elements that kept their order, the changes lead to the new list`(count: Int) {
        for new in arrangements(of: Array(0..<5)) {
            for untouched in parts(of: new.filter { $0 < count }) where untouched == untouched.sorted() {
                let pair = ListPair(
                    old: Array(0..<count), new: new, untouched: Set(untouched), changed: Set([1, 2, 3]))
                guard check(pair) else { return }
            }
        }
    }

    @Test func `Each element with new content is reloaded at its index in the new list, and nothing else is`() {
        for new in arrangements(of: Array(0..<4)) {
            for changed in parts(of: Array(0..<4)) {
                guard check(ListPair(old: [0, 1, 2], new: new, changed: Set(changed))) else { return }
            }
        }
    }

    @Test func `Where nothing moves, it says what the standard library says`() throws {
        for count in 0...5 {
            let old = Array(0..<count)
            for new in arrangements(of: Array(0..<5)) {
                let changes = try #require(ListPair(old: old, new: new).changes)
                guard changes.moves.isEmpty else { continue }
                let difference = new.difference(from: old)
                guard changes.removed == difference.removals.map(Self.offset),
                    changes.inserted == difference.insertions.map(Self.offset)
                else {
                    Issue.record("\(changes) from \(old) to \(new)")
                    return
                }
            }
        }
    }

    private static func offset(of change: CollectionDifference<Int>.Change) -> Int {
        switch change {
        case .insert(let offset, _, _), .remove(let offset, _, _): offset
        }
    }

    @Test func `The same two lists give the same changes, by each way to compute them`() throws {
        for new in arrangements(of: Array(0..<5)) {
            let pair = ListPair(old: [0, 1, 2], new: new, changed: [1])
            let other = IndexDifference(from: pair.old, to: new) { $0 == 1 }.changes()
            guard other == pair.changes else {
                Issue.record("\(String(describing: other)) from \(pair.old) to \(new)")
                return
            }
        }
    }

    @Test func `What stands in neither list does not count`() {
        let located = [LocatedElement(old: nil, new: nil, isChanged: true), LocatedElement(old: 1, new: nil)]
        let changes = IndexDifference(of: located, oldCount: 3, newCount: 2).changes()
        #expect(changes?.removed == [1] && changes?.count == 1)
    }

    @Test func `An asset that jumps over others moves alone`() {
        let pair = ListPair(old: [0, 1, 2, 3, 4], new: [4, 0, 1, 2, 3])
        #expect(pair.changes?.moves == [ListChanges.Move(from: 4, to: 0)])
        let back = ListPair(old: [0, 1, 2, 3, 4], new: [1, 2, 3, 4, 0], untouched: [1, 2, 3, 4])
        #expect(back.changes?.moves == [ListChanges.Move(from: 0, to: 4)])
    }
}
