import CameraRoll

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
            edits.deleteAlbums([album])
            return error
        }
    }

    static let deletedPlaceholders = ConformanceCheck(
        refusing: "Placeholders of what was deleted again are refused"
    ) { fixture in
        try await fixture.refuses("an album that was deleted again") { edits in
            let album = edits.createAlbum("Passing")
            edits.deleteAlbums([album])
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
