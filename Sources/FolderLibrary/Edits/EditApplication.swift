#if FolderLibrary || canImport(Darwin)
import CameraRoll
import Foundation

/// Applies the edits of one transaction to the index, within a transaction of the index.
///
/// Files are moved afterwards: the moves are collected in ``files``.
struct EditApplication {
    let writer: IndexWriter
    /// The staged files of the assets to create.
    let staged: [AssetPlaceholder: StagedAsset]
    private(set) var assets: [AssetPlaceholder: Int64] = [:]
    private(set) var albums: [AlbumPlaceholder: Int64] = [:]
    private(set) var files: FileMoves

    init(_ writer: IndexWriter, staged: [AssetPlaceholder: StagedAsset], files: FileMoves) {
        (self.writer, self.staged, self.files) = (writer, staged, files)
    }

    /// The identifiers of created objects that still exist.
    func receipt() throws(SQLiteError) -> EditReceipt {
        var receipt = EditReceipt()
        for (placeholder, row) in assets where try exists(row) { receipt.assets[placeholder] = AssetRow.id(row) }
        for (placeholder, row) in albums where try hasAlbum(row) {
            receipt.albums[placeholder] = AlbumName.album(row).id
        }
        return receipt
    }

    /// Applies an edit.
    ///
    /// - Throws: `EditError`, or SQLite's error.
    mutating func apply(_ edit: LibraryEdit) throws {
        switch edit {
        case .createAsset(let placeholder, let asset): try create(placeholder, asset)
        case .deleteAssets(let references): for row in try rows(references) { try delete(row) }
        case .setFavorite(let isFavorite, let references): try change(references) { $0.isFavorite = isFavorite }
        case .setHidden(let isHidden, let references): try change(references) { $0.isHidden = isHidden }
        case .setCreationDate(let date, let references): try change(references) { $0.setDate(date) }
        case .setLocation(let place, let references): try change(references) { $0.setLocation(place) }
        case .createAlbum(let placeholder, let title, let parent):
            albums[placeholder] = try makeAlbum(title, in: parent, isFolder: false)
        case .createFolder(let placeholder, let title, let parent):
            albums[placeholder] = try makeAlbum(title, in: parent, isFolder: true)
        case .rename, .deleteCollections, .moveAlbum: try applyToAlbums(edit)
        case .append, .insert, .remove, .move, .replace, .reorder: try applyToMembers(edit)
        }
    }

    private func change(_ references: [AssetReference], _ change: (inout AssetRecord) -> Void) throws {
        for row in try rows(references) { try writer.edit(row, change) }
    }
}

// MARK: - Assets

extension EditApplication {
    private mutating func create(_ placeholder: AssetPlaceholder, _ new: NewAsset) throws {
        guard let asset = staged[placeholder] else {
            throw EditError.missingResource(placeholder, reason: "it is gone")
        }
        let names = try files.place(asset, writer.connection)
        // Two files that are added together are a pair, even if other files have the same content identifier.
        for (file, name) in zip(asset.files, names) {
            try writer.put(file.scanned(as: name), pairing: names.count == 1)
        }
        try writer.pairNew()
        // A video may have become part of a Live Photo with an existing still.
        guard let row = try self.asset(of: names[0]) else { throw EditError.failed(reason: "a new file has no asset") }
        if names.count > 1, let video = try self.asset(of: names[1]) {
            try writer.pair(row, withVideo: video, named: names[1])
        }
        try writer.edit(row) { record in
            if let date = new.creationDate { record.setDate(date) }
            if let place = new.place { record.setLocation(place) }
            if new.isFavorite { record.isFavorite = true }
            if new.isHidden { record.isHidden = true }
        }
        assets[placeholder] = row
    }

    /// The asset of a file in the root folder.
    private func asset(of name: [UInt8]) throws(SQLiteError) -> Int64? {
        try writer.file(name, in: .root)?.asset
    }

    private mutating func delete(_ row: Int64) throws {
        guard let record = try writer.record(row) else { return }
        let names = [record.name, record.pair].compactMap(\.self)
        let moves = try names.map { try files.discard($0, in: record.folder, writer.connection) }
        if let move = moves[0] { try writer.rememberTrash(record, move, moves.count > 1 ? moves[1] : nil) }
        for name in names { try writer.forget(name, in: record.folder) }
        try writer.depart(row)
    }
}

extension AssetRecord {
    fileprivate mutating func setDate(_ date: Date?) {
        facts.created = AssetFacts.sortKey(of: date)
        facts.dateSource = .user
        edited.insert(.date)
    }

    fileprivate mutating func setLocation(_ place: Coordinate?) {
        facts.place = place
        edited.insert(.place)
    }
}

// MARK: - Resolving references

extension EditApplication {
    func exists(_ row: Int64) throws(SQLiteError) -> Bool {
        try writer.connection.number("SELECT count(*) FROM asset WHERE id = ?", .integer(row)) > 0
    }

    func row(_ reference: AssetReference) throws -> Int64 {
        switch reference {
        case .existing(let id):
            guard let row = AssetRow.row(of: id), try exists(row) else { throw EditError.assetNotFound(id) }
            return row
        case .created(let placeholder):
            guard let row = assets[placeholder], try exists(row) else { throw EditError.assetNotCreated(placeholder) }
            return row
        }
    }

    func rows(_ references: [AssetReference]) throws -> [Int64] {
        try references.map { try row($0) }
    }

    /// The rows of assets, which must all be different.
    func distinctRows(_ references: [AssetReference]) throws -> [Int64] {
        let rows = try rows(references)
        var seen: Set<Int64> = []
        for (reference, row) in zip(references, rows) where !seen.insert(row).inserted {
            throw EditError.duplicateAsset(reference)
        }
        return rows
    }
}
#endif
