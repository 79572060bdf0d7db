#if FolderLibrary || canImport(Darwin)
import CameraRoll

extension EditApplication {
    func applyToAlbums(_ edit: LibraryEdit) throws {
        switch edit {
        case .rename(let album, let title): try rename(album, to: title)
        case .deleteCollections(let references):
            // All are resolved before the first is deleted: a folder may be listed together with its contents.
            for row in try references.map({ try editable($0) }) { try delete(row) }
        case .moveAlbum(let album, let parent): try move(album, into: parent)
        default: break
        }
    }

    func makeAlbum(_ title: String, in parent: AlbumReference?, isFolder: Bool) throws -> Int64 {
        try checkTitle(title)
        let folder = try folder(parent)
        try writer.connection.run(
            "INSERT INTO album(is_folder, title, parent) VALUES (?, ?, ?)", .integer(isFolder ? 1 : 0), .text(title),
            folder.map { .integer($0) } ?? .null)
        let row = try writer.connection.number("SELECT last_insert_rowid()")
        try writer.note(.album(row, .inserted))
        return row
    }

    private func rename(_ album: AlbumReference, to title: String) throws {
        try checkTitle(title)
        let row = try editable(album)
        try writer.connection.run(
            "UPDATE album SET title = ? WHERE id = ? AND title <> ?1", .text(title), .integer(row))
        if writer.connection.changedRows > 0 { try writer.note(.album(row, .updated)) }
    }

    private func move(_ album: AlbumReference, into parent: AlbumReference?) throws {
        let row = try editable(album)
        let folder = try folder(parent)
        if let folder, try writer.connection.family(of: row, in: "album").contains(folder) {
            throw EditError.folderInItself(album)
        }
        try writer.connection.run(
            "UPDATE album SET parent = ? WHERE id = ? AND parent IS NOT ?1", folder.map { .integer($0) } ?? .null,
            .integer(row))
        if writer.connection.changedRows > 0 { try writer.note(.album(row, .updated)) }
    }

    private func delete(_ row: Int64) throws(SQLiteError) {
        guard try hasAlbum(row) else { return }
        for row in try writer.connection.family(of: row, in: "album").reversed() {
            try writer.connection.run("DELETE FROM member WHERE album = ?", .integer(row))
            try writer.connection.run("DELETE FROM album WHERE id = ?", .integer(row))
            try writer.note(.album(row, .deleted))
        }
    }

    private func checkTitle(_ title: String) throws(EditError) {
        if title.allSatisfy(\.isWhitespace) { throw .emptyTitle }
    }
}

// MARK: - Resolving references

extension EditApplication {
    func hasAlbum(_ row: Int64) throws(SQLiteError) -> Bool {
        try isFolder(row) != nil
    }

    /// Whether a row is a folder; nil if there is neither an album nor a folder.
    private func isFolder(_ row: Int64) throws(SQLiteError) -> Bool? {
        try writer.connection.first("SELECT is_folder FROM album WHERE id = ?", [.integer(row)]) { $0.integer(0) != 0 }
    }

    /// The parsed identifier of an existing album.
    private func name(_ reference: AlbumReference) throws -> AlbumName {
        switch reference {
        case .existing(let id):
            guard let name = AlbumName(id), try isThere(name) else { throw EditError.albumNotFound(id) }
            return name
        case .created(let placeholder):
            guard let row = albums[placeholder], try hasAlbum(row) else {
                throw EditError.albumNotCreated(placeholder)
            }
            return .album(row)
        }
    }

    private func isThere(_ name: AlbumName) throws(SQLiteError) -> Bool {
        switch name {
        case .smart(let kind): SmartAlbums.all.contains { $0.kind == kind }
        case .album(let row): try hasAlbum(row)
        case .directory(let folder), .tree(let folder):
            try writer.connection.number("SELECT count(*) FROM folder WHERE id = ?", .integer(folder.row)) > 0
        }
    }

    /// The row of a user's album or folder.
    func editable(_ reference: AlbumReference) throws -> Int64 {
        guard case .album(let row) = try name(reference) else { throw EditError.notEditable(reference) }
        return row
    }

    /// The row of a user's album; throws for a folder.
    func editableAlbum(_ reference: AlbumReference) throws -> Int64 {
        let row = try editable(reference)
        if try isFolder(row) == true { throw EditError.notAnAlbum(reference) }
        return row
    }

    /// The row of a user's folder; nil for the top level.
    private func folder(_ reference: AlbumReference?) throws -> Int64? {
        guard let reference else { return nil }
        switch try name(reference) {
        case .album(let row):
            guard try isFolder(row) == true else { throw EditError.notAFolder(reference) }
            return row
        case .tree: throw EditError.notEditable(reference)
        case .smart, .directory: throw EditError.notAFolder(reference)
        }
    }
}
#endif
