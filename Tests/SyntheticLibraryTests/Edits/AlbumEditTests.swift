import Testing

@testable import CameraRoll
@testable import SyntheticLibrary

struct AlbumEditTests {
    private let subject = EditSubject { ($0.userAlbums, $0.folders) = (0, 0) }
    private var store: SyntheticStore { subject.store }
    private let ids = (0..<6).map { AssetID.row($0) }

    private func album(_ members: [AssetID]) -> AlbumID { store.change { $0.makeAlbum("Mine", members) } }

    @Test func `Appending leaves those where they are that the album has`() throws {
        let album = album([ids[2], ids[0]])
        try subject.perform { $0.append([ids[0], ids[1], ids[2], ids[3]], to: album) }
        #expect(subject.members(album) == [ids[2], ids[0], ids[1], ids[3]])
    }

    @Test(arguments: 0...3)
    func `What is inserted stands at its position`(position: Int) throws {
        let album = album([ids[0], ids[1], ids[2]])
        try subject.perform { $0.insert([ids[4], ids[3]], at: position, into: album) }
        var expected = [ids[0], ids[1], ids[2]]
        expected.insert(contentsOf: [ids[4], ids[3]], at: position)
        #expect(subject.members(album) == expected)
    }

    @Test func `A move takes out first, and then puts in`() throws {
        let album = album(ids)
        try subject.perform { $0.move([ids[4], ids[1]], to: 2, in: album) }
        #expect(subject.members(album) == [ids[0], ids[2], ids[4], ids[1], ids[3], ids[5]])
        try subject.perform { $0.move([ids[0]], to: 5, in: album) }
        #expect(subject.members(album).last == ids[0])
    }

    @Test func `One takes the place of another, and all stand in an order`() throws {
        let album = album([ids[0], ids[1], ids[2]])
        try subject.perform { $0.replace(ids[1], with: ids[5], in: album) }
        #expect(subject.members(album) == [ids[0], ids[5], ids[2]])
        try subject.perform { $0.reorder(album, as: [ids[5], ids[2], ids[0]]) }
        #expect(subject.members(album) == [ids[5], ids[2], ids[0]])
        try subject.perform { $0.remove([ids[2]], from: album) }
        #expect(subject.members(album) == [ids[5], ids[0]])
    }

    @Test func `Positions do not count what was deleted`() throws {
        let album = album(ids)
        store.delete([ids[0], ids[2]])
        #expect(throws: EditError.positionOutOfBounds(5, count: 4, .existing(album))) {
            try subject.perform { $0.insert([AssetID.row(9)], at: 5, into: album) }
        }
        try subject.perform { edits in
            edits.insert([AssetID.row(9)], at: 1, into: album)
            edits.delete([ids[1]])
            edits.insert([AssetID.row(8)], at: 0, into: album)
        }
        #expect(subject.members(album) == [.row(8), .row(9), ids[3], ids[4], ids[5]])
    }

    @Test func `Folders are made within folders, moved, renamed, and deleted with all that is in them`() throws {
        var edits = ChangeRequest()
        let outer = edits.createFolder("Outer")
        let inner = edits.createFolder("Inner", in: outer)
        let album = edits.createAlbum("Album", in: inner)
        let kept = edits.createAlbum("Kept", in: inner)
        edits.move(kept, into: nil)
        edits.rename(inner, to: "Within")
        let receipt = try subject.editor.perform(EditTransaction(edits.edits))
        let (top, within) = (try #require(receipt.albums[outer]), try #require(receipt.albums[inner]))
        let albums = store.contents.albums(.user).prefix(1).map { AlbumFolder.Item.album($0) }
        let folder = AlbumFolder(
            id: top, title: "Outer", items: [.folder(AlbumFolder(id: within, title: "Within", items: albums))])
        #expect(store.contents.albumTree.first == .folder(folder) && folder.albums.map(\.id) == [receipt.albums[album]])
        #expect(store.contents.albumTree.count == 2)
        try subject.perform { $0.deleteCollections([top, within]) }
        #expect(store.contents.albums(.user).map(\.id) == [receipt.albums[kept]])
        #expect(store.contents.albumTree.count == 1 && store.contents.assets.count == 30)
    }
}
