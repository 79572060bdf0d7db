import CameraRoll
import Foundation

/// A transaction of many kinds of edits, on assets and an album that a check chose before.
struct MixedEdit: Sendable {
    /// An album of the check's own.
    let album: AlbumID
    /// Its assets.
    let members: [MediaAsset]
    let marked: MediaAsset
    let dated: MediaAsset
    let hidden: MediaAsset
    let deleted: [MediaAsset]
    let added: MediaAsset

    /// Chooses assets, and makes an album of some; not applicable where there are too few.
    init(of library: LivingProbe) async throws {
        let assets = try await library.read { try $0.all(.recents) }.spread(40)
        guard assets.count >= 12 else { throw NotApplicable("The library shows fewer than 12 assets.") }
        // One of each kind that a query asks for comes first, so that none is left as it was.
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

    /// Writes all of it down.
    ///
    /// - Parameter isCreating: whether an asset is created too, which not every library can do.
    func write(_ edits: inout LibraryEdits, isCreating: Bool) {
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

    /// Has it carried out, with what of it the library supports.
    func perform(in library: LivingProbe) async throws {
        do {
            try await library.edit { edits in write(&edits, isCreating: true) }
        } catch is UnsupportedEdit {
            try await library.edit { edits in write(&edits, isCreating: false) }
        }
    }

    /// Has the album sorted anew, after the first part.
    func rearrange(in library: LivingProbe) async throws {
        let own = try await library.read { [album] in try $0.members(of: album) }
        try await library.edit { edits in
            edits.reorder(album, as: own.reversed())
            edits.setFavorite(marked.isFavorite, for: [marked])
        }
    }

    /// What is looked at while it happens.
    var queries: [AssetQuery] {
        [
            .recents, .recents.sorted(by: .oldestFirst), .recents.sorted(), .videos, .recents.favorites(),
            .recents.limited(to: 5), .recents.sorted(by: .oldestFirst).limited(to: 7), .everything(),
            .album(album).sorted(), .album(album), .album(album).sorted(by: .oldestFirst),
            .album(album).sorted().limited(to: 3),
        ]
    }
}

extension PhotoLibrary {
    /// The identifiers of an album's assets in its own order, hidden ones and all pictures of bursts included.
    func members(of album: AlbumID) throws(LibraryError) -> [AssetID] {
        try everything(in: .album(album), order: []).map(\.id)
    }
}
