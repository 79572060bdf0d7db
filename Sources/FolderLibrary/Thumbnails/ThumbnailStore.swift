#if FolderLibrary || canImport(Darwin)
import CameraRoll
import Foundation
import CameraRollCodecs

#if canImport(SQLite3)
import SQLite3
#else
import CameraRollCSQLite
#endif

/// A store of thumbnails in a file, limited to a number of bytes; the least recently used ones are evicted.
///
/// It is a cache: images are delivered regardless of its errors. A damaged file is set aside and a new one is started;
/// one that cannot be written is no longer used.
package final class ThumbnailStore: Sendable {
    private enum State {
        case closed
        case open(ThumbnailDatabase)
        /// It cannot be opened or written.
        case unusable
    }

    private let path: String
    private let limit: Int
    /// The users of the index next to it, without which nothing is opened; nil if there is no index.
    private let users: IndexUsers?
    private let state = Lock(State.closed)

    /// Creates a store in a file, which is opened on first use.
    ///
    /// - Parameters:
    ///   - path: the path of the file; its folder must exist.
    ///   - limit: the maximum number of bytes of thumbnails; compression reduces the four bytes per pixel to about
    ///     half.
    package convenience init(path: String, limit: Int) {
        self.init(path: path, limit: limit, users: nil)
    }

    init(path: String, limit: Int, users: IndexUsers?) {
        (self.path, self.limit, self.users) = (path, limit, users)
    }

    /// The answer for a key; nil if the store has no answer.
    func answer(for key: ThumbnailKey) -> ThumbnailAnswer? {
        let found = use { database throws(SQLiteError) in try database.thumbnail(for: key) } ?? nil
        return found?.answer
    }

    /// Stores an image.
    func keep(_ image: DecodedImage, for key: ThumbnailKey) {
        keep(StoredThumbnail(image), for: key)
    }

    /// Stores the reason why a file's content contains no picture.
    func keep(failure reason: String, for key: ThumbnailKey) {
        keep(StoredThumbnail(failure: reason), for: key)
    }

    private func keep(_ thumbnail: StoredThumbnail, for key: ThumbnailKey) {
        use(writes: true) { database throws(SQLiteError) in try database.keep(thumbnail, for: key, limit: limit) }
    }

    /// Blocks while the database is in use: about a millisecond for this process, some milliseconds for another
    /// one.
    @discardableResult
    private func use<Value: Sendable>(
        writes: Bool = false, _ body: (ThumbnailDatabase) throws(SQLiteError) -> Value
    ) -> Value? {
        guard let users else { return useInActivity(writes: writes, body) }
        return users.whileOpen { useInActivity(writes: writes, body) } ?? nil
    }

    /// Uses the database, within an activity if it is created or a thumbnail is stored.
    ///
    /// An activity may have to wait until the process runs again, so it begins before the lock is taken. The use of a
    /// thumbnail is recorded without one, which would delay a decode.
    private func useInActivity<Value: Sendable>(
        writes: Bool, _ body: (ThumbnailDatabase) throws(SQLiteError) -> Value
    ) -> Value? {
        writes || isClosed ? ExpiringActivity.run { useDatabase(body) } : useDatabase(body)
    }

    private var isClosed: Bool {
        state.withLock { if case .closed = $0 { true } else { false } }
    }

    private func useDatabase<Value: Sendable>(_ body: (ThumbnailDatabase) throws(SQLiteError) -> Value) -> Value? {
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

    /// Closes the file until the next use.
    func close() {
        let closed = state.withLock { state in
            defer { if case .open = state { state = .closed } }
            return state
        }
        withExtendedLifetime(closed) {}
    }

    /// Renames the file, replacing one that was set aside before, and deletes its log.
    private func setAside() {
        rename(path, path + ".damaged")
        for suffix in ["-wal", "-shm"] { unlink(path + suffix) }
    }
}

extension SQLiteError {
    /// Whether the call may succeed later: another process was writing, or the disk is full.
    fileprivate var isPassing: Bool { isBusy || isFull || kind == SQLITE_CONSTRAINT }
}

/// The key of a stored thumbnail.
struct ThumbnailKey: Hashable {
    /// Images with a longer side are not stored, but decoded again.
    static let longestSide = 512

    /// The identifiers of the library and the asset.
    let asset: String
    /// A number that changes with the file's content and with the codecs.
    let content: String
    /// The size and the modes, as text.
    let shape: String

    /// The key of a request; nil if its image is too large for a thumbnail, or shows only a part of the picture.
    init?(_ request: AssetImageRequest, contentVersion: UInt64, in library: LibraryIdentity) {
        guard case .pixels(let size) = request.size, request.resizeMode != .none, request.crop == nil,
            max(size.width, size.height) <= Self.longestSide
        else { return nil }
        asset = "\(library.rawValue)/\(request.asset.rawValue)"
        content = "\(contentVersion)-\(CodecVersion.text)"
        let modes = [request.contentMode.rawValue, request.resizeMode.rawValue, request.version.rawValue]
        shape = "\(size.width)x\(size.height)" + modes.map { "-\($0)" }.joined()
    }
}

/// The result of a lookup in a store.
enum ThumbnailAnswer: Sendable {
    case image(DecodedImage)
    /// The file contains no picture, for a reason.
    case failure(reason: String)
}
#endif
