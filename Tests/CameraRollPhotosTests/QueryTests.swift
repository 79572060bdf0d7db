#if PhotosDouble
import CameraRoll
import CameraRollTesting
import Foundation
import PhotosDouble
import CameraRollPhotos
import Testing
import TestSupport

/// Queries against a naive model: all assets, filtered and sorted in memory.
struct QueryTests {
    @Test(arguments: [1, 2, 3] as [UInt64], [true, false])
    func `A query finds in Photos what a filter over all assets finds`(
        seed: UInt64, sortsByIdentifier: Bool
    ) async throws {
        try await PhotosWorld.exclusively(.sample()) { world in
            world.switches.sortsByIdentifier = sortsByIdentifier
            try await world.withAccess { access in
                try await access.read("queries") { library in
                    let all = try library.everything
                    var chance = SeededNumbers(seed: seed)
                    for _ in 0..<150 {
                        let query = RandomQuery.next(of: all, by: library.sortKeys, using: &chance)
                        let result = try library.fetchAssets(query)
                        let found = try result.assets(in: 0..<result.count)
                        let expected = query.select(from: all)
                        if sortsByIdentifier || query.order.isEmpty {
                            #expect(found == expected, "\(query)")
                        } else {
                            // A limit may part assets that tie.
                            #expect(found.map(query.values) == expected.map(query.values), "\(query)")
                            #expect(Set(found).count == found.count, "\(query)")
                            #expect(Set(found).isSubset(of: all), "\(query)")
                            if query.limit == nil { #expect(Set(found) == Set(expected), "\(query)") }
                        }
                    }
                }
            }
        }
    }

    @Test(arguments: [4, 5] as [UInt64], [true, false])
    func `Pages by position follow each other as in a filter over all assets`(
        seed: UInt64, sortsByIdentifier: Bool
    ) async throws {
        try await PhotosWorld.exclusively(.sample(assets: 90)) { world in
            world.switches.sortsByIdentifier = sortsByIdentifier
            try await world.withAccess { access in
                try await access.read("pages") { library in
                    let all = try library.everything
                    var chance = SeededNumbers(seed: seed)
                    for _ in 0..<60 {
                        var query = RandomQuery.next(of: all, by: library.sortKeys, using: &chance)
                        query.limit = nil
                        if query.order.isEmpty { query.order = [.newestFirst] }
                        let size = Int.random(in: 1...12, using: &chance)
                        #expect(
                            try library.byPosition(query, pageSize: size) == query.select(from: all), "\(query)")
                    }
                }
            }
        }
    }

    /// With more assets of one date than a page is fetched with.
    @Test(arguments: [true, false])
    func `Pages by position pass hundreds of assets of the same date`(sortsByIdentifier: Bool) async throws {
        let world = PhotosWorld()
        world.switches.sortsByIdentifier = sortsByIdentifier
        world.seed { edits in
            for number in 0..<400 {
                var asset = AssetRecord(String(format: "%04d", (number * 77) % 1_000))
                asset.creationDate = Date(timeIntervalSinceReferenceDate: 1)
                edits.add(asset)
            }
        }
        try await PhotosWorld.exclusively(world) { world in
            try await world.withAccess { access in
                try await access.read("pages") { library in
                    let all = try library.everything
                    #expect(try library.byPosition(.all, pageSize: 30) == AssetQuery.all.select(from: all))
                }
            }
        }
    }

    @Test func `A sort key that ends the app is refused, and no fetch has it`() async throws {
        try await PhotosWorld.exclusively(.sample()) { world in
            try await world.withAccess { access in
                let photos = PhotoRepository(access: access)
                let error = await #expect(throws: LibraryError.self) {
                    try await photos.snapshot(of: .all.sorted(by: AssetSort(.identifier, ascending: true)))
                }
                guard case .invalidArgument = error else { return #expect(error == nil) }
                let snapshot = try await photos.snapshot()
                #expect(snapshot.count > 0)
            }
        }
    }

    @Test(arguments: [true, false])
    func `Older assets are counted without a search, also where many have one date`(isOldestFirst: Bool) async throws {
        let world = PhotosWorld()
        world.seed { edits in
            for number in 0..<20_000 {
                var asset = AssetRecord(String(format: "%05d", (number * 7_919) % 20_000))
                asset.creationDate = Date(timeIntervalSinceReferenceDate: Double(number / 5))
                edits.add(asset)
            }
        }
        try await PhotosWorld.exclusively(world) { world in
            try await world.withAccess { access in
                let (counts, reads) = try await access.read("counts") { library in
                    let query = AssetQuery.all.sorted(by: isOldestFirst ? .oldestFirst : .newestFirst)
                    let result = try library.fetchAssets(query)
                    world.switches.expects = { _ in true }
                    world.record.clear()
                    let date = Date(timeIntervalSinceReferenceDate: 1_234)
                    return (
                        try result.counts(olderThan: [date], isOldestFirst: isOldestFirst),
                        world.record.counts[.materialize, default: 0]
                    )
                }
                #expect(counts == [6_170])
                // The batches of both ends, of the asset that Photos found, and of those beside it.
                #expect(reads <= 6)
            }
        }
    }

