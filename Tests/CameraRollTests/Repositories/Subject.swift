import CameraRoll
import CameraRollTesting
import SyntheticLibrary

/// A small library with its repositories, on an executor of its own.
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
        // No deadline: a sanitizer on a busy machine is slower than anybody's patience.
        limits: LibraryAccess.Limits = .untimed
    ) {
        store = SyntheticStore(configuration)
        access = LibraryAccess(
            .synthetic(store, authorization: authorization), executor: executor, limits: limits)
        photos = PhotoRepository(access: access)
        albums = AlbumRepository(access: access)
        manager = MediaManager(photos: photos, albums: albums)
    }

    /// Another door to the same store, as after a relaunch.
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

    /// The query that shows all assets there are, hidden ones and all pictures of bursts among them.
    static var everything: AssetQuery {
        var query = AssetQuery.recents
        query.hidden = .included
        query.bursts = .all
        return query
    }

    /// An album of so many assets, made by the user.
    func makeAlbum(_ title: String?, of count: Int) async throws(LibraryError) -> Album {
        let members = try await ids().prefix(count)
        return Album(id: store.change { $0.makeAlbum(title, members) }, title: title)
    }

    func ids(of query: AssetQuery = everything) async throws(LibraryError) -> [AssetID] {
        let snapshot = try await photos.snapshot(of: query)
        return try await photos.assets(in: snapshot.indices, of: snapshot).map(\.id)
    }
}

/// The error that a call ends with; nil where it ends well.
func failure<Value>(_ body: () async throws(LibraryError) -> Value) async -> LibraryError? {
    do throws(LibraryError) {
        _ = try await body()
        return nil
    } catch {
        return error
    }
}
