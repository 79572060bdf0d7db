#if FolderLibrary || canImport(Darwin)
import Foundation

/// Guarantees that rows, and so identifiers, are never reused, even after the index is rebuilt or restored.
///
/// A rebuilt index begins at a random row. One that may have gone back in time, since the system was restarted or
/// since it is a copy, skips more rows than may have been assigned meanwhile.
enum IdentifierEpoch {
    /// The first rows of new indexes; identifiers have forty bits.
    private static let starts: Range<Int64> = 1..<1 << 39
    /// The number of skipped rows: more than may have been assigned and forgotten.
    private static let gap: Int64 = 1 << 18
    /// Lists keep 32 bits of each row: no rows are skipped once half of these are used up.
    private static let span: Int64 = 1 << 31

    /// Chooses the random first rows of a new index.
    static func begin(_ connection: SQLiteConnection) throws(SQLiteError) {
        try connection.run("UPDATE library SET first_asset = ?1, next_asset = ?1", .integer(.random(in: starts)))
        try connection.run("DELETE FROM sqlite_sequence WHERE name IN ('album', 'folder')")
        for table in ["album", "folder"] {
            try connection.run(
                "INSERT INTO sqlite_sequence(name, seq) VALUES (?, ?)", .text(table), .integer(.random(in: starts)))
        }
    }

    /// Skips rows if the index may have gone back since it was last opened.
    static func renew(_ connection: SQLiteConnection, at path: String) throws(SQLiteError) {
        let name = name(of: path)
        let known = try connection.first("SELECT incarnation FROM library", read: { $0.text(0) })
        guard known != .some(name) else { return }
        // Another process may be doing the same: the second one finds it done.
        let isOlder = "(SELECT incarnation IS NOT NULL AND incarnation <> ?1 FROM library)"
        try connection.run(
            "UPDATE sqlite_sequence SET seq = seq + ?2 WHERE name IN ('album', 'folder') AND \(isOlder)", .text(name),
            .integer(gap))
        try connection.run(
            """
            UPDATE library SET incarnation = ?1, next_asset = next_asset
            + CASE WHEN \(isOlder) AND next_asset - first_asset < ?2 THEN ?3 ELSE 0 END
            """, .text(name), .integer(span), .integer(gap))
    }

    /// Identifies the boot of the system and the file: the file's content cannot go back within one boot.
    private static func name(of path: String) -> String {
        var status = stat()
        let isThere = lstat(path, &status) == 0
        return "\(startOfSystem) \(isThere ? status.st_dev : 0) \(isThere ? status.st_ino : 0)"
    }

    private static var startOfSystem: String {
        #if canImport(Darwin)
        var name = [CChar](repeating: 0, count: 64)
        var length = name.count
        sysctlbyname("kern.bootsessionuuid", &name, &length, nil, 0)
        return String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        #else
        let text = try? String(contentsOfFile: "/proc/sys/kernel/random/boot_id", encoding: .utf8)
        return text?.trimmingCharacters(in: .whitespacesAndNewlines) ?? ""
        #endif
    }
}
#endif
