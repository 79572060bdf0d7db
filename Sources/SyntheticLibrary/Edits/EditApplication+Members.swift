import CameraRoll

extension EditApplication {
    mutating func applyToMembers(_ edit: LibraryEdit) throws(EditError) {
        switch edit {
        case .append(let assets, let album): try append(assets, to: album)
        case .insert(let assets, let position, let album): try insert(assets, at: position, into: album)
        case .remove(let assets, let album): try remove(assets, from: album)
        case .move(let assets, let position, let album): try move(assets, to: position, in: album)
        case .replace(let asset, let other, let album): try replace(asset, with: other, in: album)
        case .reorder(let assets, let album): try reorder(album, as: assets)
        default: break
        }
    }

    private mutating func append(_ assets: [AssetReference], to album: AlbumReference) throws(EditError) {
        let id = try editableAlbum(album)
        var members = contents.members(of: id)
        let new = try distinctRows(assets).filter { !members.contains($0) }
        members.insert(new, at: members.visibleCount)
        contents.setMembers(of: id, to: members.rows, changed: new)
    }

    private mutating func insert(
        _ assets: [AssetReference], at position: Int, into album: AlbumReference
    ) throws(EditError) {
        let id = try editableAlbum(album)
        var members = contents.members(of: id)
        let new = try distinctRows(assets)
        for (asset, row) in zip(assets, new) where members.contains(row) { throw .alreadyInAlbum(asset, album) }
        try check(position, in: members, album)
        members.insert(new, at: position)
        contents.setMembers(of: id, to: members.rows, changed: new)
    }

    private mutating func remove(_ assets: [AssetReference], from album: AlbumReference) throws(EditError) {
        let id = try editableAlbum(album)
        var members = contents.members(of: id)
        let gone = try rowsOfMembers(assets, members, album)
        members.remove(Set(gone))
        contents.setMembers(of: id, to: members.rows, changed: gone)
    }

    /// Removes the assets first, and then inserts them.
    private mutating func move(
        _ assets: [AssetReference], to position: Int, in album: AlbumReference
    ) throws(EditError) {
        let id = try editableAlbum(album)
        var members = contents.members(of: id)
        _ = try distinctRows(assets)
        let moved = try rowsOfMembers(assets, members, album)
        members.remove(Set(moved))
        try check(position, in: members, album)
        members.insert(moved, at: position)
        contents.setMembers(of: id, to: members.rows, changed: moved)
    }

    private mutating func replace(
        _ asset: AssetReference, with other: AssetReference, in album: AlbumReference
    ) throws(EditError) {
        let id = try editableAlbum(album)
        var members = contents.members(of: id)
        let old = try rowsOfMembers([asset], members, album)
        let new = try rows([other])
        for row in new where members.contains(row) { throw .alreadyInAlbum(other, album) }
        let position = members.visiblePosition(of: old[0])
        members.remove(Set(old))
        members.insert(new, at: position)
        contents.setMembers(of: id, to: members.rows, changed: old + new)
    }

    private mutating func reorder(_ album: AlbumReference, as assets: [AssetReference]) throws(EditError) {
        let id = try editableAlbum(album)
        var members = contents.members(of: id)
        _ = try distinctRows(assets)
        let order = try rowsOfMembers(assets, members, album)
        guard order.count == members.visibleCount else {
            throw .incompleteOrder(album, named: order.count, count: members.visibleCount)
        }
        members.reorder(order)
        contents.setOrder(of: id, to: members.rows)
    }
}

// MARK: - Checks

extension EditApplication {
    private func rowsOfMembers(
        _ assets: [AssetReference], _ members: AlbumMembers, _ album: AlbumReference
    ) throws(EditError) -> [UInt32] {
        let rows = try rows(assets)
        for (asset, row) in zip(assets, rows) where !members.contains(row) { throw .notInAlbum(asset, album) }
        return rows
    }

    private func check(_ position: Int, in members: AlbumMembers, _ album: AlbumReference) throws(EditError) {
        guard 0...members.visibleCount ~= position else {
            throw .positionOutOfBounds(position, count: members.visibleCount, album)
        }
    }
}
