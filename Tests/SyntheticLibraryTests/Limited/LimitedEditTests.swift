import CameraRoll
import Foundation
import SyntheticLibrary
import Testing

struct LimitedEditTests {
    private func subject(
        _ options: SyntheticLimitedAccess = .init(), status: AuthorizationStatus = .limited
    ) -> EditSubject {
        EditSubject(authorization: MockAuthorization(status)) { $0.limitedAccess = options }
    }

    @Test func `What the app creates joins the selection, unless an option says otherwise`() throws {
        for joins in [true, false] {
            let subject = subject(SyntheticLimitedAccess(createdAssetsJoin: joins))
            let receipt = try subject.perform { _ = $0.createAsset(.photo(Data([1]))) }
            #expect(subject.store.selection == (joins ? Set(receipt.assets.values) : []))
            #expect(receipt.assets.count == 1)
        }
        let whole = subject(status: .authorized)
        try whole.perform { _ = $0.createAsset(.photo(Data([1]))) }
        #expect(whole.store.selection.isEmpty)
    }

    @Test func `What is not selected cannot be edited, nor can the user's albums`() throws {
        let subject = subject()
        subject.store.select([.row(1)])
        let album = subject.store.change { $0.makeAlbum("Mine", [.row(1)]) }
        let before = subject.trace
        #expect(throws: EditError.assetNotFound(.row(2))) { try subject.perform { $0.delete([AssetID.row(2)]) } }
        #expect(throws: EditError.albumNotFound(album)) { try subject.perform { $0.rename(album, to: "Ours") } }
        #expect(subject.trace == before)
        try subject.perform { $0.append([AssetID.row(1)], to: $0.createAlbum("New")) }
        try subject.perform { $0.delete([AssetID.row(1)]) }
        #expect(subject.store.contents.asset(.row(1)) == nil)
    }

    @Test func `Positions count what can be seen, and the others stay among their neighbours`() throws {
        let subject = subject(SyntheticLimitedAccess(showsUserAlbums: true))
        let album = subject.store.change { $0.makeAlbum("Mine", (0..<6).map { .row($0) }) }
        subject.store.select([.row(1), .row(3), .row(5), .row(9)])
        try subject.perform { $0.insert([AssetID.row(9)], at: 1, into: album) }
        #expect(subject.members(album) == [0, 1, 2, 9, 3, 4, 5].map { .row($0) })
        try subject.perform { $0.reorder(album, as: [AssetID.row(9), .row(5), .row(3), .row(1)]) }
        #expect(subject.members(album) == [0, 9, 2, 5, 3, 4, 1].map { .row($0) })
        #expect(throws: EditError.positionOutOfBounds(4, count: 3, .existing(album))) {
            try subject.perform { $0.move([AssetID.row(5)], to: 4, in: album) }
        }
    }

    @Test func `An asset that replaces another takes its place, also among those that cannot be seen`() throws {
        let subject = subject(SyntheticLimitedAccess(showsUserAlbums: true))
        let album = subject.store.change { $0.makeAlbum("Mine", (0..<4).map { .row($0) }) }
        subject.store.select([.row(1), .row(9)])
        try subject.perform { $0.replace(AssetID.row(1), with: AssetID.row(9), in: album) }
        #expect(subject.members(album) == [0, 9, 2, 3].map { .row($0) })
    }

    @Test func `Under permission to add only, creating works`() throws {
        let authorization = MockAuthorization(.denied)
        authorization.set(.authorized, for: .addOnly)
        let subject = EditSubject(authorization: authorization)
        let receipt = try subject.perform { _ = $0.createAsset(.photo(Data([1]))) }
        #expect(receipt.assets.count == 1)
    }

    @Test func `The picker adds what the user picks, and returns what is new`() async throws {
        let store = SyntheticStore(assets: 20)
        let authorization = MockAuthorization(.limited)
        _ = PhotoLibrarySource.synthetic(store, authorization: authorization)
        store.select([.row(1)])
        store.pickNext([.row(1), .row(2), "nobody"])
        store.pickNext([.row(3)])
        #expect(await authorization.presentLimitedPicker() == [.row(2)])
        #expect(await authorization.presentLimitedPicker() == [.row(3)])
        #expect(await authorization.presentLimitedPicker() == [])
        #expect(store.selection == [.row(1), .row(2), .row(3)])
    }
}
