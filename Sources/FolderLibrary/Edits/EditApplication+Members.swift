#if FolderLibrary || canImport(Darwin)
import CameraRoll

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
