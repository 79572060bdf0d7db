import CameraRoll

extension ConformanceCheck {
    static var memberEdits: [ConformanceCheck] {
        [appending, inserting, removing, moving, replacing, reordering, deletingMembers]
    }

    /// A check of edits on an album of five assets, with three other assets.
    private init(
        members name: String,
        body: @escaping @Sendable (MemberFixture, _ own: [AssetID], _ others: [AssetID]) async throws -> Void
    ) {
        self.init(living: name) { library, expect in
            let samples = try await library.samples(8)
            guard samples.count == 8 else { throw NotApplicable("The library shows fewer than eight assets.") }
            let album = try await library.makeAlbum("Members", of: Array(samples.prefix(5)))
            let ids = samples.map(\.id)
            let members = MemberFixture(library: library, album: album)
            try await members.expect(Array(ids.prefix(5)), "the assets of a new album")
            try await body(members, Array(ids.prefix(5)), Array(ids.suffix(3)))
        }
    }

    private static let appending = ConformanceCheck(
        members: "Appended assets stand at the end, and those that the album has stay where they are"
    ) { album, own, others in
        try await album.edit { $0.append([others[1], own[2], others[0], own[0]], to: $1) }
        try await album.expect(own + [others[1], others[0]], "an album after assets were appended")
        try await album.edit { $0.append(own, to: $1) }
        try await album.expect(own + [others[1], others[0]], "an album after its own assets were appended")
    }

    private static let inserting = ConformanceCheck(members: "Inserted assets stand at their position, in their order")
    {
        album, own, others in
        for position in 0...own.count {
            let inserted = [others[2], others[0]]
            try await album.edit { $0.insert(inserted, at: position, into: $1) }
            try await album.expect(
                own[..<position] + inserted + own[position...], "an album after an insertion at \(position)")
            try await album.edit { $0.remove(inserted, from: $1) }
        }
    }

    private static let removing = ConformanceCheck(members: "Removed assets leave the album, and stay in the library") {
        album, own, others in
        try await album.edit { $0.remove([own[4], own[1]], from: $1) }
        try await album.expect([own[0], own[2], own[3]], "an album after assets were removed")
        let found = try await album.library.read { try $0.assets(withIdentifiers: own) }
        try album.library.expect.equal(found.count, own.count, "the number of assets in the library")
    }

    private static let moving = ConformanceCheck(members: "Moved assets are taken out first, and then put in") {
        album, own, others in
        var expected = own
        for (moved, position) in [
            ([own[0]], 1), ([own[4], own[1]], 2), ([own[2]], 4), ([own[3], own[0]], 0), (own, 0),
        ] {
            try await album.edit { $0.move(moved, to: position, in: $1) }
            expected.removeAll(where: moved.contains)
            expected.insert(contentsOf: moved, at: position)
            try await album.expect(expected, "an album after a move to \(position)")
        }
    }

    private static let replacing = ConformanceCheck(members: "A replacement stands in the place of what it replaces") {
        album, own, others in
        for position in [0, 2, 4] {
            try await album.edit { $0.replace(own[position], with: others[position / 2], in: $1) }
        }
        try await album.expect(
            [others[0], own[1], others[1], own[3], others[2]], "an album after three assets were replaced")
    }

    private static let reordering = ConformanceCheck(members: "An album stands in the order that it is given") {
        album, own, others in
        for order in [[own[3], own[0], own[4], own[2], own[1]], own] {
            try await album.edit { $0.reorder($1, as: order) }
            try await album.expect(order, "an album in another order")
        }
    }
}

/// Assets that are deleted before or between the edits of an album, in the same transaction.
extension ConformanceCheck {
    private static let deletingMembers = ConformanceCheck(
        members: "Positions in an album do not count assets that the transaction has deleted"
    ) { album, own, others in
        try await album.edit { edits, id in
            edits.delete([own[0]])
            edits.insert([others[0]], at: 3, into: id)
            edits.move([own[4]], to: 0, in: id)
        }
        try await album.expect(
            [own[4], own[1], own[2], own[3], others[0]], "an album after a deletion before its edits")
        try await album.edit { edits, id in
            edits.append([others[1]], to: id)
            edits.delete([own[1], others[1]])
            edits.insert([others[2]], at: 1, into: id)
        }
        try await album.expect(
            [own[4], others[2], own[2], own[3], others[0]], "an album after a deletion between its edits")
        try await album.edit { edits, id in
            edits.delete([own[2]])
            edits.reorder(id, as: [others[0], own[3], others[2], own[4]])
        }
        try await album.expect(
            [others[0], own[3], others[2], own[4]], "an album after a deletion before another order")
    }
}

/// An album created by a check.
private struct MemberFixture: Sendable {
    let library: LivingProbe
    let album: AlbumID

    func edit(_ write: @escaping @Sendable (inout ChangeRequest, AlbumID) -> Void) async throws {
        try await library.edit { [album] edits in write(&edits, album) }
    }

    func expect(_ members: some Sequence<AssetID>, _ subject: String) async throws {
        try library.expect.equal(try await library.members(of: album), Array(members), subject)
        let counted = try await library.read { [album] in try $0.assetCount(of: album, mediaTypes: []) }
        let shown = try await library.read { [album] in try $0.all(.album(album)).count }
        try library.expect.equal(counted, shown, "the count of \(subject)")
    }
}
