import CameraRoll
import CameraRollTesting
import CoreTestSupport
import SyntheticLibrary
import TestSupport
import Testing

/// Subscribers of different queries and speeds during a change burst, against a model that reads everything.
@Suite(.timeLimit(.hang)) struct BurstModelTests {
    /// The query of each subscriber, and how many changes there are per call of `next`.
    private static let subscribers: [(query: AssetQuery, pace: Int)] = [
        (.all, 100), (.videos, 200), (.photos.onlyFavorites(), 150),
        (.all.sorted(by: .oldestFirst).prefix(20), 200),
        (.all.sorted(by: AssetSort(.isFavorite, ascending: false), .newestFirst), 300),
        (.all.inLibraryOrder(), 500),
    ]

    /// A hundred thousand changes if the code is optimized.
    private static let libraries = Effort.seeds(6, of: 0..<100)

    /// A thousand changes of each library.
    @Test(arguments: libraries)
    func `Every list is the model's after every update, for every timing of the subscribers`(seed: Int) async throws {
        let subject = LivingSubject(assets: 40)
        var numbers = SeededNumbers(seed: UInt64(seed))
        var burst = ChangeBurst(seed: UInt64(seed))
        var followers: [Follower] = []
        for (query, _) in Self.subscribers { followers.append(try await Follower(of: query, subject.photos)) }
        var model = Self.subscribers.map { $0.query.select(from: subject.store.contents.assets) }
        for step in 1...1_000 {
            subject.store.change { _ = burst.next(&$0) }
            for (index, (query, pace)) in Self.subscribers.enumerated() {
                guard step == 1_000 || Int.random(in: 0..<pace, using: &numbers) == 0 else { continue }
                let now = query.select(from: subject.store.contents.assets)
                // An update is delivered only if there is a difference; without one, this would wait forever.
                guard now != model[index] else { continue }
                _ = try await followers[index].follow()
                #expect(followers[index].list == now.map(\.id), "seed \(seed), step \(step), \(query)")
                model[index] = now
            }
        }
        #expect(followers.allSatisfy { $0.reloads == 0 })
        #expect(subject.ledger.touchesOffExecutor.isEmpty)
    }

    @Test(arguments: Effort.seeds(0..<6))
    func `Albums in their own order follow what the user moves`(seed: Int) async throws {
        let subject = LivingSubject(assets: 40)
        let members = Array(try await subject.ids(of: .all).prefix(20))
        let album = subject.store.change { $0.makeAlbum("Burst", members) }
        var follower = try await Follower(of: .album(album).inLibraryOrder(), subject.photos)
        var numbers = SeededNumbers(seed: UInt64(seed))
        for _ in 0..<100 {
            let before = follower.list
            for _ in 0..<Int.random(in: 1...4, using: &numbers) { subject.change(album, before, &numbers) }
            let now = try await subject.ids(of: .album(album).inLibraryOrder())
            guard now != before else { continue }
            _ = try await follower.follow()
            #expect(follower.list == now)
        }
        #expect(follower.reloads == 0)
    }
}

extension LivingSubject {
    /// Deletes an asset of an album, removes one from it, adds one or moves one to the end.
    fileprivate func change(_ album: AlbumID, _ list: [AssetID], _ numbers: inout SeededNumbers) {
        let member = list.randomElement(using: &numbers)
        store.change { contents in
            switch Int.random(in: 0..<4, using: &numbers) {
            case 0: contents.delete([member].compactMap(\.self))
            case 1: contents.remove([member].compactMap(\.self), from: album)
            case 2: contents.add(contents.insert(2), to: album)
            default:
                contents.remove([member].compactMap(\.self), from: album)
                contents.add([member].compactMap(\.self), to: album)
            }
        }
    }
}
