#if PhotosDouble
import PhotosDouble
#elseif canImport(Photos)
import Photos
#endif
#if PhotosDouble || canImport(Photos)
import CameraRoll
import Foundation

/// The folder that contains each album and folder, at the current point of a transaction.
struct CollectionTree {
    private struct Place {
        var parent: AlbumReference?
        var isFolder: Bool
        /// The object of an album or folder that exists.
        var object: PHCollection?
    }

    private var places: [AlbumReference: Place] = [:]
    private var deleted: Set<AlbumReference> = []
    /// The folders whose contents have not been read; nil before the first read.
    private var unread: [PHCollectionList]?

    /// Reads the contents of the top level or of one more folder; returns whether all user albums and folders are read.
    ///
    /// All of them must be read before the first one is moved or deleted.
    mutating func load() -> Bool {
        guard let folder = unread?.popLast() else {
            if unread == nil { read(PHCollection.fetchTopLevelUserCollections(with: nil), in: nil) }
            return unread?.isEmpty ?? true
        }
        let reference = AlbumReference.existing(AlbumID(folder.localIdentifier))
        read(PHCollection.fetchCollections(in: folder, options: nil), in: reference)
        return unread?.isEmpty ?? true
    }

    private mutating func read(_ found: PHFetchResult<PHCollection>, in parent: AlbumReference?) {
        let collections = found.objects(at: IndexSet(integersIn: 0..<found.count))
        for collection in collections {
            let reference = AlbumReference.existing(AlbumID(collection.localIdentifier))
            places[reference] = Place(
                parent: parent, isFolder: collection is PHCollectionList, object: collection)
        }
        unread = (unread ?? []) + collections.compactMap { $0 as? PHCollectionList }
    }

    /// Adds an album or folder that the transaction creates.
    mutating func add(_ reference: AlbumReference, to parent: AlbumReference?, isFolder: Bool) {
        places[reference] = Place(parent: parent, isFolder: isFolder)
    }

    mutating func move(_ reference: AlbumReference, to parent: AlbumReference?) {
        places[reference]?.parent = parent
    }

    /// Deletes albums and folders with all their contents.
    ///
    /// - Returns: the existing ones to delete in Photos, which deletes the contents of an existing folder by itself.
    mutating func delete(_ references: [AlbumReference]) -> [AlbumReference] {
        let named = Set(references)
        let contents = places.keys.filter { other in
            !named.contains(other) && !isDeleted(other) && !named.isDisjoint(with: path(to: other))
        }
        deleted.formUnion(references)
        deleted.formUnion(contents)
        var seen: Set<AlbumReference> = []
        return (references + contents).filter { reference in
            guard case .existing = reference else { return false }
            if let parent = places[reference]?.parent, case .existing = parent, isDeleted(parent) { return false }
            return seen.insert(reference).inserted
        }
    }

    /// Whether the album or folder is known and has not been deleted.
    func contains(_ reference: AlbumReference) -> Bool { places[reference] != nil && !isDeleted(reference) }

    func isDeleted(_ reference: AlbumReference) -> Bool { deleted.contains(reference) }

    /// Whether an album or folder may be taken out of the folder that contains it, and is no shared album.
    func canLeave(_ reference: AlbumReference) -> Bool {
        guard let place = places[reference] else { return false }
        if (place.object as? PHAssetCollection)?.assetCollectionSubtype == .albumCloudShared { return false }
        return place.parent.flatMap { places[$0]?.object }?.canPerform(.removeContent) ?? true
    }

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

    /// Whether the edit moves or deletes albums or folders, which requires the complete tree.
    var changesTree: Bool {
        switch self {
        case .deleteCollections, .moveAlbum: true
        default: false
        }
    }

    /// The operation of the edit on each of its assets; nil if it only adds them to an album or removes them from it.
    var assetOperation: PHAssetEditOperation? {
        switch self {
        case .deleteAssets: .delete
        case .setFavorite, .setHidden, .setCreationDate, .setLocation: .properties
        default: nil
        }
    }

    /// The operations of the edit on the assets of its album, as they are requested from Photos.
    var memberOperations: [PHCollectionEditOperation] {
        switch self {
        case .remove: [.removeContent]
        // Photos moves and replaces by position, so named assets are removed and inserted again.
        case .move, .replace: [.removeContent, .addContent]
        case .reorder: [.rearrangeContent]
        default: [.addContent]
        }
    }

    /// Returns the same edit of other assets; for edits of assets only.
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

    /// Returns the edit without albums and folders that exist only during the transaction; nil if it is an edit of one.
    ///
    /// What such a folder contains for a while is at the top level meanwhile.
    func without(_ isPassing: (AlbumReference) -> Bool) -> LibraryEdit? {
        func lasting(_ folder: AlbumReference?) -> AlbumReference? {
            folder.flatMap { isPassing($0) ? nil : $0 }
        }
        switch self {
        case .createAlbum(let placeholder, let title, let folder):
            return isPassing(.created(placeholder))
                ? nil : .createAlbum(placeholder, title: title, folder: lasting(folder))
        case .createFolder(let placeholder, let title, let folder):
            return isPassing(.created(placeholder))
                ? nil : .createFolder(placeholder, title: title, folder: lasting(folder))
        case .rename(let album, _): return isPassing(album) ? nil : self
        case .moveAlbum(let album, let folder):
            return isPassing(album) ? nil : .moveAlbum(album, folder: lasting(folder))
        default: return listedAlbum.map(isPassing) == true ? nil : self
        }
    }
}

extension AlbumReference {
    /// The identifier, if the album or folder exists.
    var existing: AlbumID? {
        if case .existing(let id) = self { id } else { nil }
    }
}

extension AssetReference {
    /// The identifier, if the asset exists.
    var existing: AssetID? {
        if case .existing(let id) = self { id } else { nil }
    }
}
#endif
