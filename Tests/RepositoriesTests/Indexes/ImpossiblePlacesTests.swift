import CoreTestSupport
import Testing

@testable import CameraRoll

/// Positions from a library that contradicts itself: they lead to no changes, never to wrong ones or a trap.
@Suite struct ImpossiblePlacesTests {
    private static func changes(_ located: [LocatedElement], _ oldCount: Int, _ newCount: Int) -> ListChanges? {
        IndexDifference(of: located, oldCount: oldCount, newCount: newCount).changes()
    }

    @Test func `Lengths that the places do not explain`() {
        #expect(Self.changes([], 2, 3) == nil)
        #expect(Self.changes([LocatedElement(old: 0, new: nil)], 2, 2) == nil)
        #expect(Self.changes([LocatedElement(old: 0, new: 0)], 1, 0) == nil)
    }

    @Test func `Places outside of their lists`() {
        let outside = [LocatedElement(old: 7, new: nil), LocatedElement(old: nil, new: 9)]
        #expect(Self.changes(outside, 3, 3) == nil)
        let negative = [LocatedElement(old: -1, new: nil), LocatedElement(old: nil, new: 0)]
        #expect(Self.changes(negative, 3, 3) == nil)
        #expect(Self.changes([LocatedElement(old: 0, new: 3, isChanged: true)], 3, 3) == nil)
        #expect(Self.changes([LocatedElement(old: 3, new: 0)], 3, 3) == nil)
    }

    @Test func `Two elements in one place`() {
        let twice = LocatedElement(old: 2, new: nil)
        #expect(Self.changes([twice, twice], 4, 2) == nil)
        let sharing = [LocatedElement(old: 0, new: 1), LocatedElement(old: 1, new: 1)]
        #expect(Self.changes(sharing, 2, 2) == nil)
        let pushed = [LocatedElement(old: 0, new: 1), LocatedElement(old: nil, new: 1)]
        #expect(Self.changes(pushed, 2, 3) == nil)
    }

    @Test func `Every three places in lists of up to two elements give changes that can be applied, or none`() {
        let places: [Int?] = [nil, -1, 0, 1, 2]
        let elements = places.flatMap { old in places.map { LocatedElement(old: old, new: $0) } }
        for located in sequences(of: elements, count: 3) {
            for counts in sequences(of: [0, 1, 2], count: 2) {
                guard let changes = Self.changes(located, counts[0], counts[1]) else { continue }
                let list = [Int?](repeating: 1, count: counts[0]).appliedNaively(changes)
                let old = Array([8, 9].prefix(counts[0]))
                guard list?.count == counts[1], (try? changes.applied(to: old) { $0 }) != nil else {
                    Issue.record("\(located) in \(counts): \(changes)")
                    return
                }
            }
        }
    }
}
