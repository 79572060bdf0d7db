#if PhotosDouble
import CameraRoll
import CameraRollTesting
import PhotosDouble
import CameraRollPhotos
import TestSupport
import Testing

/// What an edit asks Photos before it: Photos ends an app that makes a change that is not allowed.
@Suite(.timeLimit(.hang)) struct RightsTests {
    private func withManager(
        _ albums: [CollectionRecord], in folders: [String: String] = [:],
        _ body: (PhotosWorld, MediaManager) async throws -> Void
    ) async throws {
        let world = PhotosWorld()
        world.seed { edits in
            for number in 0..<4 { edits.add(AssetRecord("\(number)")) }
            for album in albums { edits.add(album, to: folders[album.identifier]) }
        }
        try await PhotosWorld.exclusively(world) { world in
            try await world.withAccess { access in try await body(world, MediaManager(access: access)) }
        }
    }

    private static func album(_ id: String = "album", without operation: PHCollectionEditOperation? = nil)
        -> CollectionRecord
    {
        var album = CollectionRecord(id, title: id)
        album.assets = ["0", "1", "2"]
        if let operation { album.operations.remove(operation) }
        return album
    }

    private static func folder(
        _ id: String = "folder", without operation: PHCollectionEditOperation? = nil
    ) -> CollectionRecord {
        var folder = CollectionRecord(id, title: id)
        folder.isList = true
        if let operation { folder.operations.remove(operation) }
        return folder
    }

    /// An edit of the album, and the operations that it needs.
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let needed: [PHCollectionEditOperation]
        let edit: @Sendable (inout ChangeRequest) -> Void

        static let all: [Case] = [
            Case(testDescription: "append", needed: [.addContent]) { $0.append([AssetID("3")], to: AlbumID("album")) },
            Case(testDescription: "insert", needed: [.addContent]) {
                $0.insert([AssetID("3")], at: 1, into: AlbumID("album"))
            },
            Case(testDescription: "remove", needed: [.removeContent]) {
                $0.remove([AssetID("1")], from: AlbumID("album"))
            },
            Case(testDescription: "move", needed: [.removeContent, .addContent]) {
                $0.move([AssetID("2")], to: 0, in: AlbumID("album"))
            },
            Case(testDescription: "replace", needed: [.removeContent, .addContent]) {
                $0.replace(AssetID("2"), with: AssetID("3"), in: AlbumID("album"))
            },
            Case(testDescription: "reorder", needed: [.rearrangeContent]) {
                $0.reorder(AlbumID("album"), as: ["2", "1", "0"].map { AssetID($0) })
            },
            Case(testDescription: "rename", needed: [.rename]) { $0.rename(AlbumID("album"), to: "New") },
            Case(testDescription: "delete", needed: [.delete]) { $0.deleteAlbum(AlbumID("album")) },
        ]
    }

    /// Every operation that Photos knows.
    private static let operations = CollectionRecord.allOperations.sorted { $0.rawValue < $1.rawValue }

    @Test(arguments: Case.all)
    func `An edit of an album needs the operations that are sent to Photos, and no others`(edit: Case) async throws {
        for operation in Self.operations {
            try await withManager([Self.album(without: operation)]) { _, manager in
                let error = await failure { try await manager.performChanges { edit.edit(&$0) } }
                #expect(error == (edit.needed.contains(operation) ? .notEditable(.existing("album")) : nil))
            }
        }
    }

    @Test(arguments: Self.operations)
    func `A new album needs a folder in which something may be created and to which it may be added`(
        operation: PHCollectionEditOperation
    ) async throws {
        let isNeeded = [.createContent, .addContent].contains(operation)
        let expected: EditError? = isNeeded ? .notEditable(.existing("folder")) : nil
        for isFolder in [true, false] {
            try await withManager([Self.folder(without: operation)]) { _, manager in
                let error = await failure {
                    try await manager.performChanges { edits in
                        let folder = AlbumID("folder")
                        _ = isFolder ? edits.createFolder("New", in: folder) : edits.createAlbum("New", in: folder)
                    }
                }
                #expect(error == expected)
            }
        }
    }

    /// The folder that the album leaves must allow a removal, and the one that it enters an addition; its title, which
    /// stays, may be fixed.
    @Test(arguments: Self.operations)
    func `An album is moved if both folders allow it`(operation: PHCollectionEditOperation) async throws {
        let (left, entered) = (Self.folder("left", without: operation), Self.folder("entered", without: operation))
        let albums = [Self.folder("left"), Self.folder("entered"), Self.album(without: operation)]
        try await withManager([left, Self.folder("entered"), Self.album()], in: ["album": "left"]) { _, manager in
            let error = await failure { try await manager.performChanges(Self.move) }
            #expect(error == (operation == .removeContent ? .notEditable(.existing("album")) : nil))
        }
        try await withManager([Self.folder("left"), entered, Self.album()], in: ["album": "left"]) { _, manager in
            let error = await failure { try await manager.performChanges(Self.move) }
            #expect(error == (operation == .addContent ? .notEditable(.existing("entered")) : nil))
        }
        try await withManager(albums, in: ["album": "left"]) { _, manager in
            try await manager.performChanges(Self.move)
        }
    }

    private static func move(_ edits: inout ChangeRequest) {
        edits.move(AlbumID("album"), into: AlbumID("entered"))
    }

    @Test func `A shared album and a smart album are in no folder`() async throws {
        var (shared, smart) = (Self.album("shared"), Self.album("smart"))
        shared.subtype = .albumCloudShared
        (smart.type, smart.subtype, smart.operations) = (.smartAlbum, .smartAlbumFavorites, [])
        try await withManager([shared, smart, Self.folder()]) { _, manager in
            for id in ["shared", "smart"] as [AlbumID] {
                await #expect(throws: EditError.notEditable(.existing(id))) {
                    try await manager.performChanges { $0.move(id, into: AlbumID("folder")) }
                }
            }
        }
    }

    /// A fetch finds collections of one type only.
    @Test func `Albums and folders of all types are found in one transaction`() async throws {
        let albums = (0..<40).map { $0.isMultiple(of: 3) ? Self.folder("\($0)") : Self.album("\($0)") }
        var smart = Self.album("smart")
        (smart.type, smart.subtype, smart.operations) = (.smartAlbum, .smartAlbumFavorites, [])
        try await withManager(albums + [smart]) { _, manager in
            await #expect(throws: EditError.notEditable(.existing("smart"))) {
                try await manager.performChanges { edits in
                    edits.deleteCollections((0..<40).map { AlbumID("\($0)") } + ["smart"])
                }
            }
            await #expect(throws: EditError.albumNotFound("none")) {
                try await manager.performChanges { edits in
                    edits.deleteCollections((0..<40).map { AlbumID("\($0)") } + ["none"])
                }
            }
            try await manager.performChanges { $0.deleteCollections((0..<40).map { AlbumID("\($0)") }) }
            #expect(try await manager.albums.list().map(\.id) == ["smart"])
        }
    }

    @Test func `A folder is deleted with what it contains, and what is in it is gone for later edits`() async throws {
        let albums = [Self.folder("outer"), Self.folder("inner"), Self.album(), Self.album("other")]
        try await withManager(albums, in: ["inner": "outer", "album": "inner"]) { _, manager in
            for id in ["album", "inner", "outer"] as [AlbumID] {
                await #expect(throws: EditError.albumNotFound(id)) {
                    try await manager.performChanges { edits in
                        edits.deleteCollections([AlbumID("outer")])
                        edits.rename(id, to: "Late")
                    }
                }
            }
            await #expect(throws: EditError.folderInItself(.existing("outer"))) {
                try await manager.performChanges { $0.move(AlbumID("outer"), into: AlbumID("inner")) }
            }
            try await manager.performChanges { edits in
                edits.move(AlbumID("album"), into: nil)
                edits.move(AlbumID("other"), into: AlbumID("inner"))
                edits.deleteCollections([AlbumID("outer")])
            }
            #expect(try await manager.albums.list().map(\.id) == ["album"])
            #expect(try await manager.albums.tree().count == 1)
        }
    }

    @Test func `A receipt has a place in the history if the app may read everything`() async throws {
        try await withManager([]) { world, manager in
            let outcome = try await manager.performChanges { $0.setFavorite(true, for: [AssetID("0")]) }
            let token = try #require(outcome.token)
            #expect(try await manager.changeToken() == token)
            world.select(["0"])
            let limited = try await manager.performChanges { $0.setFavorite(false, for: [AssetID("0")]) }
            #expect(limited.token == nil)
        }
    }
}

/// The error of an edit; nil if it is carried out.
private func failure(of edit: () async throws -> Void) async -> EditError? {
    do {
        try await edit()
        return nil
    } catch {
        return error as? EditError
    }
}
#endif
