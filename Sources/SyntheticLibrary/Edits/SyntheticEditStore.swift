import CameraRoll
import LibraryEditing

/// A copy of the contents, as seen by the app, that the edits of one transaction change.
///
/// Discarding the copy undoes the edits.
struct SyntheticEditStore: EditStore {
    var contents: SyntheticContents

    // MARK: Assets

    func row(of id: AssetID) -> UInt32? { contents.row(of: id) }

    func id(of row: UInt32) -> AssetID { RowName.asset(row) }

    func exists(_ row: UInt32) -> Bool { contents.table.exists(row) }

    func isVisible(_ row: UInt32) -> Bool { contents.isVisible(row) }

    mutating func create(_ asset: NewAsset, as placeholder: AssetPlaceholder) throws(EditError) -> UInt32 {
        guard let main = asset.resources.first, main.kind.isMain else {
            throw .missingResource(placeholder, reason: "it has no main file")
        }
        guard let id = contents.insert(1, asset.describe).first, let row = contents.table.row(of: id) else {
            throw .notEnoughSpace
        }
        if contents.limits?.createdAssetsJoin == true { contents.select([id], keepingOthers: true) }
        return row
    }

    mutating func edit(row: UInt32, _ change: (inout MediaAsset) -> Void) { contents.edit(row: row, change) }

    mutating func delete(row: UInt32) { contents.delete(rows: CollectionOfOne(row)) }

    // MARK: Albums and folders

    func target(of id: AlbumID) -> EditTarget<AlbumID>? {
        guard contents.canSeeCollection(id) else { return nil }
        // Only albums are maintained by the library.
        let album = contents.albumRecords.first { $0.id == id }
        return album.map { $0.type == .album } ?? true ? .own(id) : .fixed(isFolder: false)
    }

    func isFolder(_ collection: AlbumID) -> Bool? {
        contents.hasCollection(collection) ? contents.isFolder(collection) : nil
    }

    func isFolder(_ folder: AlbumID, within other: AlbumID) -> Bool { contents.foldersAbove(folder).contains(other) }

    func albumID(of collection: AlbumID) -> AlbumID { collection }

    mutating func makeCollection(_ title: String, in folder: AlbumID?, isFolder: Bool) -> AlbumID {
        isFolder ? contents.makeFolder(title, in: folder) : contents.makeAlbum(title, in: folder)
    }

    mutating func setTitle(_ title: String, of collection: AlbumID) { contents.rename(collection, to: title) }

    mutating func move(_ collection: AlbumID, into folder: AlbumID?) { contents.move(collection, into: folder) }

    mutating func deleteCollection(_ collection: AlbumID) {
        contents.deleteAlbum(collection)
        contents.deleteFolder(collection)
    }

    func members(of album: AlbumID) -> [UInt32] { contents.members(of: album) }

    mutating func setMembers(_ rows: [UInt32], of album: AlbumID, changed: [UInt32]?) {
        contents.setMembers(rows, of: album, changed: changed)
    }
}

extension NewAsset {
    /// Changes a generated asset to this one; unspecified values stay the generated ones.
    fileprivate func describe(_ asset: inout MediaAsset) {
        asset.mediaType = mediaType
        asset.mediaSubtypes = resources.contains { $0.kind == .pairedVideo } ? .livePhoto : []
        asset.duration = mediaType == .image ? 0 : max(asset.duration, 1)
        asset.creationDate = creationDate ?? asset.creationDate
        asset.place = place ?? asset.place
        (asset.isFavorite, asset.isHidden) = (isFavorite, isHidden)
        (asset.typeIdentifier, asset.hasAdjustments) = (asset.id.mainType(of: mediaType), false)
    }

    private var mediaType: MediaType {
        switch resources.first?.kind {
        case .photo: .image
        case .video: .video
        case .audio: .audio
        default: .unknown
        }
    }
}
