#if FolderLibrary || canImport(Darwin)
import CameraRoll
import Foundation
#if canImport(SQLite3)
import SQLite3
#else
import CSQLite
#endif

/// Thumbnails that were made once, kept in a file of their own: up to a number of bytes, the least recently used go.
///
/// It is a cache: whatever goes wrong with it, the images come all the same. A damaged one is set aside and begun again;
/// one that cannot be written is left alone from then on.
package final class ThumbnailStore: Sendable {
    private enum State {
        case closed
        case open(ThumbnailDatabase)
        /// It cannot be opened or written.
        case unusable
    }

    private let path: String
    private let limit: Int
    private let state = Lock(State.closed)

    /// A store in a file, which is opened when it is first asked.
    ///
    /// - Parameters:
    ///   - path: where the file is; its folder must exist.
    ///   - limit: the most bytes of thumbnails; packing leaves about half of four bytes for each pixel.
    package init(path: String, limit: Int) {
        self.path = path
        self.limit = limit
    }

    /// What is kept for a key; nil if there is nothing.
    func answer(for key: ThumbnailKey) -> ThumbnailAnswer? {
        let found = use { database throws(SQLiteError) in try database.thumbnail(for: key) } ?? nil
        return found?.answer
    }

    /// Keeps an image.
    func keep(_ image: DecodedImage, for key: ThumbnailKey) {
        keep(StoredThumbnail(image), for: key)
    }

    /// Keeps why a file's content gives no picture.
    func keep(failure reason: String, for key: ThumbnailKey) {
        keep(StoredThumbnail(failure: reason), for: key)
    }

    private func keep(_ thumbnail: StoredThumbnail, for key: ThumbnailKey) {
        use { database throws(SQLiteError) in try database.keep(thumbnail, for: key, limit: limit) }
    }

    /// Blocks while others use the database: for about a millisecond in this process, for some in another one.
    @discardableResult
    private func use<Value: Sendable>(_ body: (ThumbnailDatabase) throws(SQLiteError) -> Value) -> Value? {
        state.withLock { state in
            do throws(SQLiteError) {
                guard let database = try open(&state) else { return nil }
                return try body(database)
            } catch {
                if error.isDamage {
                    state = .closed
                    setAside()
                } else if !error.isPassing {
                    state = .unusable
                }
                return nil
            }
        }
    }

    private func open(_ state: inout State) throws(SQLiteError) -> ThumbnailDatabase? {
        switch state {
        case .open(let database): return database
        case .unusable: return nil
        case .closed:
            let database = try ThumbnailDatabase(path: path)
            state = .open(database)
            return database
        }
    }

    /// Closes the file until it is asked again.
    func close() {
        let closed = state.withLock { state in
            defer { if case .open = state { state = .closed } }
            return state
        }
        withExtendedLifetime(closed) {}
    }

    /// Renames the file, in the place of one that was set aside before, and forgets its log.
    private func setAside() {
        rename(path, path + ".damaged")
        for suffix in ["-wal", "-shm"] { unlink(path + suffix) }
    }
}

extension SQLiteError {
    /// Whether the same may go well later: another process was writing, or the disk is full.
    fileprivate var isPassing: Bool { isBusy || isFull || kind == SQLITE_CONSTRAINT }
}
#endif
