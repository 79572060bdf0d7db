#if PhotosDouble
import PhotosDouble
#elseif canImport(Photos)
import CoreLocation
import Photos
#endif
#if PhotosDouble || canImport(Photos)
import CameraRoll
import Foundation

/// The content of one change block of Photos: change requests for checked edits.
final class ChangeBlock: @unchecked Sendable {  // Photos runs the block while the thread of the edits waits for it.
    private let validator: EditValidator
    private var createdAssets: [AssetPlaceholder: PHAssetCreationRequest] = [:]
    private var createdAlbums: [AlbumPlaceholder: PHAssetCollectionChangeRequest] = [:]
    private var createdFolders: [AlbumPlaceholder: PHCollectionListChangeRequest] = [:]
    private var assetRequests: [AssetID: PHAssetChangeRequest] = [:]
    private var albumRequests: [AlbumID: PHAssetCollectionChangeRequest] = [:]
    private var folderRequests: [AlbumID: PHCollectionListChangeRequest] = [:]
    private var newAssets: [AssetPlaceholder: PHObjectPlaceholder] = [:]
    private var newCollections: [AlbumPlaceholder: PHObjectPlaceholder] = [:]

    init(_ validator: EditValidator) {
        self.validator = validator
    }

    private var objects: EditObjects { validator.objects }

    /// The objects that were created.
    var receipt: EditReceipt {
        EditReceipt(
            assets: newAssets.mapValues { AssetID($0.localIdentifier) },
            albums: newCollections.mapValues { AlbumID($0.localIdentifier) })
    }

    /// Makes the change requests; called by Photos.
    func run() {
        for step in validator.steps { apply(step) }
        // Change requests are valid only inside the block.
        (createdAssets, createdAlbums, createdFolders) = ([:], [:], [:])
        (assetRequests, albumRequests, folderRequests) = ([:], [:], [:])
    }

    private func apply(_ edit: LibraryEdit) {
        switch edit {
        case .createAsset(let placeholder, let new): create(placeholder, new)
        case .deleteAssets(let assets): PHAssetChangeRequest.deleteAssets(list(assets))
        case .setFavorite(let isFavorite, let assets):
            for request in requests(assets) { request.isFavorite = isFavorite }
        case .setHidden(let isHidden, let assets):
            for request in requests(assets) { request.isHidden = isHidden }
        case .setCreationDate(let date, let assets):
            for request in requests(assets) { request.creationDate = date }
        case .setLocation(let place, let assets):
            for request in requests(assets) { request.location = place.map(CLLocation.init(_:)) }
        case .createAlbum, .createFolder, .rename, .deleteCollections, .moveAlbum: applyToCollections(edit)
        case .append, .insert, .remove, .move, .replace, .reorder: applyToMembers(edit)
        }
    }
}

// MARK: - Assets

extension ChangeBlock {
    private func create(_ placeholder: AssetPlaceholder, _ new: NewAsset) {
        let request = PHAssetCreationRequest.forAsset()
        for resource in new.resources {
            let options = PHAssetResourceCreationOptions()
            options.originalFilename = resource.fileName
            // The validator has asked Photos about these kinds, by the same values.
            guard let type = PHAssetResourceType(rawValue: resource.kind.rawValue) else { continue }
            switch resource.contents {
            case .data(let data): request.addResource(with: type, data: data, options: options)
            case .file(let file, let isMoved):
                options.shouldMoveFile = isMoved
                request.addResource(with: type, fileURL: file, options: options)
            }
        }
        if let date = new.creationDate { request.creationDate = date }
        if let place = new.place { request.location = CLLocation(place) }
        if new.isFavorite { request.isFavorite = true }
        if new.isHidden { request.isHidden = true }
        createdAssets[placeholder] = request
        newAssets[placeholder] = request.placeholderForCreatedAsset
    }

    private func requests(_ assets: [AssetReference]) -> [PHAssetChangeRequest] {
        assets.compactMap { reference in
            switch reference {
            case .created(let placeholder): return createdAssets[placeholder]
            case .existing(let id):
                if let request = assetRequests[id] { return request }
                let request = objects.assets[id].map { PHAssetChangeRequest(for: $0) }
                assetRequests[id] = request
                return request
            }
        }
    }

    private func list(_ assets: [AssetReference]) -> NSArray {
        NSArray(
            array: assets.compactMap { reference -> PHObject? in
                switch reference {
                case .existing(let id): objects.assets[id]
                case .created(let placeholder): newAssets[placeholder]
                }
            })
    }
}

