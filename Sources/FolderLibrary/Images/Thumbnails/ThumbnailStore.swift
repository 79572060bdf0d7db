#if FolderLibrary || canImport(Darwin)
import CameraRoll
import Foundation

/// Thumbnails that were made once, kept in a file of their own: up to a number of bytes, the least recently used go.
///
/// It is a cache: whatever goes wrong with it, the images come all the same. A damaged one is set aside and begun anew;
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

    /// What is kept for a key; nil where there is nothing.
    func answer(for key: ThumbnailKey) -> ThumbnailAnswer? {
        use { database throws(SQLiteError) in try database.answer(for: key) } ?? nil
    }

    /// Keeps an image.
    func keep(_ image: DecodedImage, for key: ThumbnailKey) {
        use { database throws(SQLiteError) in
            try database.keep(image, for: key)
            try shrink(database)
        }
    }

    /// Keeps why a file's content gives no picture.
    func keep(failure reason: String, for key: ThumbnailKey) {
        use { database throws(SQLiteError) in
            try database.keep(failure: reason, for: key)
            try shrink(database)
        }
    }

    /// Makes room for some more at once, so that not every thumbnail has to make its own.
    private func shrink(_ database: ThumbnailDatabase) throws(SQLiteError) {
        if database.byteCount > limit { try database.shrink(to: limit - limit / 16) }
    }

    /// Blocks while another thread uses the database: for less than a millisecond.
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
                } else if !error.isBusy {
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

    /// Renames the file, in the place of one that was set aside before, and forgets its log.
    private func setAside() {
        rename(path, path + ".damaged")
        for suffix in ["-wal", "-shm"] { unlink(path + suffix) }
    }
}
#endif
