import CameraRoll

extension ConformanceCheck {
    static var refusals: [ConformanceCheck] {
        [
            unknownAssets, unknownAlbums, wrongPositions, wrongMembers, foldersAndAlbums, smartAlbums,
            deletedPlaceholders,
        ]
    }

    /// A check of invalid edits: they are refused with the given error, without a trace or a signal.
    init(
        refusing name: String, body: @escaping @Sendable (RefusalFixture) async throws -> Void
    ) {
        self.init(living: name) { library, expect in
            try await body(try await RefusalFixture(library))
        }
    }

    private static let unknownAssets = ConformanceCheck(refusing: "Edits of unknown and deleted assets are refused") {
        fixture in
        for id in [AssetID.unknown, fixture.deleted] {
            try await fixture.refuses("a favourite") { edits in
                edits.setFavorite(true, for: [fixture.own[0], id])
                return .assetNotFound(id)
            }
            try await fixture.refuses("a deletion") { edits in
                edits.delete([id])
                return .assetNotFound(id)
            }
            try await fixture.refuses("an appended asset") { edits in
                edits.append([fixture.others[0], id], to: fixture.album)
                return .assetNotFound(id)
            }
        }
        try await fixture.refuses("an asset deleted before in the transaction") { edits in
            edits.delete([fixture.others[0]])
            edits.setHidden(true, for: [fixture.others[0]])
            return .assetNotFound(fixture.others[0])
        }
    }

    private static let unknownAlbums = ConformanceCheck(refusing: "Edits of unknown and deleted albums are refused") {
        fixture in
        for id in [AlbumID.unknown, fixture.deletedAlbum] {
            try await fixture.refuses("an append to no album") { edits in
                edits.append([fixture.others[0]], to: id)
                return .albumNotFound(id)
            }
            try await fixture.refuses("the title of no album") { edits in
                edits.rename(id, to: "Nothing")
                return .albumNotFound(id)
            }
            try await fixture.refuses("the deletion of no album") { edits in
                edits.deleteAlbums([fixture.album, id])
                return .albumNotFound(id)
            }
        }
    }

    private static let wrongPositions = ConformanceCheck(refusing: "Positions beyond an album's end are refused") {
        fixture in
        let (album, count) = (fixture.album, fixture.own.count)
        for position in [-1, count + 1, .max] {
            try await fixture.refuses("an insertion at \(position)") { edits in
                edits.insert([fixture.others[0]], at: position, into: album)
                return .positionOutOfBounds(position, count: count, .existing(album))
            }
        }
        for position in [-1, count] {
            try await fixture.refuses("a move to \(position)") { edits in
                edits.move([fixture.own[0]], to: position, in: album)
                return .positionOutOfBounds(position, count: count - 1, .existing(album))
            }
        }
    }

    private static let wrongMembers = ConformanceCheck(
        refusing: "Assets that an album has already, or has not, are refused"
    ) { fixture in
        let (album, own, other) = (AlbumReference.existing(fixture.album), fixture.own, fixture.others[0])
        let (present, absent) = (
            EditError.alreadyInAlbum(.existing(own[1]), album), EditError.notInAlbum(.existing(other), album)
        )
        try await fixture.refuses("an insertion of what is there") { edits in
            edits.insert([other, own[1]], at: 0, into: album)
            return present
        }
        try await fixture.refuses("a replacement by what is there") { edits in
            edits.replace(own[0], with: own[1], in: album)
            return present
        }
        try await fixture.refuses("a removal of what is not there") { edits in
            edits.remove([own[0], other], from: album)
            return absent
        }
        try await fixture.refuses("a move of what is not there") { edits in
            edits.move([other], to: 0, in: album)
            return absent
        }
        try await fixture.refuses("a replacement of what is not there") { edits in
            edits.replace(other, with: fixture.others[1], in: album)
            return absent
        }
        try await fixture.refuses("an order of some assets only") { edits in
            edits.reorder(album, as: own.dropLast())
            return .incompleteOrder(album, named: own.count - 1, count: own.count)
        }
    }
}
