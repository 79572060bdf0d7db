import CameraRoll
import SyntheticLibrary

func followChanges() async throws -> [AssetID] {
    let manager = MediaManager(.synthetic(assets: 70_000))
    guard await manager.requestAuthorization().allowsReading else { return [] }
    let snapshot = try await manager.photos.snapshot(of: .photos.favorites())
    var shown = try await manager.photos.assets(in: snapshot.indices, of: snapshot).map(\.id)

    // One transaction: all of it, or nothing.
    let doomed = shown.prefix(2)
    try await manager.performChanges { changes in
        let trip = changes.createAlbum("Trip")
        changes.append(shown.suffix(5), to: trip)
        changes.setFavorite(false, for: doomed)
    }

    // What became of the snapshot, by index: here two that are no favourites any more.
    for try await update in manager.photos.updates(of: snapshot) {
        guard case .indexes(let changes) = update.changes else { break }
        let fresh = try await manager.photos.assets(in: update.snapshot.indices, of: update.snapshot)
        shown = try changes.applied(to: shown) { position in fresh[position].id }
        print("\(changes.removed.count) gone, \(shown.count) favourites left")
        break
    }
    return shown
}