// MARK: - Albums and folders

extension ChangeBlock {
    private func applyToCollections(_ edit: LibraryEdit) {
        switch edit {
        case .createAlbum(let placeholder, let title, let folder):
            let request = PHAssetCollectionChangeRequest.creationRequestForAssetCollection(withTitle: title)
            createdAlbums[placeholder] = request
            newCollections[placeholder] = request.placeholderForCreatedAssetCollection
            if let folder { self.folder(folder)?.addChildCollections(list([.created(placeholder)])) }
        case .createFolder(let placeholder, let title, let folder):
            let request = PHCollectionListChangeRequest.creationRequestForCollectionList(withTitle: title)
            createdFolders[placeholder] = request
            newCollections[placeholder] = request.placeholderForCreatedCollectionList
            if let folder { self.folder(folder)?.addChildCollections(list([.created(placeholder)])) }
        case .rename(let reference, let title):
            if let album = album(reference) { album.title = title } else { folder(reference)?.title = title }
        case .deleteCollections(let references): delete(references)
        case .moveAlbum(let reference, let parent):
            let request = parent.map { folder($0) } ?? topLevel
            request?.addChildCollections(list([reference]))
        default: break
        }
    }

    private var topLevel: PHCollectionListChangeRequest? {
        objects.topLevel.flatMap { PHCollectionListChangeRequest(forTopLevelCollectionListUserCollections: $0) }
    }

    private func delete(_ references: [AlbumReference]) {
        let collections = references.compactMap { object($0) }
        let albums = collections.filter { $0 is PHAssetCollection }
        let folders = collections.filter { $0 is PHCollectionList }
        if !albums.isEmpty { PHAssetCollectionChangeRequest.deleteAssetCollections(NSArray(array: albums)) }
        if !folders.isEmpty { PHCollectionListChangeRequest.deleteCollectionLists(NSArray(array: folders)) }
    }

    private func object(_ reference: AlbumReference) -> PHObject? {
        switch reference {
        case .existing(let id): objects.albums[id] ?? objects.folders[id] as PHObject?
        case .created(let placeholder): newCollections[placeholder]
        }
    }

    private func list(_ collections: [AlbumReference]) -> NSArray {
        NSArray(array: collections.compactMap { object($0) })
    }

    private func album(_ reference: AlbumReference) -> PHAssetCollectionChangeRequest? {
        switch reference {
        case .created(let placeholder): return createdAlbums[placeholder]
        case .existing(let id):
            if let request = albumRequests[id] { return request }
            guard let album = objects.albums[id] else { return nil }
            let request = PHAssetCollectionChangeRequest(for: album, assets: objects.members[id])
            albumRequests[id] = request
            return request
        }
    }

    private func folder(_ reference: AlbumReference) -> PHCollectionListChangeRequest? {
        switch reference {
        case .created(let placeholder): return createdFolders[placeholder]
        case .existing(let id):
            if let request = folderRequests[id] { return request }
            let request = objects.folders[id].flatMap { PHCollectionListChangeRequest(for: $0) }
            folderRequests[id] = request
            return request
        }
    }
}

// MARK: - An album's assets

extension ChangeBlock {
    private func applyToMembers(_ edit: LibraryEdit) {
        switch edit {
        case .append(let assets, let album): self.album(album)?.addAssets(list(assets))
        case .insert(let assets, let position, let album): insert(assets, at: position, into: album)
        case .remove(let assets, let album): self.album(album)?.removeAssets(list(assets))
        case .move(let assets, let position, let album):
            // Photos moves by position, so named assets are removed and inserted again.
            self.album(album)?.removeAssets(list(assets))
            insert(assets, at: position, into: album)
        case .reorder(let assets, let album):
            self.album(album)?.replaceAssets(at: IndexSet(integersIn: assets.indices), withAssets: list(assets))
        // The validator divides it into a removal and an insertion.
        default: break
        }
    }

    private func insert(_ assets: [AssetReference], at position: Int, into album: AlbumReference) {
        let positions = IndexSet(integersIn: position..<position + assets.count)
        self.album(album)?.insertAssets(list(assets), at: positions)
    }
}

extension CLLocation {
    fileprivate convenience init(_ place: Coordinate) {
        self.init(latitude: place.latitude, longitude: place.longitude)
    }
}
#endif
