import CameraRoll
import Foundation

/// What "Following changes" shows.
enum ChangeSnippets {
    /// The functions of `UICollectionView` that the articles call, as UIKit declares them.
    @MainActor final class CollectionView {
        private(set) var deleted: [IndexPath] = []
        var onReload: () -> Void = {}
        private let onReconfigure: () -> Void

        init(onReconfigure: @escaping () -> Void) { self.onReconfigure = onReconfigure }

        func reloadData() { onReload() }
        func performBatchUpdates(_ updates: (() -> Void)?, completion: ((Bool) -> Void)? = nil) {
            updates?()
            completion?(true)
        }
        func deleteItems(at paths: [IndexPath]) { deleted += paths }
        func insertItems(at paths: [IndexPath]) {}
        func moveItem(at path: IndexPath, to newPath: IndexPath) {}
        func reconfigureItems(at paths: [IndexPath]) { onReconfigure() }
    }

    @MainActor static func follow(
        _ snapshot: AssetSnapshot, of manager: MediaManager, in window: CachingWindow, on collectionView: CollectionView
    ) async throws {
        var assets = try await manager.photos.assets(in: snapshot.indices, of: snapshot)
        for try await update in manager.photos.updates(of: snapshot) {
            let new = try await manager.photos.assets(applying: update, to: assets)
            try window.move(to: update.snapshot)  // no await between this and the cells
            guard let changes = update.indexChanges else {
                assets = new
                collectionView.reloadData()
                continue
            }
            let batch = changes.batchUpdate
            collectionView.performBatchUpdates {
                assets = new  // within the block, as UIKit requires
                collectionView.deleteItems(at: batch.deletions.map { [0, $0] })
                collectionView.insertItems(at: batch.insertions.map { [0, $0] })
                for move in batch.moves { collectionView.moveItem(at: [0, move.from], to: [0, move.to]) }
            }
            collectionView.reconfigureItems(at: batch.reloads.map { [0, $0] })
        }
    }

    static func follow(
        _ update: AssetUpdate, _ changes: ListChanges, of manager: MediaManager, known old: [Int: MediaAsset],
        anchor first: Int, selection ids: Set<AssetID>
    ) async throws -> ([Int: MediaAsset], Int, Set<AssetID>) {
        var (known, anchor, selection) = (old, first, ids)
        known = changes.applied(to: known)  // a dictionary; what is new or changed is missing
        anchor = changes.newPosition(ofOld: anchor) ?? anchor  // where the first visible asset is now
        selection.subtract(try await manager.photos.removedIdentifiers(in: update))
        return (known, anchor, selection)
    }

    static func followAlbums(of manager: MediaManager, show: ([AlbumSummary]) -> Void) async throws {
        var albums: [AlbumSummary] = [] {
            didSet { show(albums) }
        }
        for try await update in manager.albums.albumUpdates() {
            albums = update.albums
        }
    }

    static func synchronize(
        _ manager: MediaManager, with file: URL, readEverything: () async throws -> Void,
        synchronize: (LibraryChanges.Objects<AssetID>) async throws -> Void
    ) async throws {
        guard let stored = try? Data(contentsOf: file) else {
            let token = try await manager.changeToken()  // taken before reading, so that no change is missed
            try await readEverything()
            if let token { try JSONEncoder().encode(token).write(to: file) }  // nil if the library keeps no history
            return
        }
        let token = try JSONDecoder().decode(ChangeToken.self, from: stored)
        switch try await manager.changes(since: token) {
        case .changes(let changes):
            try await synchronize(changes.assets)
            try JSONEncoder().encode(changes.token).write(to: file)
        case .resyncRequired(_, let from):
            try await readEverything()
            try JSONEncoder().encode(from).write(to: file)
        }
    }
}