    @Test(arguments: [true, false])
    func `A page is fetched with a limit, and not from the start of the library`(sortsByIdentifier: Bool) async throws {
        try await PhotosWorld.exclusively(.sample(assets: 500)) { world in
            world.switches.sortsByIdentifier = sortsByIdentifier
            try await world.withAccess { access in
                try await access.read("page") { library in
                    let first = try library.assets(after: nil, of: .all, count: 300).assets
                    let position = SortPosition(of: first[299], in: AssetQuery.all.order)
                    world.record.clear()
                    world.switches.expects = { _ in true }
                    _ = try library.assets(after: position, of: .all, count: 20)
                    #expect(world.record.counts[.fetchAssets] == 1)
                    #expect(world.record.counts[.materialize, default: 0] <= 2)
                }
            }
        }
    }
}

extension PhotoLibraryBackend {
    /// All assets, hidden ones and all members of bursts too, in the library's own order.
    var everything: [MediaAsset] {
        get throws {
            var query = AssetQuery.all.inLibraryOrder()
            (query.hidden, query.bursts) = (.included, .all)
            let found = try fetchAssets(query)
            return try found.assets(in: 0..<found.count)
        }
    }

    /// All pages of a query, one after the other.
    func byPosition(_ query: AssetQuery, pageSize: Int) throws -> [MediaAsset] {
        var assets: [MediaAsset] = []
        while true {
            let position = assets.last.map { SortPosition(of: $0, in: query.order) }
            let page = try self.assets(after: position, of: query, count: pageSize)
            assets += page.assets
            if !page.hasMore || page.assets.isEmpty { return assets }
        }
    }
}

extension AssetQuery {
    /// The values of an asset that decide its place, besides its identifier.
    fileprivate func values(of asset: MediaAsset) -> [SortPosition.Value] { SortPosition(of: asset, in: order).values }
}

private enum RandomQuery {
    static func next(
        of assets: [MediaAsset], by keys: Set<AssetSort.Key>, using chance: inout SeededNumbers
    ) -> AssetQuery {
        var query = AssetQuery(scope(assets, using: &chance))
        query.mediaTypes = [[], [], [.image], [.image, .video], [.audio]].randomElement(using: &chance) ?? []
        query.mediaSubtypes = [[], [], [], .livePhoto, [.livePhoto, .screenshot]].randomElement(using: &chance) ?? []
        query.isFavorite = [nil, nil, nil, true, false].randomElement(using: &chance) ?? nil
        query.hidden =
            [.automatic, .automatic, .included, .excluded, .only].randomElement(using: &chance) ?? .automatic
        query.bursts = [.automatic, .all, .representatives].randomElement(using: &chance) ?? .automatic
        query.creationDates = dates(assets, using: &chance)
        let keys = AssetSort.Key.allCases.filter(keys.contains)
        query.order = (0..<Int.random(in: 0...3, using: &chance)).map { _ in
            AssetSort(
                keys.randomElement(using: &chance) ?? .creationDate,
                ascending: Bool.random(using: &chance))
        }
        query.limit = [nil, nil, 1, 7, 1_000].randomElement(using: &chance) ?? nil
        // Photos names no order of assets that are fetched by identifier.
        if query.order.isEmpty, query.scope != .library { query.order = [.newestFirst] }
        return query
    }

    private static func scope(_ assets: [MediaAsset], using chance: inout SeededNumbers) -> AssetQuery.Scope {
        guard Int.random(in: 0..<4, using: &chance) == 0 else { return .library }
        return .identifiers(assets.filter { _ in Bool.random(using: &chance) }.map(\.id) + ["unknown"])
    }

    private static func dates(_ assets: [MediaAsset], using chance: inout SeededNumbers) -> Range<Date>? {
        let dates = assets.compactMap(\.creationDate)
        guard Int.random(in: 0..<3, using: &chance) == 0, let one = dates.randomElement(using: &chance),
            let other = dates.randomElement(using: &chance)
        else { return nil }
        return min(one, other)..<max(one, other)
    }
}
#endif
