import CameraRoll
import Foundation
import SyntheticLibrary

/// A sequence of lookups that models a user's behavior, for comparing the hit rates of caches.
struct CacheTrace: Sendable {
    /// A lookup of a picture by its number.
    struct Lookup: Equatable, Sendable {
        let picture: Int
        /// Whether it counts; prefetched pictures do not, since they are available in any cache.
        let counts: Bool
    }

    let name: String
    let lookups: [Lookup]

    /// The fraction of counted lookups that hit, in a cache that inserts each missed image.
    func hitRate(_ cache: some BenchCache, keys: [ImageKey], image: DecodedImage) -> Double {
        var (hits, count) = (0, 0)
        for lookup in lookups {
            let isHit = cache.image(for: keys[lookup.picture]) != nil
            if !isHit { cache.insert(image, for: keys[lookup.picture]) }
            guard lookup.counts else { continue }
            count += 1
            hits += isHit ? 1 : 0
        }
        return Double(hits) / Double(max(count, 1))
    }
}

extension CacheTrace {
    /// Pictures that users return to, half the cache's capacity, with a fast scroll past many others in between.
    static func returning(held: Int, pictures: Int, rounds: Int, seed: UInt64) -> CacheTrace {
        var numbers = SeededGenerator(seed: seed)
        var lookups: [Lookup] = []
        for round in 0..<rounds {
            for _ in 0..<held {
                lookups.append(Lookup(picture: Int.random(in: 0..<held / 2, using: &numbers), counts: true))
            }
            let fling = (0..<held * 3).map { held / 2 + (round * held * 3 + $0) % (pictures - held / 2) }
            // Each picture is prefetched, and then found once when it is shown.
            for picture in fling { lookups += [Lookup](repeating: Lookup(picture: picture, counts: false), count: 2) }
        }
        return CacheTrace(name: "returns between flings", lookups: lookups)
    }

    /// Reads a list up and down screen by screen, where the last picture seen is the next one needed.
    static func upAndDown(held: Int, pictures: Int, steps: Int, seed: UInt64) -> CacheTrace {
        var numbers = SeededGenerator(seed: seed)
        var (first, lookups) = (pictures / 2, [Lookup]())
        for _ in 0..<steps {
            first += Int.random(in: -held / 4...held / 4, using: &numbers)
            first = min(max(first, 0), pictures - held / 4)
            lookups += (first..<first + held / 4).map { Lookup(picture: $0, counts: true) }
        }
        return CacheTrace(name: "up and down", lookups: lookups)
    }

    /// Opens random pictures, a few of them far more often than the others.
    static func popular(pictures: Int, count: Int, seed: UInt64) -> CacheTrace {
        var numbers = SeededGenerator(seed: seed)
        let lookups = (0..<count).map { _ in
            let chance = Double.random(in: 0..<1, using: &numbers)
            return Lookup(picture: Int(Double(pictures) * chance * chance * chance), counts: true)
        }
        return CacheTrace(name: "popular pictures", lookups: lookups)
    }

    /// Looks up pictures with the frequencies of YCSB's Zipf distribution, with its constant of 0.99.
    ///
    /// This is the standard workload for caches that is published as a formula. It stands in for a recorded trace:
    /// published traces are of disk blocks and web objects, and none is of a list of photos.
    ///
    /// It assumes that lookups are independent of each other: a picture's chance depends only on its rank, never on
    /// what was looked up before. People do not look at photos like that: they return to what they have just seen, and
    /// scroll past neighbors once. Such a workload favors a cache that keeps the frequent over one that keeps the
    /// recent, and therefore favors ours; ``upAndDown(held:pictures:steps:seed:)`` is the opposite case. The constant
    /// is that of YCSB's requests to a store, and was not fitted to photos either.
    static func zipf(pictures: Int, count: Int, seed: UInt64) -> CacheTrace {
        var numbers = SeededGenerator(seed: seed)
        var sums: [Double] = []
        for rank in 1...max(pictures, 1) { sums.append((sums.last ?? 0) + 1 / pow(Double(rank), 0.99)) }
        let lookups = (0..<count).map { _ in
            let chance = Double.random(in: 0..<(sums.last ?? 1), using: &numbers)
            return Lookup(picture: Self.first(in: sums, above: chance), counts: true)
        }
        return CacheTrace(name: "Zipf 0.99, as in YCSB", lookups: lookups)
    }

    /// The first of ascending sums that is above a value.
    private static func first(in sums: [Double], above value: Double) -> Int {
        var range = 0..<sums.count - 1
        while !range.isEmpty {
            let middle = range.lowerBound + range.count / 2
            range = sums[middle] > value ? range.lowerBound..<middle : middle + 1..<range.upperBound
        }
        return range.lowerBound
    }
}
