#if FolderLibrary && os(Linux)
import CameraRoll
import Glibc

/// Asks whether the history of an index has gone on, by a connection that is kept.
struct JournalProbe {
    private let index: FolderIndex
    private var connection: SQLiteConnection?
    private var inode: UInt64?
    private var place: Int64?

    init(_ index: FolderIndex) {
        self.index = index
    }

    mutating func hasGoneOn() -> Bool {
        var status = stat()
        guard lstat(index.path, &status) == 0 else { return false }
        // The index may have been set aside since.
        if connection == nil || inode != UInt64(status.st_ino) {
            (connection, inode) = (try? index.reader(), UInt64(status.st_ino))
        }
        guard let now = try? connection?.journalEnd() else {
            connection = nil
            return false
        }
        defer { place = now }
        return now != place
    }
}
#endif
