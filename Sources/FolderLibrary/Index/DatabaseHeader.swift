#if FolderLibrary || canImport(Darwin)
import CameraRoll

/// The fields in the first bytes of a database, readable even if SQLite cannot open it.
struct DatabaseHeader: Hashable {
    /// The identifier of the application that owns the database; 0 if no application does.
    let applicationID: Int64
    /// The version of its tables.
    let version: Int64

    private static let magic = Array("SQLite format 3\0".utf8)

    /// Reads the header; nil if there is no file, or it is not an SQLite database.
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
    /// - Throws: `FolderError.indexOfAnotherApplication`, `.indexTooNew`, or SQLite's error.
    func checkOwner() throws {
        guard Self.isThere(path) else { return }
        do {
            let connection = try settledReader()
            let isNew = try connection.number("SELECT count(*) FROM sqlite_schema") == 0
            try check(
                try connection.number("PRAGMA application_id"), try connection.number("PRAGMA user_version"),
                isNew: isNew)
        } catch let error as SQLiteError where error.isDamage {
            // Not before: closing a file releases SQLite's locks of it in the whole process.
            if let header = DatabaseHeader(path: path) {
                try check(header.applicationID, header.version, isNew: header.applicationID == 0)
            }
            throw error
        }
    }

    /// Opens the index to read, after the work of a killed process was rolled back.
    ///
    /// A new index is created, and switched to a log, with SQLite's rollback journal. A process that is killed then
    /// leaves a journal, which a read-only connection refuses to roll back, with the same error as for a file
    /// without write permission.
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
