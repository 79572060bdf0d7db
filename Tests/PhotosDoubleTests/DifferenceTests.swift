#if PhotosDouble
    import Foundation
    import PhotosDouble
    import TestSupport
    import Testing

    @Suite(.serialized) struct DifferenceTests {
        private func details(
            _ old: [String], _ new: [String], changed: [String] = [], limit: Int = 1_000,
            _ check: (PHFetchResultChangeDetails<PHAsset>) throws -> Void
        ) async rethrows {
            try await PhotosWorld.exclusively { world in
                world.switches.incrementalLimit = limit
                for name in Set(old + new).sorted() { world.seed(name) }
                world.seedAlbum("old", old)
                world.seedAlbum("new", new)
                guard let from = try? world.album("old"), let to = try? world.album("new") else { return }
                let objects = changed.compactMap { try? world.asset($0) }
                try check(
                    PHFetchResultChangeDetails(
                        from: PHAsset.fetchAssets(in: from, options: nil),
                        to: PHAsset.fetchAssets(in: to, options: nil), changedObjects: objects))
            }
        }

        @Test func `Objects are removed, inserted, changed and moved`() async {
            await details(["a", "b", "c", "d"], ["e", "d", "a", "c"], changed: ["c"]) { details in
                #expect(details.hasIncrementalChanges)
                #expect(details.removedObjects.map(\.localIdentifier) == ["b"])
                #expect(details.insertedObjects.map(\.localIdentifier) == ["e"])
                #expect(details.changedObjects.map(\.localIdentifier) == ["c"])
                var moves: [[Int]] = []
                details.enumerateMoves { moves.append([$0, $1]) }
                #expect(details.hasMoves)
                #expect(moves == [[3, 1]])
            }
        }

        @Test func `Too many changes are not incremental`() async {
            await details(["a", "b", "c"], ["d"], limit: 3) { details in
                #expect(!details.hasIncrementalChanges)
                #expect(!details.hasMoves)
                #expect(details.removedObjects.isEmpty)
            }
        }

        @Test(arguments: Effort.seeds(0..<200))
        func `Removals, insertions and moves lead from one list to the other`(seed: Int) async {
            var random = SeededNumbers(seed: UInt64(seed))
            let names = (0..<12).map { "\($0)" }
            let old = Array(names.shuffled(using: &random).prefix(Int.random(in: 0...12, using: &random)))
            let new = Array(names.shuffled(using: &random).prefix(Int.random(in: 0...12, using: &random)))
            await details(old, new) { details in
                var list = old
                for index in (details.removedIndexes ?? []).reversed() { list.remove(at: index) }
                for index in details.insertedIndexes ?? [] { list.insert(new[index], at: index) }
                var moves: [(from: Int, to: Int)] = []
                details.enumerateMoves { moves.append(($0, $1)) }
                let moved = moves.map { (list[$0.from], $0.to) }
                list.removeAll { name in moved.contains { $0.0 == name } }
                for (name, place) in moved.sorted(by: { $0.1 < $1.1 }) { list.insert(name, at: place) }
                #expect(list == new)
            }
        }
    }

    private struct SeededNumbers: RandomNumberGenerator {
        private var state: UInt64

        init(seed: UInt64) {
            state = seed &* 0x9E37_79B9_7F4A_7C15 &+ 1
        }

        mutating func next() -> UInt64 {
            state ^= state << 13
            state ^= state >> 7
            state ^= state << 17
            return state
        }
    }
#endif
