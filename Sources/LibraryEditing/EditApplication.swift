package import CameraRoll

/// Applies the edits of one transaction to the rows of a library, in their order.
///
/// An edit that throws may have changed some rows: the library then discards the changes of the whole transaction.
package struct EditApplication<Store: EditStore> {
    package private(set) var store: Store
    private var assets: [AssetPlaceholder: Store.Row] = [:]
    private var collections: [AlbumPlaceholder: Store.Collection] = [:]

    package init(to store: Store) {
        self.store = store
    }

    /// The identifiers of created objects that still exist.
    package func receipt() throws -> EditReceipt {
        var receipt = EditReceipt()
        for (placeholder, row) in assets where try store.exists(row) { receipt.assets[placeholder] = store.id(of: row) }
        for (placeholder, collection) in collections where try store.isFolder(collection) != nil {
            receipt.albums[placeholder] = store.albumID(of: collection)
        }
        return receipt
    }

    /// Applies an edit.
    ///
    /// - Throws: `EditError`, or an error of the rows.
    package mutating func apply(_ edit: LibraryEdit) throws {
        // Editors are also called without a `ChangeRequest`, which checks this.
        try edit.validateValues()
        switch edit {
        case .createAsset(let placeholder, let asset): assets[placeholder] = try store.create(asset, as: placeholder)
        case .deleteAssets(let references): for row in try rows(references) { try store.delete(row: row) }
        case .setFavorite(let isFavorite, let references): try change(references) { $0.isFavorite = isFavorite }
        case .setHidden(let isHidden, let references): try change(references) { $0.isHidden = isHidden }
        case .setCreationDate(let date, let references): try change(references) { $0.creationDate = date }
        case .setLocation(let place, let references): try change(references) { $0.place = place }
        case .createAlbum, .createFolder, .rename, .deleteCollections, .moveAlbum: try applyToCollections(edit)
        case .append, .insert, .remove, .move, .replace, .reorder: try applyToMembers(edit)
        }
    }

    private mutating func change(
        _ references: [AssetReference], _ change: (inout Store.Record) -> Void
    ) throws {
        for row in try rows(references) { try store.edit(row: row, change) }
    }

    private mutating func applyToCollections(_ edit: LibraryEdit) throws {
        switch edit {
        case .createAlbum(let placeholder, let title, let parent):
            collections[placeholder] = try store.makeCollection(title, in: folder(parent), isFolder: false)
        case .createFolder(let placeholder, let title, let parent):
            collections[placeholder] = try store.makeCollection(title, in: folder(parent), isFolder: true)
        case .rename(let album, let title): try store.setTitle(title, of: editable(album))
        case .deleteCollections(let references):
            // All are resolved before the first is deleted: a folder may be listed together with its contents.
            for collection in try references.map({ try editable($0) }) { try store.deleteCollection(collection) }
        case .moveAlbum(let album, let parent):
            let (collection, folder) = (try editable(album), try folder(parent))
            if let folder, try store.isFolder(folder, within: collection) { throw EditError.folderInItself(album) }
            try store.move(collection, into: folder)
        default: break
        }
    }
}

// MARK: - Resolving references

extension EditApplication {
    private func row(_ reference: AssetReference) throws -> Store.Row {
        switch reference {
        case .existing(let id):
            guard let row = try store.row(of: id) else { throw EditError.assetNotFound(id) }
            return row
        case .created(let placeholder):
            guard let row = assets[placeholder], try store.exists(row) else {
                throw EditError.assetNotCreated(placeholder)
            }
            return row
        }
    }

    private func rows(_ references: [AssetReference]) throws -> [Store.Row] {
        try references.map { try row($0) }
    }

    private func target(_ reference: AlbumReference) throws -> EditTarget<Store.Collection> {
        switch reference {
        case .existing(let id):
            guard let target = try store.target(of: id) else { throw EditError.albumNotFound(id) }
            return target
        case .created(let placeholder):
            guard let collection = collections[placeholder], try store.isFolder(collection) != nil else {
                throw EditError.albumNotCreated(placeholder)
            }
            return .own(collection)
        }
    }

    /// A user's album or folder.
    private func editable(_ reference: AlbumReference) throws -> Store.Collection {
        guard case .own(let collection) = try target(reference) else { throw EditError.notEditable(reference) }
        return collection
    }

    /// A user's folder; nil for the top level.
    private func folder(_ reference: AlbumReference?) throws -> Store.Collection? {
        guard let reference else { return nil }
        switch try target(reference) {
        case .own(let collection) where try store.isFolder(collection) == true: return collection
        case .fixed(isFolder: true): throw EditError.notEditable(reference)
        case .own, .fixed: throw EditError.notAFolder(reference)
        }
    }
}

// MARK: - Members

extension EditApplication {
    private typealias Members = AlbumMembers<Store.Row>

    private mutating func applyToMembers(_ edit: LibraryEdit) throws {
        guard let reference = edit.listedAlbum else { return }
        let album = try editable(reference)
        if try store.isFolder(album) == true { throw EditError.notAnAlbum(reference) }
        let before = try store.members(of: album)
        var members = Members(before, of: reference, isVisible: store.isVisible)
        let changed = try change(&members, by: edit)
        if members.rows != before { try store.setMembers(members.rows, of: album, changed: changed) }
    }

    /// Changes the members of the album that an edit lists.
    ///
    /// - Returns: the members that were added, removed or moved; nil if all may have moved.
    private func change(_ members: inout Members, by edit: LibraryEdit) throws -> [Store.Row]? {
        switch edit {
        case .append(let assets, _):
            let new = try distinctRows(assets).filter { !members.contains($0) }
            try members.insert(new, at: members.visibleCount)
            return new
        case .insert(let assets, let position, _):
            let new = try distinctRows(assets)
            try members.checkAbsence(of: new, assets)
            try members.insert(new, at: position)
            return new
        case .remove(let assets, _):
            return try members.remove(rows(assets), assets)
        case .move(let assets, let position, _):
            // The position is among the others.
            let moved = try members.remove(distinctRows(assets), assets)
            try members.insert(moved, at: position)
            return moved
        case .replace(let asset, let other, _):
            let old = try row(asset)
            try members.checkPresence(of: [old], [asset])
            let new = try row(other)
            try members.replace(old, asset, by: new, other)
            return [old, new]
        case .reorder(let assets, _):
            try members.reorder(distinctRows(assets), assets)
            return nil
        default: return []
        }
    }

    /// The rows of assets, which must all be different.
    private func distinctRows(_ references: [AssetReference]) throws -> [Store.Row] {
        let rows = try rows(references)
        var seen: Set<Store.Row> = []
        for (reference, row) in zip(references, rows) where !seen.insert(row).inserted {
            throw EditError.duplicateAsset(reference)
        }
        return rows
    }
}
