#if FolderLibrary || canImport(Darwin)

/// The files that the index knows in a folder, in the order of their names, one at a time.
///
/// One moment of the index from the start to the end; nothing is copied of those that are passed.
final class KnownFiles {
    private let rows: SQLiteStatement
    private var hasRow: Bool

    init(of folder: FolderID, in connection: SQLiteConnection) throws(SQLiteError) {
        rows = try connection.statement("SELECT \(StoredFile.columns) FROM file WHERE folder = ? ORDER BY name")
        rows.bind(1, folder.row)
        hasRow = try rows.step()
    }

    /// Goes on to a name; those that come before it are gone.
    ///
    /// - Returns: whether the name is known; then ``isUnchanged(_:)`` tells of it.
    func advance(
        to entry: FolderListing.Entry, of listing: FolderListing, onVanished: (StoredFile) -> Void
    ) throws(SQLiteError) -> Bool {
        if isBehind { hasRow = try rows.step() }
        isBehind = false
        while hasRow {
            let order = rows.withBytes(1) { listing.compare(entry, with: $0) }
            if order < 0 { return false }
            if order == 0 {
                isBehind = true
                return true
            }
            onVanished(StoredFile(in: rows))
            hasRow = try rows.step()
        }
        return false
    }

    /// Whether the row that was advanced to has been dealt with.
    private var isBehind = false

    /// How the file that was advanced to compares with what it was; nothing is copied for it.
    func comparison(with status: FileStatus) -> FileComparison {
        let hasBirth = rows.isNull(8) || status.birth == nil ? nil : rows.integer(8) == status.birth
        let inode = rows.integer(4)
        let isFile = inode == 0 || inode == status.inode && hasBirth != false
        // What has no asset is nobody's.
        let other: FileComparison = isFile || rows.isNull(5) ? .different : .replaced
        guard rows.integer(2) == status.size, rows.integer(3) == status.modified, !StoredFile.wasUnreadable(rows) else {
            return other
        }
        if rows.integer(7) == status.changed, !rows.isNull(7) {
            // Volumes that have no inodes give each file another one each time.
            guard hasBirth != false else { return other }
            return inode == status.inode && (hasBirth != nil || status.birth == nil) ? .same : .renumbered
        }
        return rows.isNull(7) && isFile ? .renumbered : other
    }

    /// Goes through to the end: all that is left is gone.
    func finish(onVanished: (StoredFile) -> Void) throws(SQLiteError) {
        if isBehind, hasRow { hasRow = try rows.step() }
        isBehind = false
        while hasRow {
            onVanished(StoredFile(in: rows))
            hasRow = try rows.step()
        }
    }

    /// Lets go of the moment.
    func end() {
        rows.reset()
    }
}
#endif
