import CameraRoll
import Foundation

extension ConformanceCheck {
    /// The guarantees of a library's editor: each edit has its effect, and all are performed or none.
    ///
    /// Not applicable to a library without an editor, or if the editor throws `.notSupported` for an edit.
    public static var edits: [ConformanceCheck] {
        assetEdits + albumEdits + memberEdits + refusals + commits
    }

    static var assetEdits: [ConformanceCheck] {
        [favorites, hiding, dates, places, deletion, creation, createdAlike]
    }

    private static let favorites = ConformanceCheck(living: "Assets are marked as favorites, and as none") {
        library, expect in
        for isFavorite in [true, false] {
            try await library.checkEdit(
                writing: { $0.setFavorite(isFavorite, for: $1) }, as: { $0.isFavorite = isFavorite })
        }
    }

    private static let hiding = ConformanceCheck(living: "Assets are hidden, and shown again") {
        library, expect in
        for isHidden in [true, false] {
            try await library.checkEdit(writing: { $0.setHidden(isHidden, for: $1) }, as: { $0.isHidden = isHidden })
        }
    }

    private static let dates = ConformanceCheck(living: "Assets are given a date, and none") {
        library, expect in
        for date in [Date(timeIntervalSinceReferenceDate: 86_400), nil] {
            try await library.checkEdit(writing: { $0.setCreationDate(date, for: $1) }, as: { $0.creationDate = date })
        }
    }

    private static let places = ConformanceCheck(living: "Assets are given a place, and none") {
        library, expect in
        for place in [Coordinate(latitude: 48.5, longitude: -9.25), nil] {
            try await library.checkEdit(writing: { $0.setLocation(place, for: $1) }, as: { $0.place = place })
        }
    }

    private static let deletion = ConformanceCheck(living: "Deleted assets are gone from the library and all albums") {
        library, expect in
        let before = try await library.everything()
        let gone = before.spread(2).map(\.id)
        guard before.count > 4 else { throw NotApplicable("The library has fewer than five assets.") }
        let album = try await library.makeAlbum("Deletion", of: Array(before.prefix(4)))
        try await library.edit { $0.delete(gone) }
        try expect.equal(
            try await library.everything(), before.filter { !gone.contains($0.id) }, "the assets after a deletion")
        try expect.equal(try await library.asset(gone[0]), nil, "a deleted asset, by identifier")
        let members = try await library.trace().members
        let left = members.values.joined().filter(gone.contains)
        try expect.equal(left, [], "the deleted assets in albums")
        let kept = before.prefix(4).map(\.id).filter { !gone.contains($0) }
        try expect.equal(members[album], kept, "the other assets of an album")
    }

    private static let creation = ConformanceCheck(
        living: "A new asset stands at the end of the library, as its placeholder says"
    ) {
        library, expect in
        let before = try await library.read { try $0.everything(order: []) }
        let outcome = try await library.edit { edits in edits.createAsset(.smallPicture) }
        let id = try library.id(of: outcome.value, in: outcome)
        try expect.equal(outcome.createdAssets, [id], "the assets that were created")
        let after = try await library.read { try $0.everything(order: []) }
        try expect.equal(after.map(\.id), before.map(\.id) + [id], "the assets in the library's own order")
        try expect.equal(after.last?.mediaType, .image, "the media type of a new picture")
    }

    private static let createdAlike = ConformanceCheck(living: "A new asset is what was said of it") {
        library, expect in
        var new = NewAsset.smallPicture
        new.creationDate = Date(timeIntervalSinceReferenceDate: 172_800)
        new.place = Coordinate(latitude: -33.5, longitude: 18.25)
        (new.isFavorite, new.isHidden) = (true, true)
        let outcome = try await library.edit { [new] edits in edits.createAsset(new) }
        let asset = try await library.asset(try library.id(of: outcome.value, in: outcome))
        try expect.equal(asset?.creationDate, new.creationDate, "the date of a new asset")
        try expect.equal(asset?.place, new.place, "the place of a new asset")
        try expect.equal(asset?.isFavorite, true, "whether a new asset is a favorite")
        try expect.equal(asset?.isHidden, true, "whether a new asset is hidden")
    }
}

extension LivingProbe {
    fileprivate func everything() async throws -> [MediaAsset] {
        try await read { try $0.everything() }
    }

    /// Edits a few assets, and checks their new state, including in queries, and that the others are unchanged.
    fileprivate func checkEdit(
        writing write: @escaping @Sendable (inout ChangeRequest, [MediaAsset]) -> Void,
        as change: (inout MediaAsset) -> Void
    ) async throws {
        let before = try await everything()
        let edited = before.spread(3)
        guard !edited.isEmpty else { throw NotApplicable("The library has no assets.") }
        try await edit { edits in write(&edits, edited) }
        let expected = before.map { asset in
            var asset = asset.withoutEditTraces
            if edited.contains(where: { $0.id == asset.id }) { change(&asset) }
            return asset
        }
        let after = try await everything()
        try expect.sameSet(after.map(\.withoutEditTraces), expected, "the assets after an edit")
        for query in [AssetQuery.all, .all.onlyFavorites(), AssetQuery().with(\.hidden, .only)] {
            let found = try await read { try $0.inOrder(query) }
            let sorted = after.filter { query.matches($0) }.sorted(by: query.areInOrder)
            try expect.equal(found, sorted, "the assets of \(query) after an edit")
        }
    }
}

extension MediaAsset {
    /// The asset without values that an edit may change as a side effect.
    fileprivate var withoutEditTraces: MediaAsset {
        var asset = self
        (asset.modificationDate, asset.contentVersion) = (nil, 0)
        return asset
    }
}
