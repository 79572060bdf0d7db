import Foundation
import Testing

@testable import CameraRoll

/// Listing edits, before any library receives them.
@Suite struct ChangeRequestTests {
    @Test func `Edits keep the order in which they were written down, and say what was meant`() {
        var changes = ChangeRequest()
        let photo = NewAsset.photo(Data([1]))
        let asset = changes.createAsset(photo)
        let album = changes.createAlbum("Trip")
        changes.append([asset], to: album)
        changes.setFavorite(true, for: ["a"] as [AssetID])
        changes.setHidden(false, for: [MediaAsset(id: "b")])
        changes.setCreationDate(nil, for: [asset])
        changes.setLocation(Coordinate(latitude: 1, longitude: 2), for: ["a"] as [AssetID])
        changes.delete(["c"] as [AssetID])
        let created = AssetReference.created(asset)
        #expect(
            changes.edits == [
                .createAsset(asset, photo), .createAlbum(album, title: "Trip", folder: nil),
                .append([created], .created(album)), .setFavorite(true, [.existing("a")]),
                .setHidden(false, [.existing("b")]), .setCreationDate(nil, [created]),
                .setLocation(Coordinate(latitude: 1, longitude: 2), [.existing("a")]), .deleteAssets([.existing("c")]),
            ])
    }

    @Test func `Albums and folders are named by their identifier, by themselves, or by a placeholder`() {
        var changes = ChangeRequest()
        let folder = changes.createFolder("Trips")
        let inner = changes.createFolder("Far", in: folder)
        let album = changes.createAlbum("North", in: inner)
        changes.rename(AlbumID("old"), to: "New")
        changes.move(Album(id: "x", title: "X"), into: folder)
        changes.move(album, into: nil)
        changes.deleteCollections(["y", "z"] as [AlbumID])
        #expect(
            changes.edits == [
                .createFolder(folder, title: "Trips", folder: nil),
                .createFolder(inner, title: "Far", folder: .created(folder)),
                .createAlbum(album, title: "North", folder: .created(inner)), .rename(.existing("old"), title: "New"),
                .moveAlbum(.existing("x"), folder: .created(folder)), .moveAlbum(.created(album), folder: nil),
                .deleteCollections([.existing("y"), .existing("z")]),
            ])
    }

    @Test func `What becomes of an album's assets`() {
        var changes = ChangeRequest()
        let (assets, album) = (["a", "b"] as [AssetID], AlbumID("x"))
        changes.insert(assets, at: 3, into: album)
        changes.remove(assets, from: album)
        changes.move(assets, to: 1, in: album)
        changes.replace(assets[0], with: assets[1], in: album)
        changes.reorder(album, as: assets.reversed())
        let (both, here) = ([AssetReference.existing("a"), .existing("b")], AlbumReference.existing("x"))
        #expect(
            changes.edits == [
                .insert(both, at: 3, here), .remove(both, here), .move(both, to: 1, here),
                .replace(both[0], with: both[1], here), .reorder(both.reversed(), here),
            ])
    }

    @Test func `Placeholders differ from each other, and from those of all other transactions`() {
        var placeholders: Set<AssetPlaceholder> = []
        var albums: Set<AlbumPlaceholder> = []
        for _ in 0..<10 {
            var changes = ChangeRequest()
            for _ in 0..<5 {
                placeholders.insert(changes.createAsset(.photo(Data())))
                albums.formUnion([changes.createAlbum("a"), changes.createFolder("f")])
            }
        }
        #expect(placeholders.count == 50 && albums.count == 100)
    }

    @Test func `Only creating assets is adding only`() {
        var changes = ChangeRequest()
        _ = changes.createAsset(.photo(Data()))
        #expect(changes.edits.map(\.onlyAdds) == [true])
        _ = changes.createAlbum("a")
        changes.setFavorite(true, for: ["a"] as [AssetID])
        #expect(changes.edits.map(\.onlyAdds) == [true, false, false])
    }

    @Test func `The outcome names what was created, in the order in which it was written down`() throws {
        var changes = ChangeRequest()
        let assets = (0..<3).map { _ in changes.createAsset(.photo(Data())) }
        let albums = (0..<3).map { _ in changes.createAlbum("a") }
        let receipt = EditReceipt(
            assets: [assets[2]: "c", assets[0]: "a"], albums: [albums[1]: "y", albums[0]: "x", albums[2]: "z"])
        let outcome = EditOutcome("value", receipt, of: changes.transaction)
        #expect(outcome.createdAssets == ["a", "c"] && outcome.createdAlbums == ["x", "y", "z"])
        #expect(outcome.value == "value" && outcome.token == nil)
        #expect(try outcome.id(of: assets[2]) == "c")
        #expect(try outcome.id(of: albums[1]) == "y")
        #expect(throws: EditError.assetNotCreated(assets[1])) { try outcome.id(of: assets[1]) }
    }

    @Test func `An outcome knows no placeholder of another transaction, and none that was deleted again`() {
        var (changes, others) = (ChangeRequest(), ChangeRequest())
        _ = (changes.createAsset(.photo(Data())), changes.createAlbum("a"))
        let (asset, album) = (others.createAsset(.photo(Data())), others.createAlbum("a"))
        let outcome = EditOutcome((), EditReceipt(), of: changes.transaction)
        #expect(throws: EditError.foreignAssetPlaceholder(asset)) { try outcome.id(of: asset) }
        #expect(throws: EditError.foreignAlbumPlaceholder(album)) { try outcome.id(of: album) }
        let own = EditOutcome((), EditReceipt(), of: others.transaction)
        #expect(throws: EditError.assetNotCreated(asset)) { try own.id(of: asset) }
        #expect(throws: EditError.albumNotCreated(album)) { try own.id(of: album) }
    }
}
