import CameraRoll
import LibraryEditing
import Testing

/// What several events are together.
struct NetChangesTests {
    typealias Event = JournalEvent<Int, Int>

    @Test func `What came and went is no change`() {
        var changes = NetChanges<Int, Int>()
        for event in [Event.inserted(1), .updated(1), .deleted(1), .collection(2, .inserted), .collection(2, .deleted)]
        {
            changes.note(event)
        }
        #expect(changes.rows[1]?.isNews == false)
        #expect(changes.collections[2]?.isNews == false)
    }

    @Test func `What went and came again was updated`() {
        var changes = NetChanges<Int, Int>()
        for event in [Event.deleted(1), .inserted(1)] { changes.note(event) }
        #expect(changes.rows[1]?.isUpdated == true)
        #expect(changes.rows[1]?.isDeleted == false)
    }

    @Test func `A member changes its album, and not the asset`() {
        var changes = NetChanges<Int, Int>()
        changes.note(Event.member(1, of: 2))
        #expect(changes.rows.isEmpty)
        #expect(changes.collections[2]?.isUpdated == true)
    }

    @Test func `A list differs by its own album's members only`() {
        var difference = ListDifference<Int, Int>(of: .all, in: 2)
        difference.note(.member(1, of: 3))
        #expect(difference.isEmpty)
        difference.note(.member(1, of: 2))
        #expect(difference.difference(id) == .touched([TouchedAsset(id(1), isChanged: false)]))
        difference.note(.updated(1))
        difference.note(.member(1, of: 2))
        #expect(difference.difference(id) == .touched([TouchedAsset(id(1), isChanged: true)]))
    }

    @Test func `Each row is named once, in order, and changed if any of its events says so`() {
        var difference = ListDifference<Int, Int>(of: .all, in: 2)
        var expected: [Int: Bool] = [:]
        for step in 0..<400 {
            let (row, isChanged) = (step * step * 7 % 300, step % 3 == 0)
            difference.note(isChanged ? [.inserted(row), .updated(row), .deleted(row)][row % 3] : .member(row, of: 2))
            expected[row] = isChanged || expected[row] == true
        }
        let rows = expected.sorted { $0.key < $1.key }
        #expect(difference.difference(id) == .touched(rows.map { TouchedAsset(id($0.key), isChanged: $0.value) }))
    }

    @Test func `Only a list in its album's own order is rearranged with the album`() {
        let queries = [(AssetQuery.album(.only).sorted(), true), (.album(.only), false)]
        for (query, isRearranged) in queries {
            var difference = ListDifference<Int, Int>(of: query, in: 2)
            difference.note(.collection(2, .reordered))
            #expect((difference.difference(id) == .rearranged(changed: [])) == isRearranged)
        }
    }
}
