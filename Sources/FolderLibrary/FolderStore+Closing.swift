#if FolderLibrary || canImport(Darwin)
import CameraRoll
import Foundation

/// Counts the users of the connections to an index: libraries, scans, edits, and followers of the folder.
///
/// After the last user, the log is moved into the index and all connections are closed. That waits for the disk, so
/// it is never done by a library's executor, nor by the thread that releases a library: the store has its own
/// thread for it, and a caller that closes a library may wait for that.
final class IndexUsers: Sendable {
    private struct Contents {
        var count = 0
        /// The number of closings that have begun and not ended.
        var closings = 0
        var waiters: [@Sendable () -> Void] = []
    }

    private let contents = Lock(Contents())

    func join() {
        contents.withLock { $0.count += 1 }
    }

    /// Returns whether it was the last one.
    func leave() -> Bool {
        contents.withLock { contents in
            contents.count -= 1
            return contents.count == 0
        }
    }

    var isEmpty: Bool { contents.withLock { $0.count == 0 } }

    func beginClosing() {
        contents.withLock { $0.closings += 1 }
    }

    func endClosing() {
        let waiters = contents.withLock { contents in
            contents.closings -= 1
            guard contents.closings == 0 else { return [@Sendable () -> Void]() }
            defer { contents.waiters = [] }
            return contents.waiters
        }
        for waiter in waiters { waiter() }
    }

    /// Calls `action` on any thread once no closing is in progress; immediately if none is.
    func whenClosed(_ action: @escaping @Sendable () -> Void) {
        let isClosed = contents.withLock { contents in
            if contents.closings > 0 { contents.waiters.append(action) }
            return contents.closings == 0
        }
        if isClosed { action() }
    }
}

extension FolderStore {
    /// Leaves without waiting; after the last user the index is closed soon.
    func leave() {
        guard users.leave() else { return }
        users.beginClosing()
        finisher.close(self)
    }

    /// Leaves on a thread that may wait for the disk; after the last user the index is closed here.
    func leaveBlocking() {
        if users.leave() { close() }
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
