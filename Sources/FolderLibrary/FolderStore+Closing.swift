#if FolderLibrary || canImport(Darwin)
import CameraRoll
import Foundation

extension FolderStore {
    /// Leaves without waiting; after the last user the index is closed soon.
    func leave() {
        guard users.leave() else { return }
        finisher.close(self, users.begin())
    }

    /// Moves the log into the index, unless the index was replaced by another file, to which the log does not
    /// belong.
    func moveLog() {
        guard !isWriterDisplaced else { return }
        _ = try? index.moveLog()
    }

    /// Closes the index once it has no user, with all data in its file.
    func close() {
        guard users.isEmpty else { return }
        hooks.onClose?()
        moveLog()
        let closed = writer.withLock { slot -> IndexWriter? in
            // A user that joined meanwhile has not touched the writer yet, or keeps it.
            guard users.isEmpty else { return nil }
            // An index that was removed or replaced exists only in this connection, and SQLite does not save it.
            if let open = slot, open.place?.file != index.file { try? settleReplacement(of: open) }
            prepared.withLock { $0 = nil }
            return slot.take()
        }
        originals.close()
        thumbnails?.close()
        // Outside of the lock, and last: the last connection to close removes the files beside the index.
        withExtendedLifetime(closed) {}
    }
}
#endif
