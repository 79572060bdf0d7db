#if PhotosDouble
import PhotosDouble
#elseif canImport(Photos)
import Photos
#endif
#if PhotosDouble || canImport(Photos)
import CameraRoll

/// Which album or folder is in which folder, as far as a transaction has come.
struct CollectionTree {
    private struct Place {
        var parent: AlbumReference?
        var isFolder: Bool
    }

    private var places: [AlbumReference: Place] = [:]
    private var deleted: Set<AlbumReference> = []
    private var isLoaded = false

    /// Reads all user albums and folders, once; one fetch for each folder.
    mutating func load() {
        guard !isLoaded else { return }
        isLoaded = true
        load(PHCollection.fetchTopLevelUserCollections(with: nil), in: nil)
    }

    private mutating func load(_ found: PHFetchResult<PHCollection>, in parent: AlbumReference?) {
        for index in 0..<found.count {
            let collection = found.object(at: index)
            let reference = AlbumReference.existing(AlbumID(collection.localIdentifier))
            let folder = collection as? PHCollectionList
            // Edits before this one may have moved it.
            if places[reference] == nil { places[reference] = Place(parent: parent, isFolder: folder != nil) }
            if let folder { load(PHCollection.fetchCollections(in: folder, options: nil), in: reference) }
        }
    }

    /// Adds an album or folder that the transaction creates.
    mutating func add(_ reference: AlbumReference, to parent: AlbumReference?, isFolder: Bool) {
        places[reference] = Place(parent: parent, isFolder: isFolder)
    }

    mutating func move(_ reference: AlbumReference, to parent: AlbumReference?) {
        places[reference]?.parent = parent
    }

    /// Deletes an album or folder with all that is in it.
    mutating func delete(_ reference: AlbumReference) {
        deleted.insert(reference)
        for other in places.keys where path(to: other).contains(reference) { deleted.insert(other) }
    }

    /// Whether the album or folder is known and not deleted.
    func contains(_ reference: AlbumReference) -> Bool { places[reference] != nil && !isDeleted(reference) }

    func isDeleted(_ reference: AlbumReference) -> Bool { deleted.contains(reference) }

    func isFolder(_ reference: AlbumReference) -> Bool { places[reference]?.isFolder ?? false }

    /// The album or folder itself, and the folders that contain it, the innermost first.
    func path(to reference: AlbumReference) -> [AlbumReference] {
        var path = [reference]
        while let parent = path.last.flatMap({ places[$0]?.parent }), !path.contains(parent) { path.append(parent) }
        return path
    }
}

extension LibraryEdit {
    /// The new assets that the edit deletes.
    var deletedNewAssets: [AssetPlaceholder] {
        guard case .deleteAssets(let assets) = self else { return [] }
        return assets.compactMap { asset in if case .created(let placeholder) = asset { placeholder } else { nil } }
    }

    /// The new albums and folders that the edit deletes.
    var deletedNewAlbums: [AlbumPlaceholder] {
        guard case .deleteCollections(let albums) = self else { return [] }
        return albums.compactMap { album in if case .created(let placeholder) = album { placeholder } else { nil } }
    }

    /// What the edit does with the assets of its album.
    var memberOperation: PHCollectionEditOperation {
        switch self {
        case .remove: .removeContent
        case .move, .reorder: .rearrangeContent
        default: .addContent
        }
    }

    /// The same edit of other assets; for edits of assets only.
    func withAssets(_ assets: [AssetReference]) -> LibraryEdit {
        switch self {
        case .deleteAssets: .deleteAssets(assets)
        case .setFavorite(let isFavorite, _): .setFavorite(isFavorite, assets)
        case .setHidden(let isHidden, _): .setHidden(isHidden, assets)
        case .setCreationDate(let date, _): .setCreationDate(date, assets)
        case .setLocation(let place, _): .setLocation(place, assets)
        default: self
        }
    }

    /// The same edit of those albums and folders that are kept; nil if there are none.
    func keepingCollections(_ isKept: (AlbumReference) -> Bool) -> LibraryEdit? {
        switch self {
        case .createAlbum(let placeholder, _, _), .createFolder(let placeholder, _, _):
            return isKept(.created(placeholder)) ? self : nil
        case .rename(let album, _), .moveAlbum(let album, _): return isKept(album) ? self : nil
        case .deleteCollections(let albums):
            let kept = albums.filter(isKept)
            return kept.isEmpty ? nil : .deleteCollections(kept)
        default: return self
        }
    }
}

extension LibraryEdit {
    /// The same deletion without what is in a folder that is deleted with all that is in it.
    func withoutContents(_ tree: CollectionTree) -> LibraryEdit {
        guard case .deleteCollections(let albums) = self else { return self }
        let deleted = Set(albums)
        return .deleteCollections(albums.filter { deleted.isDisjoint(with: tree.path(to: $0).dropFirst()) })
    }
}

extension AssetReference {
    /// The identifier of an asset that exists.
    var existing: AssetID? {
        if case .existing(let id) = self { id } else { nil }
    }
}
#endif
