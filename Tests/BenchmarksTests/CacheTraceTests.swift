import CameraRoll
import SyntheticLibrary
import TestSupport
import Testing

@testable import benchmarks

/// The LRU baseline of the cache, and the traces for both.
@Suite struct CacheTraceTests {
    @Test func `The least recently used leaves first`() {
        var list = LRUList<Int, String>(limit: 3)
        for key in 1...3 { list.insert("\(key)", for: key, cost: 1) }
        #expect(list.value(for: 1) == "1")
        list.insert("4", for: 4, cost: 1)
        #expect(list.value(for: 2) == nil)
        #expect([1, 3, 4].map { list.value(for: $0) } == ["1", "3", "4"])
    }

    @Test func `A large value pushes out as many as it needs the room of`() {
        var list = LRUList<Int, Int>(limit: 10)
        for key in 0..<5 { list.insert(key, for: key, cost: 2) }
        list.insert(9, for: 9, cost: 5)
        #expect(list.cost == 9 && list.count == 3)
        #expect((0..<5).map { list.value(for: $0) } == [nil, nil, nil, 3, 4])
    }

    @Test func `A value takes the place of the one of its key`() {
        var list = LRUList<Int, Int>(limit: 10)
        list.insert(1, for: 1, cost: 4)
        list.insert(2, for: 1, cost: 6)
        #expect(list.value(for: 1) == 2 && list.cost == 6 && list.count == 1)
    }

    @Test func `A list does as an array does that is kept in order`() {
        var numbers = SeededGenerator(seed: 7)
        var list = LRUList<Int, Int>(limit: 20)
        var model: [Int] = []
        for _ in 0..<5_000 {
            let key = Int.random(in: 0..<40, using: &numbers)
            let isHit = list.value(for: key) == key
            #expect(isHit == model.contains(key))
            if !isHit { list.insert(key, for: key, cost: 1) }
            model = Array((model.filter { $0 != key } + [key]).suffix(20))
        }
        #expect(list.count == 20 && list.cost == 20)
    }

    @Test func `The same seed makes the same trace, another another one`() {
        let traces = [1, 1, 2].map { CacheTrace.popular(pictures: 500, count: 100, seed: $0).lookups }
        #expect(traces[0] == traces[1] && traces[0] != traces[2])
    }

    @Test(arguments: Effort.seeds(1...3 as ClosedRange<UInt64>))
    func `A trace looks at pictures that there are`(seed: UInt64) {
        let traces = [
            CacheTrace.returning(held: 60, pictures: 500, rounds: 3, seed: seed),
            CacheTrace.upAndDown(held: 60, pictures: 500, steps: 200, seed: seed),
            CacheTrace.popular(pictures: 500, count: 1_000, seed: seed),
            CacheTrace.zipf(pictures: 500, count: 1_000, seed: seed),
        ]
        for trace in traces { #expect(trace.lookups.allSatisfy { (0..<500).contains($0.picture) }) }
    }

    @Test func `The first picture of a Zipf trace is looked up about twice as often as the second`() {
        let lookups = CacheTrace.zipf(pictures: 100, count: 50_000, seed: 1).lookups
        let counts = (0..<2).map { picture in Double(lookups.count { $0.picture == picture }) }
        #expect((1.8...2.2).contains(counts[0] / counts[1]))
    }

    @Test func `A hit rate counts what is asked, not what is got ahead`() throws {
        let trace = CacheTrace(
            name: "", lookups: [0, 0, 1, 0].map { CacheTrace.Lookup(picture: $0, counts: $0 == 0) })
        let keys = (0..<2).map { ImageStage.request(for: MediaAsset(id: AssetID(rawValue: "\($0)"))).key }
        let image = try DecodedImage(size: PixelSize(width: 1, height: 1), bytesPerRow: 4, pixels: [0, 0, 0, 0])
        #expect(trace.hitRate(LRUCache(bytes: 8), keys: keys, image: image) == 2.0 / 3)
        #expect(trace.hitRate(LRUCache(bytes: 4), keys: keys, image: image) == 1.0 / 3)
    }
}
