package import CameraRoll
import CameraRollTesting
package import SyntheticLibrary

/// A small library with its repositories, on its own executor.
package struct Subject {
    package let store: SyntheticStore
    package let access: LibraryAccess
    package let photos: PhotoRepository
    package let albums: AlbumRepository
    package let manager: MediaManager

    package init(
        _ configuration: SyntheticConfiguration,
        authorization: any LibraryAuthorization = AlwaysAuthorized(),
        executor: LibraryExecutor = .shared,
        // No deadline: a sanitizer on a busy machine may be slower than any deadline.
        limits: LibraryAccess.Limits = .untimed
    ) {
        let store = SyntheticStore(configuration)
        self.init(
            store: store,
            access: LibraryAccess(
                .synthetic(store, authorization: authorization), executor: executor, limits: limits))
    }

    /// A store, and an access to it.
    package init(store: SyntheticStore, access: LibraryAccess) {
        self.store = store
        self.access = access
        photos = PhotoRepository(access: access)
        albums = AlbumRepository(access: access)
        manager = MediaManager(photos: photos, albums: albums)
    }

    /// Another access to the same store, as after a relaunch.
    package init(reopening other: Subject) {
        self.init(store: other.store, access: LibraryAccess(.synthetic(other.store), limits: .untimed))
    }

    package init(assets: Int, seed: UInt64 = 1) {
        self.init(SyntheticConfiguration(assets: assets, seed: seed))
    }

    /// The query for all assets, including hidden ones and all pictures of bursts.
    package static var everything: AssetQuery {
        var query = AssetQuery.all
        query.hidden = .included
        query.bursts = .all
        return query
    }

    /// An album of a given number of assets, created by the user.
    package func makeAlbum(_ title: String?, of count: Int) async throws(LibraryError) -> Album {
        let members = try await ids().prefix(count)
        return Album(id: store.change { $0.makeAlbum(title, members) }, title: title)
    }

    package func ids(of query: AssetQuery = everything) async throws(LibraryError) -> [AssetID] {
        let snapshot = try await photos.snapshot(of: query)
        return try await photos.assets(in: snapshot.indices, of: snapshot).map(\.id)
    }
}

/// The error of a call; nil if it succeeds.
package func failure<Value>(_ body: () async throws(LibraryError) -> Value) async -> LibraryError? {
    do throws(LibraryError) {
        _ = try await body()
        return nil
    } catch {
        return error
    }
}
