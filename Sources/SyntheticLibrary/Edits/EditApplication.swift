import CameraRoll

/// Applies the edits of one transaction to a copy of the contents; discarding the copy undoes them.
struct EditApplication {
    var contents: SyntheticContents
    var assets: [AssetPlaceholder: UInt32] = [:]
    var albums: [AlbumPlaceholder: AlbumID] = [:]

    /// Edits the visible part of some contents.
    init(to contents: SyntheticContents) {
        self.contents = contents
    }

    /// Applies all edits, in their order.
    ///
    /// - Parameter failures: the errors to throw before edits, by their positions; a position behind the last is
    ///   after all.
    mutating func run(_ edits: [LibraryEdit], failures: [Int: EditError]) throws(EditError) {
        for (position, edit) in edits.enumerated() {
            if let failure = failures[position] { throw failure }
            try apply(edit)
        }
        if let failure = failures[edits.count] { throw failure }
    }

    /// The identifiers of created objects that still exist.
    var receipt: EditReceipt {
        EditReceipt(
            assets: assets.filter { contents.table.exists($0.value) }.mapValues(RowName.asset),
            albums: albums.filter { contents.hasCollection($0.value) })
    }

    private mutating func apply(_ edit: LibraryEdit) throws(EditError) {
        switch edit {
        case .createAsset, .deleteAssets, .setFavorite, .setHidden, .setCreationDate, .setLocation:
            try applyToAssets(edit)
        case .createAlbum, .createFolder, .rename, .deleteCollections, .moveAlbum:
            try applyToAlbums(edit)
        case .append, .insert, .remove, .move, .replace, .reorder:
            try applyToMembers(edit)
        }
    }
}

// MARK: - Resolving references

extension EditApplication {
    func row(_ reference: AssetReference) throws(EditError) -> UInt32 {
        switch reference {
        case .existing(let id):
            guard let row = contents.row(of: id) else { throw .assetNotFound(id) }
            return row
        case .created(let placeholder):
            guard let row = assets[placeholder], contents.table.exists(row) else { throw .assetNotCreated(placeholder) }
            return row
        }
    }

    func rows(_ references: [AssetReference]) throws(EditError) -> [UInt32] {
        try references.map { reference throws(EditError) in try row(reference) }
    }

    /// The rows of assets, which must all be different.
    func distinctRows(_ references: [AssetReference]) throws(EditError) -> [UInt32] {
        let rows = try rows(references)
        var seen: Set<UInt32> = []
        for (reference, row) in zip(references, rows) where !seen.insert(row).inserted {
            throw .duplicateAsset(reference)
        }
        return rows
    }

    /// An existing album or folder.
    func collection(_ reference: AlbumReference) throws(EditError) -> AlbumID {
        switch reference {
        case .existing(let id):
            guard contents.canSeeCollection(id) else { throw .albumNotFound(id) }
            return id
        case .created(let placeholder):
            guard let id = albums[placeholder], contents.hasCollection(id) else { throw .albumNotCreated(placeholder) }
            return id
        }
    }

    /// A user's album or folder.
    func editableCollection(_ reference: AlbumReference) throws(EditError) -> AlbumID {
        let id = try collection(reference)
        if let album = contents.albumRecords.first(where: { $0.id == id }), album.type != .album {
            throw .notEditable(reference)
        }
        return id
    }

    func folder(_ reference: AlbumReference?) throws(EditError) -> AlbumID? {
        guard let reference else { return nil }
        let id = try collection(reference)
        guard contents.isFolder(id) else { throw .notAFolder(reference) }
        return id
    }

    /// A user's album, not a folder.
    func editableAlbum(_ reference: AlbumReference) throws(EditError) -> AlbumID {
        let id = try editableCollection(reference)
        if contents.isFolder(id) { throw .notAnAlbum(reference) }
        return id
    }
}

extension EditApplication {
    mutating func applyToAlbums(_ edit: LibraryEdit) throws(EditError) {
        switch edit {
        case .createAlbum(let placeholder, let title, let parent):
            try checkTitle(title)
            let folder = try folder(parent)
            albums[placeholder] = contents.makeAlbum(title, in: folder)
        case .createFolder(let placeholder, let title, let parent):
            try checkTitle(title)
            let folder = try folder(parent)
            albums[placeholder] = contents.makeFolder(title, in: folder)
        case .rename(let album, let title):
            try checkTitle(title)
            contents.rename(try editableCollection(album), to: title)
        case .deleteCollections(let references): try deleteCollections(references)
        case .moveAlbum(let album, let parent): try moveAlbum(album, into: parent)
        default: break
        }
    }

    private func checkTitle(_ title: String) throws(EditError) {
        if title.allSatisfy(\.isWhitespace) { throw .emptyTitle }
    }

    /// All are resolved before the first is deleted: a folder may be listed together with its contents.
    private mutating func deleteCollections(_ references: [AlbumReference]) throws(EditError) {
        let ids = try references.map { reference throws(EditError) in try editableCollection(reference) }
        for id in ids {
            if contents.isFolder(id) { contents.deleteFolder(id) } else { contents.deleteAlbum(id) }
        }
    }

    private mutating func moveAlbum(_ reference: AlbumReference, into parent: AlbumReference?) throws(EditError) {
        let id = try editableCollection(reference)
        let folder = try folder(parent)
        if let folder, contents.isFolder(id), contents.foldersAbove(folder).contains(id) {
            throw .folderInItself(reference)
        }
        contents.move(id, into: folder)
    }
}
