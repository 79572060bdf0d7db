#if FolderLibrary || canImport(Darwin)
import CameraRoll
import LibraryEditing

extension IndexWriter {
    /// Returns the subfolder with a name, and inserts it if the index has none.
    func folder(_ name: [UInt8], in parent: FolderID) throws(SQLiteError) -> FolderID {
        if let folder = try connection.folder(name, in: parent) { return folder }
        try connection.run(
            "INSERT INTO folder(parent, name, is_listed) VALUES (?, ?, 0)", .integer(parent.row), .blob(name))
        return try connection.folder(name, in: parent) ?? .root
    }

    /// Lists a folder as an album if it is not listed yet, because it contains an asset.
    func list(_ folder: FolderID) throws(SQLiteError) {
        guard !listed.contains(folder) else { return }
        try connection.run("UPDATE folder SET is_listed = 1 WHERE id = ? AND is_listed = 0", .integer(folder.row))
        if connection.changedRows > 0 { try note(.directory(folder, .inserted)) }
        listed.insert(folder)
    }

    /// Records a problem of a folder, or removes its problem.
    func setProblem(_ problem: FolderProblem.Reason?, of folder: FolderID) throws(SQLiteError) {
        try connection.run(
            """
            UPDATE folder SET problem = ?1, detail = ?2
            WHERE id = ?3 AND (problem IS NOT ?1 OR detail IS NOT ?2)
            """,
            problem.map { .integer($0.number) } ?? .null, problem.map { .blob($0.detail) } ?? .null,
            .integer(folder.row))
    }

    /// Removes a folder that is gone, with its subfolders, after all files in them have been removed.
    func removeFolder(_ folder: FolderID) throws(SQLiteError) {
        for row in try connection.family(of: folder.row, in: "folder").reversed() where row != FolderID.root.row {
            try removeEmptyFolder(FolderID(row: row))
        }
    }

    private func removeEmptyFolder(_ folder: FolderID) throws(SQLiteError) {
        let left = try connection.number("SELECT count(*) FROM file WHERE folder = ?", .integer(folder.row))
        // A remaining file was created by an edit after the folder was scanned.
        guard left == 0 else { return }
        let isListed = try connection.number("SELECT is_listed FROM folder WHERE id = ?", .integer(folder.row))
        try connection.run("DELETE FROM folder WHERE id = ?", .integer(folder.row))
        listed.remove(folder)
        if isListed != 0 { try note(.directory(folder, .deleted)) }
    }
}

extension SQLiteConnection {
    /// Returns a row of a table of folders and all rows beneath it, each once, parents first.
    ///
    /// - Complexity: O(n) in these rows, even if a damaged index contains a cycle.
    func family(of row: Int64, in table: String) throws(SQLiteError) -> [Int64] {
        try rows(
            """
            WITH RECURSIVE family(row) AS (
                VALUES (?) UNION SELECT id FROM \(table) JOIN family ON \(table).parent = family.row)
            SELECT row FROM family
            """, [.integer(row)]
        ) { $0.integer(0) }
    }

    /// The folder with a name in another one; nil if the index has none.
    func folder(_ name: [UInt8], in parent: FolderID) throws(SQLiteError) -> FolderID? {
        try first(
            "SELECT id FROM folder WHERE parent = ? AND name = ?", [.integer(parent.row), .blob(name)],
            read: { FolderID(row: $0.integer(0)) })
    }

    /// The names that lead from the root to a folder; nil if the index has no such folder.
    func path(of folder: FolderID) throws(SQLiteError) -> [[UInt8]]? {
        var (next, names) = (folder, [[UInt8]]())
        while next != .root {
            let found = try first(
                "SELECT parent, name FROM folder WHERE id = ?", [.integer(next.row)],
                read: { (FolderID(row: $0.integer(0)), $0.blob(1) ?? []) })
            // A damaged index may contain a cycle.
            guard let found, names.count < TreeDepth.limit else { return nil }
            next = found.0
            names.append(found.1)
        }
        return names.reversed()
    }
}

/// The limit of nested folders.
enum TreeDepth {
    static let limit = 256
}

extension SQLiteConnection {
    /// The folder at a path from the root; nil if the index has none.
    func folder(at path: [[UInt8]]) throws(SQLiteError) -> FolderID? {
        var folder = FolderID.root
        for name in path {
            guard let inner = try self.folder(name, in: folder) else { return nil }
            folder = inner
        }
        return folder
    }
}
#endif
