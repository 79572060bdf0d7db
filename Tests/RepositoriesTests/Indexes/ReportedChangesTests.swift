import CameraRoll
import CoreTestSupport
import Testing

/// Changes as libraries report them: overlapping, repeated, in any order, and wrong.
@Suite struct ReportedChangesTests {
    private typealias Move = ListChanges.Move

    @Test func `What is named twice counts once, in any order`() {
        let changes = ListChanges(
            reported: [2, 0, 2], inserted: [3, 1, 1, 3], moves: [Move(from: 2, to: 0), Move(from: 2, to: 0)],
            changed: [2, 2, 0], oldCount: 4, newCount: 4)
        #expect(changes?.removed == [0, 2] && changes?.inserted == [1, 3])
        #expect(changes?.moves == [Move(from: 2, to: 0)] && changes?.changed == [0])
    }

    @Test func `A position that is both removed and changed is the new list's where it is changed`() {
        let changes = ListChanges(reported: [1], inserted: [], changed: [1], oldCount: 3, newCount: 2)
        #expect(changes?.removed == [1] && changes?.changed == [1])
    }

    @Test func `What is new is not also changed, and no position is changed that does not exist`() {
        let changes = ListChanges(
            reported: [], inserted: [1], changed: [-1, 0, 1, 2, 3, .max], oldCount: 2, newCount: 3)
        #expect(changes?.changed == [0, 2])
    }

    @Test func `What is new is not changed where it ends up, which moves may shift`() {
        // a b + new at 0, then b to the front: b new a
        let changes = ListChanges(
            reported: [], inserted: [0], moves: [Move(from: 2, to: 0)], changed: [0, 1, 2], oldCount: 2, newCount: 3)
        #expect(changes?.newPositionsOfInserted == [1] && changes?.changed == [0, 2])
    }

    @Test(
        arguments: [
            ([2], [], [], 2, 1), ([-1], [], [], 2, 1), ([], [3], [], 2, 3), ([], [-1], [], 2, 3),
            ([0], [], [], 2, 2), ([], [0], [], 2, 2), ([], [], [], 2, 3), ([], [], [], -1, -1), ([0], [], [], 0, -1),
            ([], [0], [], .max, .max),
            ([], [], [Move(from: 2, to: 0)], 2, 2), ([], [], [Move(from: 0, to: 2)], 2, 2),
            ([], [], [Move(from: -1, to: 0)], 2, 2), ([], [], [Move(from: 0, to: -1)], 2, 2),
            ([], [], [Move(from: 0, to: 1), Move(from: 0, to: 0)], 2, 2),
            ([], [], [Move(from: 0, to: 1), Move(from: 1, to: 1)], 2, 2), ([], [1], [Move(from: 1, to: 0)], 2, 3),
        ] as [([Int], [Int], [ListChanges.Move], Int, Int)])
    func `What does not lead from one length to the other is refused`(
        removed: [Int], inserted: [Int], moves: [ListChanges.Move], oldCount: Int, newCount: Int
    ) {
        #expect(
            ListChanges(
                reported: removed, inserted: inserted, moves: moves, changed: [], oldCount: oldCount,
                newCount: newCount) == nil)
    }

    @Test func `Changes that were worked out are taken as they are, also doubled and out of order`() throws {
        for new in arrangements(of: Array(0..<5)) {
            let changes = try #require(ListPair(old: [0, 1, 2, 3], new: new, changed: [0, 3]).changes)
            let again = ListChanges(
                reported: (changes.removed + changes.removed).reversed(),
                inserted: (changes.inserted + changes.inserted).reversed(),
                moves: (changes.moves + changes.moves).reversed(),
                changed: (changes.changed + changes.newPositionsOfInserted).reversed(),
                oldCount: changes.oldCount, newCount: changes.newCount)
            guard again == changes else {
                Issue.record("\(String(describing: again)), not \(changes), for \(new)")
                return
            }
        }
    }

    @Test func `Changes of a list of another length are refused with both lengths`() throws {
        let changes = try #require(ListChanges(reported: [], inserted: [], changed: [], oldCount: 3, newCount: 3))
        #expect(changes.isEmpty && changes.count == 0)
        #expect(throws: LibraryError.changesDoNotFit(2, expected: 3)) { try changes.applied(to: [1, 2]) { $0 } }
        #expect(try changes.applied(to: [nil, 1, nil] as [Int?]) { $0 } == [nil, 1, nil])
    }
}
