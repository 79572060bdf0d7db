import CameraRoll
import CameraRollTesting
import SyntheticLibrary

/// A small library with its repositories, on its own executor.
struct Subject {
    let store: SyntheticStore
    let access: LibraryAccess
    let photos: PhotoRepository
    let albums: AlbumRepository
    let manager: MediaManager

    init(
        _ configuration: SyntheticConfiguration,
        authorization: any LibraryAuthorization = AlwaysAuthorized(),
        executor: LibraryExecutor = .shared,
        // No deadline: a sanitizer on a busy machine may be slower than any deadline.
        limits: LibraryAccess.Limits = .untimed
    ) {
        store = SyntheticStore(configuration)
        access = LibraryAccess(
            .synthetic(store, authorization: authorization), executor: executor, limits: limits)
        photos = PhotoRepository(access: access)
        albums = AlbumRepository(access: access)
        manager = MediaManager(photos: photos, albums: albums)
    }

    /// Another access to the same store, as after a relaunch.
    init(reopening other: Subject) {
        store = other.store
        access = LibraryAccess(.synthetic(store), limits: .untimed)
        photos = PhotoRepository(access: access)
        albums = AlbumRepository(access: access)
        manager = MediaManager(photos: photos, albums: albums)
    }

    init(assets: Int, seed: UInt64 = 1) {
        self.init(SyntheticConfiguration(assets: assets, seed: seed))
    }

    /// The query for all assets, including hidden ones and all pictures of bursts.
    static var everything: AssetQuery {
        var query = AssetQuery.all
        query.hidden = .included
        query.bursts = .all
        return query
    }

    /// An album of a given number of assets, created by the user.
    func makeAlbum(_ title: String?, of count: Int) async throws(LibraryError) -> Album {
        let members = try await ids().prefix(count)
        return Album(id: store.change { $0.makeAlbum(title, members) }, title: title)
    }

    func ids(of query: AssetQuery = everything) async throws(LibraryError) -> [AssetID] {
        let snapshot = try await photos.snapshot(of: query)
        return try await photos.assets(in: snapshot.indices, of: snapshot).map(\.id)
    }
}

/// The error of a call; nil if it succeeds.
func failure<Value>(_ body: () async throws(LibraryError) -> Value) async -> LibraryError? {
    do throws(LibraryError) {
        _ = try await body()
        return nil
    } catch {
        return error
    }
}
