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
        case .smart(let kind): SmartAlbums.all.contains { $0.subtype == kind }
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

extension EditApplication {
    func applyToMembers(_ edit: LibraryEdit) throws {
        switch edit {
        case .append(let assets, let album):
            let new = try distinctRows(assets)
            try change(album) { members in
                let known = Set(members)
                let added = new.filter { !known.contains($0) }
                members += added
                return added
            }
        case .insert(let assets, let position, let album): try insert(assets, at: position, into: album)
        case .remove(let assets, let album):
            try change(album) { members in
                let gone = try rowsOfMembers(assets, members, album)
                members.removeAll(where: Set(gone).contains)
                return gone
            }
        case .move(let assets, let position, let album): try move(assets, to: position, in: album)
        case .replace(let asset, let other, let album): try replace(asset, with: other, in: album)
        case .reorder(let assets, let album): try reorder(album, as: assets)
        default: break
        }
    }

    private func insert(_ assets: [AssetReference], at position: Int, into album: AlbumReference) throws {
        try change(album) { members in
            let (new, known) = (try distinctRows(assets), Set(members))
            for (asset, row) in zip(assets, new) where known.contains(row) {
                throw EditError.alreadyInAlbum(asset, album)
            }
            try check(position, within: members, album)
            members.insert(contentsOf: new, at: position)
            return new
        }
    }

    /// Removes the assets first, and then inserts them.
    private func move(_ assets: [AssetReference], to position: Int, in album: AlbumReference) throws {
        try change(album) { members in
            _ = try distinctRows(assets)
            let moved = try rowsOfMembers(assets, members, album)
            members.removeAll(where: Set(moved).contains)
            try check(position, within: members, album)
            members.insert(contentsOf: moved, at: position)
            return moved
        }
    }

    private func replace(_ asset: AssetReference, with other: AssetReference, in album: AlbumReference) throws {
        try change(album) { members in
            let (old, new) = (try rowsOfMembers([asset], members, album)[0], try row(other))
            if members.contains(new) { throw EditError.alreadyInAlbum(other, album) }
            members = members.map { $0 == old ? new : $0 }
            return [old, new]
        }
    }

    private func reorder(_ album: AlbumReference, as assets: [AssetReference]) throws {
        let row = try editableAlbum(album)
        let members = try members(of: row)
        _ = try distinctRows(assets)
        let order = try rowsOfMembers(assets, members, album)
        guard order.count == members.count else {
            throw EditError.incompleteOrder(album, named: order.count, count: members.count)
        }
        guard order != members else { return }
        try writer.setMembers(order, of: row)
        try writer.note(.album(row, .reordered))
    }
}

// MARK: - Members

extension EditApplication {
    /// Changes the members of a user's album, and records the ones that were added, removed or moved.
    ///
    /// - Parameter body: changes the members, and returns the affected ones.
    private func change(_ album: AlbumReference, _ body: (inout [Int64]) throws -> [Int64]) throws {
        let row = try editableAlbum(album)
        let before = try members(of: row)
        var after = before
        let touched = try body(&after)
        guard after != before else { return }
        try writer.setMembers(after, of: row)
        for asset in touched { try writer.note(.member(asset, album: row)) }
    }

    private func members(of album: Int64) throws(SQLiteError) -> [Int64] {
        try writer.connection.rows("SELECT asset FROM member WHERE album = ? ORDER BY place", [.integer(album)]) {
            $0.integer(0)
        }
    }

    private func rowsOfMembers(
        _ assets: [AssetReference], _ members: [Int64], _ album: AlbumReference
    ) throws -> [Int64] {
        let (rows, known) = (try rows(assets), Set(members))
        for (asset, row) in zip(assets, rows) where !known.contains(row) {
            throw EditError.notInAlbum(asset, album)
        }
        return rows
    }

    private func check(_ position: Int, within members: [Int64], _ album: AlbumReference) throws(EditError) {
        guard 0...members.count ~= position else {
            throw .positionOutOfBounds(position, count: members.count, album)
        }
    }
}
#endif
