import CameraRoll
import SyntheticLibrary

/// A library of plain arrays, edited in the simplest way: the synthetic library must have the same result.
struct EditModel: Equatable {
    var assets: [AssetID]
    var favorites: Set<AssetID> = []
    var albums: [AlbumID: [AssetID]] = [:]
    var folders: Set<AlbumID> = []
    var titles: [AlbumID: String] = [:]
    var parents: [AlbumID: AlbumID] = [:]
    private var rows: Int
    private var made = 0
    private var newAssets: [AssetPlaceholder: AssetID] = [:]
    private var newAlbums: [AlbumPlaceholder: AlbumID] = [:]

    init(_ contents: SyntheticContents) {
        assets = contents.assets.map(\.id)
        favorites = Set(contents.assets.filter(\.isFavorite).map(\.id))
        rows = assets.count
    }

    /// Performs all edits; throws the error of the first invalid one.
    mutating func run(_ edits: [LibraryEdit]) throws(EditError) {
        var copy = self
        for edit in edits { try copy.apply(edit) }
        (copy.newAssets, copy.newAlbums) = ([:], [:])
        self = copy
    }

    private mutating func apply(_ edit: LibraryEdit) throws(EditError) {
        switch edit {
        case .createAsset(let placeholder, let asset): create(placeholder, asset)
        case .deleteAssets(let references):
            let gone = try Set(ids(references))
            assets.removeAll { gone.contains($0) }
            favorites.subtract(gone)
            for id in albums.keys { albums[id]?.removeAll { gone.contains($0) } }
        case .setFavorite(true, let references): favorites.formUnion(try ids(references))
        case .setFavorite(false, let references): favorites.subtract(try ids(references))
        case .createAlbum(let placeholder, let title, let folder): try makeAlbum(placeholder, title, folder)
        case .createFolder(let placeholder, let title, let folder): try makeFolder(placeholder, title, folder)
        case .rename(let album, let title): titles[try collection(album)] = title
        case .deleteCollections(let references):
            for id in try references.map({ reference throws(EditError) in try collection(reference) }) { delete(id) }
        case .moveAlbum(let album, let folder): try move(album, folder)
        default: try applyToMembers(edit)
        }
    }

    private mutating func create(_ placeholder: AssetPlaceholder, _ asset: NewAsset) {
        let id = AssetID.row(rows)
        rows += 1
        assets.append(id)
        newAssets[placeholder] = id
        if asset.isFavorite { favorites.insert(id) }
    }

    private mutating func makeAlbum(
        _ placeholder: AlbumPlaceholder, _ title: String, _ folder: AlbumReference?
    ) throws(EditError) {
        let parent = try self.folder(folder)
        made += 1
        let id = AlbumID("N\(made)")
        (newAlbums[placeholder], albums[id], titles[id], parents[id]) = (id, [], title, parent)
    }

    private mutating func makeFolder(
        _ placeholder: AlbumPlaceholder, _ title: String, _ folder: AlbumReference?
    ) throws(EditError) {
        let parent = try self.folder(folder)
        made += 1
        let id = AlbumID("G\(made)")
        folders.insert(id)
        (newAlbums[placeholder], titles[id], parents[id]) = (id, title, parent)
    }

    private mutating func delete(_ id: AlbumID) {
        for child in parents.filter({ $0.value == id }).keys { delete(child) }
        (albums[id], titles[id], parents[id]) = (nil, nil, nil)
        folders.remove(id)
    }

    private mutating func move(_ album: AlbumReference, _ folder: AlbumReference?) throws(EditError) {
        let id = try collection(album)
        let parent = try self.folder(folder)
        var above = parent
        while let next = above {
            if next == id { throw .folderInItself(album) }
            above = parents[next]
        }
        parents[id] = parent
    }
}

// MARK: - Members

