#if FolderLibrary || canImport(Darwin)

/// What could be read of the assets that a damaged index shows no more: those in the trash, and those whose files are
/// away.
///
/// What an asset was is taken over as it is, as that of shown ones; what others go by, such as names and places in
/// albums, only where it makes sense. Lost ones wait again.
struct SalvagedDepartures {
    /// What is kept of a lost asset.
    struct Lost {
        /// Its row of `departed`, behind the key.
        let asset: [SQLiteValue]
        /// Its row of `lost`, behind the key.
        let file: [SQLiteValue]
        /// Where it stood in albums.
        fileprivate(set) var places: [Int64: Int64] = [:]
    }

    /// The rows of `trashed`, behind the key.
    private(set) var trashed: [Int64: [SQLiteValue]] = [:]
    private(set) var lost: [Int64: Lost] = [:]

    fileprivate static let trashColumns = "deleted, path, goal, inode, paired_goal, content, members"
    fileprivate static let lostColumns = "path, name, size, mtime, inode, since, birth, head"
    /// Those of an index before its sixth version.
    private static let oldLostColumns = "path, name, size, mtime, inode, since, NULL, NULL"

    /// None.
    init() {}

    /// - Parameters:
    ///   - isFree: whether an asset can have a row.
    ///   - isAlbum: whether assets can be in an album.
    init(_ tables: inout TableSalvage, isFree: (Int64) -> Bool, isAlbum: (Int64) -> Bool) {
        readTrashed(&tables, isFree)
        readLost(&tables, isFree)
        for row in lost.keys {
            let sql = "SELECT album, place FROM lost_member WHERE asset = ?"
            tables.read(sql, [.integer(row)], by: ["album"]) { member in
                let (album, place) = (member.integer(0), member.integer(1))
                if isAlbum(album), SalvagedIndex.places.contains(place) { lost[row]?.places[album] = place }
            }
        }
    }

    private mutating func readTrashed(_ tables: inout TableSalvage, _ isFree: (Int64) -> Bool) {
        guard tables.has("trashed", sinceVersion: 4) else { return }
        let columns = AssetColumns.withoutKey + ", " + Self.trashColumns
        let kinds = SalvagedKind.kinds(of: columns)
        var dropped = 0
        tables.read("trashed", columns) { row in
            let names = [row.blob(2), row.isNull(3) ? nil : row.blob(3)].compactMap(\.self)
            guard isFree(row.integer(0)), names.allSatisfy(SalvagedIndex.isUsable) else { return dropped += 1 }
            trashed[row.integer(0)] = row.valuesBehindKey(kinds)
        }
        // Their files are shown as new assets.
        if dropped > 0 { tables.noteLoss() }
    }

    private mutating func readLost(_ tables: inout TableSalvage, _ isFree: (Int64) -> Bool) {
        guard tables.has("lost", sinceVersion: 3), tables.has("lost_member", sinceVersion: 3) else { return }
        let (fileKinds, kinds) = (
            SalvagedKind.kinds(of: Self.lostColumns), SalvagedKind.kinds(of: AssetColumns.withoutKey)
        )
        var files: [Int64: [SQLiteValue]] = [:]
        let columns = tables.hasColumn("birth", of: "lost") ? Self.lostColumns : Self.oldLostColumns
        tables.read("lost", key: "asset", columns) { row in
            files[row.integer(0)] = row.valuesBehindKey(fileKinds)
        }
        guard !files.isEmpty else { return }
        tables.read("departed", AssetColumns.withoutKey) { row in
            guard isFree(row.integer(0)), let file = files[row.integer(0)] else { return }
            lost[row.integer(0)] = Lost(asset: row.valuesBehindKey(kinds), file: file)
        }
        if lost.count < files.count { tables.noteLoss() }
    }

    /// The rows that assets have.
    var rows: [Int64] { Array(trashed.keys) + Array(lost.keys) }
}

/// The kind of value that is read from a column, regardless of the kind that a damaged page stores.
private enum SalvagedKind {
    case bytes
    case number
    case any

    /// Those of columns, by their names.
    static func kinds(of columns: String) -> [SalvagedKind] {
        columns.split(separator: ",").map { column in
            switch column.drop(while: { $0 == " " }) {
            case "path", "name", "pair", "goal", "paired_goal": .bytes
            case "since", "inode", "size", "mtime": .number
            default: .any
            }
        }
    }
}

extension SQLiteStatement {
    /// The values behind the first column.
    fileprivate func valuesBehindKey(_ kinds: [SalvagedKind]) -> [SQLiteValue] {
        zip(1 as Int32 ..< .max, kinds).map { column, kind in
            switch kind {
            case .bytes: blob(column).map(SQLiteValue.blob) ?? .null
            case .number: .integer(integer(column))
            case .any: value(column)
            }
        }
    }
}

extension IndexWriter {
    /// Takes over what is shown no more, but for rows that make no sense.
    ///
    /// - Returns: whether all of them did.
    func take(_ departures: SalvagedDepartures) throws(SQLiteError) -> Bool {
        var isWhole = true
        for (row, values) in departures.trashed {
            let columns = AssetColumns.all + ", " + SalvagedDepartures.trashColumns
            isWhole = try keep([.integer(row)] + values, in: "trashed", columns) && isWhole
        }
        // A query takes them apart: they are lists of lists.
        try connection.run(
            """
            UPDATE trashed SET members = '[]' WHERE CASE WHEN json_valid(members)
            THEN json_type(members) <> 'array' OR EXISTS(SELECT 1 FROM json_each(members) WHERE type <> 'array')
            ELSE 1 END
            """)
        for (row, lost) in departures.lost {
            guard try keep([.integer(row)] + lost.file, in: "lost", "asset, " + SalvagedDepartures.lostColumns) else {
                isWhole = false
                continue
            }
            guard try keep([.integer(row)] + lost.asset, in: "departed", AssetColumns.all) else {
                isWhole = false
                try connection.run("DELETE FROM lost WHERE asset = ?", .integer(row))
                continue
            }
            for (album, place) in lost.places {
                try connection.run(
                    "INSERT INTO lost_member(asset, album, place) VALUES (?, ?, ?)", .integer(row), .integer(album),
                    .integer(place))
            }
        }
        return isWhole
    }

    private func keep(_ values: [SQLiteValue], in table: String, _ columns: String) throws(SQLiteError) -> Bool {
        let places = Array(repeating: "?", count: values.count).joined(separator: ", ")
        let statement = try connection.statement("INSERT OR IGNORE INTO \(table)(\(columns)) VALUES (\(places))")
        statement.bind(values)
        try statement.run()
        return connection.changedRows > 0
    }
}
#endif
