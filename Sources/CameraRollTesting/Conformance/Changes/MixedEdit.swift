import CameraRoll
import Foundation

/// A transaction of many kinds of edits, on assets and an album chosen before.
struct MixedEdit: Sendable {
    /// An album created by the check.
    let album: AlbumID
    /// Its assets.
    let members: [MediaAsset]
    let marked: MediaAsset
    let dated: MediaAsset
    let hidden: MediaAsset
    let deleted: [MediaAsset]
    let added: MediaAsset

    /// Chooses assets, and creates an album of some; not applicable if there are too few.
    init(of library: LivingProbe) async throws {
        let assets = try await library.read { try $0.all(.all) }.spread(40)
        guard assets.count >= 12 else { throw NotApplicable("The library shows fewer than 12 assets.") }
        // An asset for each kind of query comes first, so that every query's result changes.
        let kinds = [assets.first { $0.mediaType == .video }, assets.last { $0.mediaType == .video }]
        let special = kinds.compactMap(\.self) + assets.filter(\.isFavorite).prefix(2)
        var chosen: [MediaAsset] = []
        for asset in special + [assets[0], assets[assets.count - 1]] + assets where !chosen.contains(asset) {
            chosen.append(asset)
        }
        (marked, hidden, dated, added) = (chosen[2], chosen[4], chosen[5], chosen[6])
        deleted = [chosen[0], chosen[3]]
        members = [chosen[7], chosen[0], marked, chosen[8], dated, chosen[9], hidden, chosen[1]]
        album = try await library.makeAlbum("Conformance: mixed", of: members)
    }

    /// Adds all edits to a transaction.
    ///
    /// - Parameter isCreating: whether an asset is also created, which not every library supports.
    func write(_ edits: inout ChangeRequest, isCreating: Bool) {
        if isCreating { edits.append([edits.createAsset(.smallPicture)], to: album) }
        edits.setFavorite(!marked.isFavorite, for: [marked])
        edits.setFavorite(true, for: [added])
        edits.setCreationDate(Date(timeIntervalSinceReferenceDate: 12_345), for: [dated])
        edits.setHidden(true, for: [hidden])
        edits.move([members[0]], to: 4, in: album)
        edits.insert([added], at: 1, into: album)
        edits.remove([members[3]], from: album)
        edits.delete(deleted)
    }

    /// Performs the edits that the library supports.
    func perform(in library: LivingProbe) async throws {
        do {
            try await library.edit { edits in write(&edits, isCreating: true) }
        } catch is UnsupportedEdit {
            try await library.edit { edits in write(&edits, isCreating: false) }
        }
    }

    /// Reorders the album, after the first part.
    func rearrange(in library: LivingProbe) async throws {
        let own = try await library.read { [album] in try $0.members(of: album) }
        try await library.edit { edits in
            edits.reorder(album, as: own.reversed())
            edits.setFavorite(marked.isFavorite, for: [marked])
        }
    }

    /// The queries that are compared during the edits.
    var queries: [AssetQuery] {
        [
            .all, .all.sorted(by: .oldestFirst), .all.sorted(), .videos, .all.onlyFavorites(),
            .all.prefix(5), .all.sorted(by: .oldestFirst).prefix(7), .everything(),
            .album(album).sorted(), .album(album), .album(album).sorted(by: .oldestFirst),
            .album(album).sorted().prefix(3),
        ]
    }
}

extension PhotoLibraryBackend {
    /// The identifiers of an album's assets in its own order, including hidden ones and all pictures of bursts.
    func members(of album: AlbumID) throws(LibraryError) -> [AssetID] {
        try everything(in: .album(album), order: []).map(\.id)
    }
}
