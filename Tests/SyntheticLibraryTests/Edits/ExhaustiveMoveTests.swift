import CameraRoll
import SyntheticLibrary
import Testing

struct ExhaustiveMoveTests {
    /// All non-empty sequences of different numbers below a limit.
    private static func series(below limit: Int) -> [[Int]] {
        var all: [[Int]] = []
        var last: [[Int]] = [[]]
        for _ in 0..<limit {
            last = last.flatMap { start in (0..<limit).filter { !start.contains($0) }.map { start + [$0] } }
            all += last
        }
        return all
    }

    @Test(arguments: series(below: 4))
    func `After every move in an album of four, each asset is at its expected index`(moved: [Int]) throws {
        let ids = moved.map { AssetID.row($0) }
        let rest = (0..<4).filter { !moved.contains($0) }.map { AssetID.row($0) }
        for position in -1...rest.count + 1 {
            let subject = EditSubject(assets: 4)
            let album = subject.store.change { $0.makeAlbum("Mine", (0..<4).map { .row($0) }) }
            guard 0...rest.count ~= position else {
                let error = EditError.positionOutOfBounds(position, count: rest.count, .existing(album))
                #expect(throws: error) { try subject.perform { $0.move(ids, to: position, in: album) } }
                continue
            }
            try subject.perform { $0.move(ids, to: position, in: album) }
            var expected = rest
            expected.insert(contentsOf: ids, at: position)
            #expect(subject.members(album) == expected)
        }
    }
}
