#if FolderLibrary || canImport(Darwin)
import Foundation

/// Has rows, and so identifiers, never name something else than they did.
///
/// An index that was lost and built again begins at a row drawn by lot. One that may have gone back, since the system
/// was started again or since it is a copy, leaves out more rows than may have been given away meanwhile.
enum IdentifierEpoch {
    /// Where the rows of a new index begin: identifiers have forty bits.
    private static let starts: Range<Int64> = 1..<1 << 39
    /// How many rows may have been given away and forgotten.
    private static let gap: Int64 = 1 << 18
    /// Lists keep 32 bits of each row: no more gaps are made where half of them are used up.
    private static let span: Int64 = 1 << 31

    /// Draws where the rows of a new index begin.
    static func begin(_ connection: SQLiteConnection) throws(SQLiteError) {
        try connection.run("UPDATE library SET first_asset = ?1, next_asset = ?1", .integer(.random(in: starts)))
        try connection.run("DELETE FROM sqlite_sequence WHERE name IN ('album', 'folder')")
        for table in ["album", "folder"] {
            try connection.run(
                "INSERT INTO sqlite_sequence(name, seq) VALUES (?, ?)", .text(table), .integer(.random(in: starts)))
        }
    }

    /// Leaves rows out where the index may have gone back since it was opened last.
    static func renew(_ connection: SQLiteConnection, at path: String) throws(SQLiteError) {
        let name = name(of: path)
        let known = try connection.first("SELECT incarnation FROM library", read: { $0.text(0) })
        guard known != .some(name) else { return }
        // Others may be at it: whoever comes second finds it done.
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

    /// Names the start of the system and the file: what is on disk cannot go back within one start.
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