extension EditModel {
    private mutating func applyToMembers(_ edit: LibraryEdit) throws(EditError) {
        switch edit {
        case .append(let references, let album):
            let id = try self.album(album)
            for asset in try distinct(references) where albums[id]?.contains(asset) == false {
                albums[id]?.append(asset)
            }
        case .insert(let references, let position, let album):
            let id = try self.album(album)
            let new = try distinct(references)
            for (reference, asset) in zip(references, new) where albums[id]?.contains(asset) == true {
                throw .alreadyInAlbum(reference, album)
            }
            try put(new, at: position, into: id, album)
        case .remove(let references, let album):
            let id = try self.album(album)
            let gone = try members(references, of: id, album)
            albums[id]?.removeAll { gone.contains($0) }
        case .move(let references, let position, let album):
            let id = try self.album(album)
            _ = try distinct(references)
            let moved = try members(references, of: id, album)
            albums[id]?.removeAll { moved.contains($0) }
            try put(moved, at: position, into: id, album)
        case .reorder(let references, let album):
            let id = try self.album(album)
            _ = try distinct(references)
            let order = try members(references, of: id, album)
            let count = albums[id]?.count ?? 0
            guard order.count == count else { throw .incompleteOrder(album, named: order.count, count: count) }
            albums[id] = order
        case .replace(let old, let new, let album): try replace(old, new, album)
        default: break
        }
    }

    private mutating func replace(
        _ old: AssetReference, _ new: AssetReference, _ album: AlbumReference
    ) throws(EditError) {
        let id = try self.album(album)
        let gone = try members([old], of: id, album)
        let come = try ids([new])
        if let asset = come.first, albums[id]?.contains(asset) == true { throw .alreadyInAlbum(new, album) }
        albums[id] = albums[id]?.map { gone.contains($0) ? come[0] : $0 }
    }

    private mutating func put(
        _ new: [AssetID], at position: Int, into id: AlbumID, _ album: AlbumReference
    ) throws(EditError) {
        let count = albums[id]?.count ?? 0
        guard 0...count ~= position else { throw .positionOutOfBounds(position, count: count, album) }
        albums[id]?.insert(contentsOf: new, at: position)
    }

    private func members(
        _ references: [AssetReference], of id: AlbumID, _ album: AlbumReference
    ) throws(EditError) -> [AssetID] {
        let ids = try ids(references)
        for (reference, asset) in zip(references, ids) where albums[id]?.contains(asset) == false {
            throw .notInAlbum(reference, album)
        }
        return ids
    }
}

// MARK: - Names

extension EditModel {
    private func ids(_ references: [AssetReference]) throws(EditError) -> [AssetID] {
        try references.map { reference throws(EditError) in
            switch reference {
            case .existing(let id):
                guard assets.contains(id) else { throw .assetNotFound(id) }
                return id
            case .created(let placeholder):
                guard let id = newAssets[placeholder], assets.contains(id) else { throw .assetNotCreated(placeholder) }
                return id
            }
        }
    }

    private func distinct(_ references: [AssetReference]) throws(EditError) -> [AssetID] {
        let ids = try ids(references)
        for (position, id) in ids.enumerated() where ids[..<position].contains(id) {
            throw .duplicateAsset(references[position])
        }
        return ids
    }

    private func collection(_ reference: AlbumReference) throws(EditError) -> AlbumID {
        switch reference {
        case .existing(let id):
            guard titles[id] != nil else { throw .albumNotFound(id) }
            return id
        case .created(let placeholder):
            guard let id = newAlbums[placeholder], titles[id] != nil else { throw .albumNotCreated(placeholder) }
            return id
        }
    }

    private func album(_ reference: AlbumReference) throws(EditError) -> AlbumID {
        let id = try collection(reference)
        if folders.contains(id) { throw .notAnAlbum(reference) }
        return id
    }

    private func folder(_ reference: AlbumReference?) throws(EditError) -> AlbumID? {
        guard let reference else { return nil }
        let id = try collection(reference)
        guard folders.contains(id) else { throw .notAFolder(reference) }
        return id
    }
}
