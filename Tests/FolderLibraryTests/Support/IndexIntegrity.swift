#if FolderLibrary || canImport(Darwin)
@testable import FolderLibrary
import Foundation

extension PhotoFolder {
    /// SQLite's check of the whole index, and a comparison with its backup; "ok" if nothing is wrong.
    ///
    /// Call it after the library has opened the index. The comparison runs within a transaction that writes nothing: a
    /// scan of an open library commits the index first, and then the backup, and is waited for.
    func integrity() throws -> String? {
        let connection = try SQLiteConnection(path: store.index.path, .update, patience: store.index.hooks.patience)
        let found = try connection.first("PRAGMA integrity_check", read: { $0.text(0) }) ?? nil
        guard found == "ok" else { return found }
        try connection.run("ATTACH ? AS backup", .text(store.index.backup.path))
        try connection.execute("BEGIN IMMEDIATE")
        // The index has no table for its own files.
        let kept = try connection.rows(
            """
            SELECT name FROM backup.sqlite_schema
            WHERE name LIKE 'kept\\_%' ESCAPE '\\' AND name <> 'kept_files'
            """
        ) { $0.text(0) ?? "" }
        guard kept.count > 10 else { return "the backup has the tables \(kept)" }
        let differences = try kept.flatMap { try Self.differences(of: $0, in: connection) }
        return differences.isEmpty ? "ok" : differences.joined(separator: "; ")
    }

    /// How many rows of the index a table of the backup lacks, and how many others it has.
    private static func differences(of kept: String, in connection: SQLiteConnection) throws -> [String] {
        let columns = try connection.rows("SELECT name FROM pragma_table_info(?, 'backup')", [.text(kept)]) {
            $0.text(0) ?? ""
        }.joined(separator: ", ")
        let name = String(kept.dropFirst(5))
        let own =
            switch name {
            case "asset": "SELECT asset.*, inode, birth, head FROM main.asset LEFT JOIN main.file USING(folder, name)"
            case "sequence": "SELECT name, seq FROM main.sqlite_sequence"
            default: "SELECT \(columns) FROM main.\(name)"
            }
        let copy = "SELECT * FROM backup.\(kept)"
        let missing = try connection.number("SELECT count(*) FROM (\(own) EXCEPT \(copy))")
        let extra = try connection.number("SELECT count(*) FROM (\(copy) EXCEPT \(own))")
        return missing + extra == 0 ? [] : ["\(kept) lacks \(missing) rows, and has \(extra) others"]
    }
}
#endif
