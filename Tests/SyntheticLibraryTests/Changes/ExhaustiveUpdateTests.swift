import CameraRoll
import SyntheticLibrary
import Testing

struct ExhaustiveUpdateTests {
    private static let album: AlbumID = "N1"
    private static let steps: [SyntheticChange] = [
        .insert(1), .delete([.row(0)]), .delete([.row(2)]), .setFavorite(true, .row(1)), .setHidden(true, .row(0)),
        .setCreationDate(nil, .row(2)), .add([.row(0)], album), .remove([.row(1)], album),
        .move(.row(2), to: 0, album), .reverse(album),
    ]
    private static let queries: [AssetQuery] = [
        .all, .all.sorted(by: .oldestFirst).prefix(2), .album("S203"), .album(album),
        .album(album).sorted(), .album(album).sorted().prefix(1),
    ]

    @Test(arguments: steps)
    func `For three assets every series of three changes is reported correctly`(first: SyntheticChange) async throws {
        for second in Self.steps {
            for third in Self.steps {
                for (query, update) in try await updates(by: [first, second, third]) {
                    #expect(update.isTrue, "\(query): \([first, second, third])")
                }
            }
        }
    }

    private func updates(
        by changes: [SyntheticChange]
    ) async throws(LibraryError) -> [(AssetQuery, ObservedUpdate)] {
        var configuration = SyntheticConfiguration(assets: 3)
        configuration.userAlbums = 0
        let store = SyntheticStore(configuration)
        store.change { _ = $0.makeAlbum("Mine", [.row(1), .row(2)]) }
        return try await makeAccess(to: store).read("updates") { library throws(LibraryError) in
            let results = try Self.queries.map { query throws(LibraryError) in try library.fetchAssets(query) }
            let before = try results.map { result throws(LibraryError) in try result.assets(in: 0..<result.count) }
            for change in changes { store.change { $0.apply(change) } }
            var updates: [(AssetQuery, ObservedUpdate)] = []
            for (number, query) in Self.queries.enumerated() {
                let update = try library.update(results[number], of: query)
                let after = try update.result.assets(in: 0..<update.result.count)
                updates.append(
                    (
                        query,
                        ObservedUpdate(
                            before: before[number], after: after, difference: update.difference, limit: query.limit)
                    ))
            }
            return updates
        }
    }
}
