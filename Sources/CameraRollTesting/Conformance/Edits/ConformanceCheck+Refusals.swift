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
            try await fixture.refuses("a favorite") { edits in
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
                edits.deleteCollections([fixture.album, id])
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

extension ConformanceCheck {
    static let foldersAndAlbums = ConformanceCheck(
        refusing: "Folders in themselves, and albums in place of folders, are refused"
    ) { fixture in
        let library = fixture.library
        let tree = try await FolderFixture(in: library)
        for folder in [tree.outer, tree.inner] {
            try await fixture.refuses("a folder in itself") { edits in
                edits.move(tree.outer, into: folder)
                return .folderInItself(.existing(tree.outer))
            }
        }
        try await fixture.refuses("an asset in a folder") { edits in
            edits.append([fixture.others[0]], to: tree.outer)
            return .notAnAlbum(.existing(tree.outer))
        }
        try await fixture.refuses("an album in an album") { edits in
            _ = edits.createAlbum("Nowhere", in: fixture.album)
            return .notAFolder(.existing(fixture.album))
        }
        try await fixture.refuses("a folder moved into an album") { edits in
            edits.move(tree.inner, into: fixture.album)
            return .notAFolder(.existing(fixture.album))
        }
    }

    static let smartAlbums = ConformanceCheck(refusing: "Smart albums cannot be edited") { fixture in
        let first = try await fixture.library.read { try $0.albums(.smart).first }
        guard let album = first else { throw NotApplicable("The library has no smart albums.") }
        let error = EditError.notEditable(.existing(album.id))
        try await fixture.refuses("an append to a smart album") { edits in
            edits.append([fixture.others[0]], to: album)
            return error
        }
        try await fixture.refuses("another title for a smart album") { edits in
            edits.rename(album, to: "Mine")
            return error
        }
        try await fixture.refuses("the deletion of a smart album") { edits in
            edits.deleteCollections([album])
            return error
        }
    }

    static let deletedPlaceholders = ConformanceCheck(
        refusing: "Placeholders of what was deleted again are refused"
    ) { fixture in
        try await fixture.refuses("an album that was deleted again") { edits in
            let album = edits.createAlbum("Passing")
            edits.deleteCollections([album])
            edits.append([fixture.others[0]], to: album)
            return .albumNotCreated(album)
        }
        try await fixture.refuses("an asset that was deleted again") { edits in
            let asset = edits.createAsset(.smallPicture)
            edits.delete([asset])
            edits.append([asset], to: fixture.album)
            return .assetNotCreated(asset)
        }
    }
}
