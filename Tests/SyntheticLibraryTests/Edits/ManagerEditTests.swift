import CameraRoll
import CameraRollTesting
import Foundation
import SyntheticLibrary
import Testing

/// The editor as apps use it: through a manager.
struct ManagerEditTests {
    private func manager(
        _ store: SyntheticStore, _ authorization: any LibraryAuthorization = AlwaysAuthorized()
    ) -> MediaManager {
        MediaManager(
            access: LibraryAccess(
                .synthetic(store, authorization: authorization), executor: LibraryExecutor(), limits: .untimed))
    }

    @Test func `Edits are seen by later reads`() async throws {
        let store = SyntheticStore(assets: 30)
        let manager = manager(store)
        let outcome = try await manager.performChanges { changes in
            let asset = changes.createAsset(.photo(Data([1])))
            let album = changes.createAlbum("Trip")
            changes.append([AssetID.row(2).assetReference, asset.assetReference], to: album)
            return album
        }
        let album = try outcome.id(of: outcome.value)
        let created = try #require(outcome.createdAssets.first)
        let members = try await manager.photos.access.ids(of: .album(album).sorted())
        #expect(members.contains(created) && outcome.token != nil)
        let token = try #require(outcome.token)
        #expect(try await manager.changes(since: token) == .changes(LibraryChanges(affectedAlbums: [], upTo: token)))
    }

    @Test func `Readers proceed while the user decides, and a cancelled edit changes nothing`() async throws {
        var configuration = SyntheticConfiguration(assets: 30)
        configuration.consent = .forDeletions
        let store = SyntheticStore(configuration)
        let manager = manager(store)
        let edit = Task {
            try await manager.performChanges { changes in changes.delete([AssetID.row(1)]) }.token
        }
        await store.waitUntilConsentIsAsked()
        #expect(try await manager.photos.access.ids(of: AssetQuery(.identifiers([.row(1)]))) == [.row(1)])
        edit.cancel()
        await #expect(throws: EditError.cancelled) { try await edit.value }
        #expect(store.contents.asset(.row(1)) != nil)
    }

    @Test func `With permission to add only assets are created, and nothing can be read`() async throws {
        let store = SyntheticStore(assets: 30)
        let authorization = MockAuthorization(.denied)
        authorization.set(.authorized, for: .addOnly)
        let manager = manager(store, authorization)
        let outcome = try await manager.performChanges { $0.createAsset(.photo(Data([1]))) }
        #expect(store.contents.assets.last?.id == (try outcome.id(of: outcome.value)))
        await #expect(throws: LibraryError.notAuthorized(.denied)) { try await manager.snapshot() }
        await #expect(throws: EditError.library(.notAuthorized(.denied))) {
            try await manager.performChanges { $0.delete([AssetID.row(1)]) }
        }
    }

    /// An authorization that reads the store for its status, as an app's own may.
    private struct LookingAuthorization: LibraryAuthorization {
        let store: SyntheticStore

        func status(for level: AccessLevel) -> AuthorizationStatus {
            store.contents.assets.isEmpty ? .denied : .authorized
        }
    }

    @Test func `An authorization may look at the store while edits are carried out`() async throws {
        let store = SyntheticStore(assets: 30)
        let manager = manager(store, LookingAuthorization(store: store))
        let outcome = try await manager.performChanges { changes in changes.delete([AssetID.row(1)]) }
        #expect(outcome.token != nil && store.contents.asset(.row(1)) == nil)
    }
}
