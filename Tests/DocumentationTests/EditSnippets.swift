import CameraRoll
import Foundation

/// What "Editing the library" shows.
enum EditSnippets {
    static func makeAlbum(of photos: [MediaAsset], in manager: MediaManager) async throws -> AlbumID {
        let outcome = try await manager.performChanges { changes in
            let trip = changes.createAlbum("Trip")
            changes.append(photos, to: trip)
            return trip
        }
        let album = try outcome.id(of: outcome.value)
        return album
    }

    static func add(_ file: URL, and photo: MediaAsset, to album: AlbumID, in manager: MediaManager) async throws {
        try await manager.performChanges { changes in
            let new = changes.createAsset(.photo(at: file))
            changes.append([photo.assetReference, new.assetReference], to: album)
        }
    }

    static func delete(_ doomed: [MediaAsset], in manager: MediaManager, show: (String) -> Void) async {
        do throws(EditError) {
            try await manager.performChanges { changes in changes.delete(doomed) }
        } catch {
            if !error.isCancellation, error != .refusedByUser { show(error.description) }
        }
    }
}
