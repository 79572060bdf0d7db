import CameraRoll
import SyntheticLibrary

func followChanges() async throws -> [MediaAsset] {
    let manager = MediaManager(.synthetic(assets: 70_000))
    guard await manager.requestAuthorization().allowsReading else { return [] }
    let snapshot = try await manager.photos.snapshot(of: .photos.onlyFavorites())
    var shown = try await manager.photos.assets(in: snapshot.indices, of: snapshot)

    // One transaction: all of it, or nothing.
    let doomed = shown.prefix(2)
    try await manager.performChanges { changes in
        let trip = changes.createAlbum("Trip")
        changes.append(shown.suffix(5), to: trip)
        changes.setFavorite(false, for: doomed)
    }

    // What became of the snapshot: two assets that are no favorites any more. Only what is new or changed is read.
    for try await update in manager.photos.updates(of: snapshot) {
        shown = try await manager.photos.assets(applying: update, to: shown)
        print("\(update.indexChanges?.batchUpdate.deletions ?? []) gone, \(shown.count) favorites left")
        break
    }
    return shown
}
