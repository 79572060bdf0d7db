#if FolderLibrary || canImport(Darwin)
import CameraRoll
import Foundation
import LibraryEditing

/// The index as the edits of one transaction change it, within a transaction of the index.
///
/// Files are moved afterward: the moves are collected in ``files``.
struct IndexEditStore: EditStore {
    let writer: IndexWriter
    /// The staged files of the assets to create.
    let staged: [AssetPlaceholder: StagedAsset]
    private(set) var files: FileMoves

    init(_ writer: IndexWriter, staged: [AssetPlaceholder: StagedAsset], files: FileMoves) {
        (self.writer, self.staged, self.files) = (writer, staged, files)
    }
}

// MARK: - Assets

extension IndexEditStore {
    func row(of id: AssetID) throws(SQLiteError) -> Int64? {
        guard let row = AssetRow.row(of: id), try exists(row) else { return nil }
        return row
    }

    func id(of row: Int64) -> AssetID { AssetRow.id(row) }

    func exists(_ row: Int64) throws(SQLiteError) -> Bool {
        try writer.connection.number("SELECT count(*) FROM asset WHERE id = ?", .integer(row)) > 0
    }

    func edit(row: Int64, _ change: (inout AssetRecord) -> Void) throws(SQLiteError) {
        try writer.edit(row, change)
    }

    mutating func create(_ new: NewAsset, as placeholder: AssetPlaceholder) throws -> Int64 {
        guard let asset = staged[placeholder] else {
            throw EditError.missingResource(placeholder, reason: "it is gone")
        }
        let names = try files.place(asset, writer.connection)
        let existence = try files.existence(without: asset)
        // Two files that are added together are a pair, even if other files have the same content identifier.
        for (file, name) in zip(asset.files, names) {
            // From its name alone, a raw file would become part of a photo that the edit does not know.
            let isRaw = file.facts.contentIdentifier?.hasPrefix(IndexWriter.rawPrefix) ?? false
            try writer.put(file.scanned(as: name), existence, pairing: names.count == 1 && !isRaw)
        }
        try writer.pairNew()
        // A video may have become part of a Live Photo with an existing still.
        guard let row = try self.asset(of: names[0]) else { throw EditError.failed(reason: "a new file has no asset") }
        if names.count > 1, let video = try self.asset(of: names[1]) {
            try writer.pair(row, withVideo: video, named: names[1])
        }
        try writer.edit(row) { record in
            if let date = new.creationDate { record.creationDate = date }
            if let place = new.place { record.place = place }
            if new.isFavorite { record.isFavorite = true }
            if new.isHidden { record.isHidden = true }
        }
        return row
    }

    /// The asset of a file in the root folder.
    private func asset(of name: [UInt8]) throws(SQLiteError) -> Int64? {
        try writer.file(name, in: .root)?.asset
    }

    mutating func delete(row: Int64) throws {
        guard let record = try writer.record(row) else { return }
        let names = [record.name, record.pair].compactMap(\.self)
        let (moves, companions) = try files.discard(names, in: record.folder, writer.connection)
        try writer.rememberTrash(record, moves[0], moves.count > 1 ? moves[1] : nil, files.deletion)
        for name in names + companions { try writer.forget(name, in: record.folder) }
        try writer.depart(row)
    }
}

extension AssetRecord: EditableRecord {
    var creationDate: Date? {
        get { AssetFacts.date(of: facts.created) }
        set {
            facts.created = AssetFacts.sortKey(of: newValue)
            facts.dateSource = .user
            edited.insert(.date)
        }
    }

    var place: Coordinate? {
        get { facts.place }
        set {
            facts.place = newValue
            edited.insert(.place)
        }
    }
}

// MARK: - Albums and folders

extension IndexEditStore {
    func target(of id: AlbumID) throws(SQLiteError) -> EditTarget<Int64>? {
        switch AlbumName(id) {
        case .album(let row): try isFolder(row) == nil ? nil : .own(row)
        case .smart(let kind): SmartAlbums.all.contains { $0.subtype == kind } ? .fixed(isFolder: false) : nil
        case .directory(let folder): try isThere(folder) ? .fixed(isFolder: false) : nil
        case .tree(let folder): try isThere(folder) ? .fixed(isFolder: true) : nil
        case nil: nil
        }
    }

    private func isThere(_ folder: FolderID) throws(SQLiteError) -> Bool {
        try writer.connection.number("SELECT count(*) FROM folder WHERE id = ?", .integer(folder.row)) > 0
    }

    func isFolder(_ collection: Int64) throws(SQLiteError) -> Bool? {
        try writer.connection.first("SELECT is_folder FROM album WHERE id = ?", [.integer(collection)]) {
            $0.integer(0) != 0
        }
    }

    func isFolder(_ folder: Int64, within other: Int64) throws(SQLiteError) -> Bool {
        try writer.connection.family(of: other, in: "album").contains(folder)
    }

    func albumID(of collection: Int64) -> AlbumID { AlbumName.album(collection).id }

    func makeCollection(_ title: String, in folder: Int64?, isFolder: Bool) throws(SQLiteError) -> Int64 {
        try writer.connection.run(
            "INSERT INTO album(is_folder, title, parent) VALUES (?, ?, ?)", .integer(isFolder ? 1 : 0), .text(title),
            folder.map { .integer($0) } ?? .null)
        let row = try writer.connection.number("SELECT last_insert_rowid()")
        try writer.note(.album(row, .inserted))
        return row
    }

    func setTitle(_ title: String, of collection: Int64) throws(SQLiteError) {
        try writer.connection.run(
            "UPDATE album SET title = ? WHERE id = ? AND title <> ?1", .text(title), .integer(collection))
        if writer.connection.changedRows > 0 { try writer.note(.album(collection, .updated)) }
    }

    func move(_ collection: Int64, into folder: Int64?) throws(SQLiteError) {
        try writer.connection.run(
            "UPDATE album SET parent = ? WHERE id = ? AND parent IS NOT ?1", folder.map { .integer($0) } ?? .null,
            .integer(collection))
        if writer.connection.changedRows > 0 { try writer.note(.album(collection, .updated)) }
    }

    func deleteCollection(_ collection: Int64) throws(SQLiteError) {
        guard try isFolder(collection) != nil else { return }
        for row in try writer.connection.family(of: collection, in: "album").reversed() {
            try writer.connection.run("DELETE FROM member WHERE album = ?", .integer(row))
            try writer.connection.run("DELETE FROM album WHERE id = ?", .integer(row))
            try writer.note(.album(row, .deleted))
        }
    }

    func members(of album: Int64) throws(SQLiteError) -> [Int64] {
        try writer.connection.rows("SELECT asset FROM member WHERE album = ? ORDER BY place", [.integer(album)]) {
            $0.integer(0)
        }
    }

    func setMembers(_ rows: [Int64], of album: Int64, changed: [Int64]?) throws(SQLiteError) {
        try writer.setMembers(rows, of: album)
        guard let changed else { return try writer.note(.album(album, .reordered)) }
        for asset in changed { try writer.note(.member(asset, album: album)) }
    }
}
#endif
