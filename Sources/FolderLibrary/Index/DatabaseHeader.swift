#if FolderLibrary || canImport(Darwin)
import CameraRoll

/// What the first bytes of a database say of it, where SQLite cannot read it.
struct DatabaseHeader: Hashable {
    /// Whose database it is; 0 where nobody says so.
    let applicationID: Int64
    /// The version of its tables.
    let version: Int64

    private static let magic = Array("SQLite format 3\0".utf8)

    /// Nil if there is no file, or none of SQLite's.
    init?(path: String) {
        guard let file = try? FileBytes(path: path), file.byteCount >= 100 else { return nil }
        var bytes = [UInt8](repeating: 0, count: 100)
        let count = try? bytes.withUnsafeMutableBytes { buffer throws(MetadataError) in
            try file.read(at: 0, into: buffer)
        }
        guard count == 100, bytes.starts(with: Self.magic) else { return nil }
        func number(at position: Int) -> Int64 {
            bytes[position..<position + 4].reduce(0) { $0 << 8 | Int64($1) }
        }
        (version, applicationID) = (number(at: 60), number(at: 68))
    }
}

extension FolderIndex {
    /// Refuses a database of another application, or of a later version, before anything in it is changed.
    ///
    /// - Throws: `FolderError.indexOfAnotherApplication`, `.indexTooNew`, or SQLite.
    func checkOwner() throws {
        guard Self.isThere(path) else { return }
        do {
            let connection = try settledReader()
            let isNew = try connection.number("SELECT count(*) FROM sqlite_schema") == 0
            try check(
                try connection.number("PRAGMA application_id"), try connection.number("PRAGMA user_version"),
                isNew: isNew)
        } catch let error as SQLiteError where error.isDamage {
            // Not before: closing a file takes SQLite's locks of it away, of this whole process.
            if let header = DatabaseHeader(path: path) {
                try check(header.applicationID, header.version, isNew: header.applicationID == 0)
            }
            throw error
        }
    }

    /// Opens the index to read, once what a process left half written is undone.
    ///
    /// A new index is made, and given its log, by means of SQLite's rollback journal. A process that is killed there
    /// leaves a journal that a connection to read refuses to undo: as if the file could not be written.
    private func settledReader() throws(SQLiteError) -> SQLiteConnection {
        do throws(SQLiteError) {
            let connection = try reader()
            _ = try connection.number("PRAGMA user_version")
            return connection
        } catch {
            guard error.wantsRollback else { throw error }
        }
        let writer = try SQLiteConnection(path: path, .update, patience: hooks.patience)
        _ = try writer.number("PRAGMA user_version")
        return try reader()
    }

    private func check(_ application: Int64, _ version: Int64, isNew: Bool) throws(FolderError) {
        guard application == IndexSchema.applicationID || application == 0 && isNew else {
            throw .indexOfAnotherApplication(path: path, applicationID: Int(application))
        }
        guard version <= IndexSchema.version else { throw .indexTooNew(version: Int(version)) }
    }
}
#endif
