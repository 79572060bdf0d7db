#if FolderLibrary || canImport(Darwin)

/// What could be read of the assets that a damaged index shows no more: those in the trash, and those whose files are
/// away.
///
/// Their rows are taken over as they are: what they say is looked at when they come back. Lost ones wait anew.
struct SalvagedDepartures {
    /// What is kept of a lost asset.
    struct Lost {
        /// Its row of `departed`, behind the key.
        let asset: [SQLiteValue]
        /// Its row of `lost`, behind the key.
        fileprivate(set) var file: [SQLiteValue] = []
        /// Where it stood in albums: the album and the place.
        fileprivate(set) var places: [[SQLiteValue]] = []
    }

    /// The rows of `trashed`, behind the key.
    private(set) var trashed: [Int64: [SQLiteValue]] = [:]
    private(set) var lost: [Int64: Lost] = [:]

    fileprivate static let trashColumns = "deleted, path, goal, inode, paired_goal, content, members"
    fileprivate static let lostColumns = "path, name, size, mtime, inode, since"

    /// None.
    init() {}

    /// - Parameter isUsable: whether an asset can have a row.
    init(_ tables: inout TableSalvage, isUsable: (Int64) -> Bool) {
        if tables.has("trashed") {
            let columns = AssetColumns.withoutKey + ", " + Self.trashColumns
            tables.read("trashed", columns) { row in
                if isUsable(row.integer(0)) { trashed[row.integer(0)] = row.valuesBehindKey(columns) }
            }
        }
        guard tables.has("lost"), tables.has("lost_member") else { return }
        var files: [Int64: [SQLiteValue]] = [:]
        tables.read("lost", key: "asset", Self.lostColumns) { row in
            files[row.integer(0)] = row.valuesBehindKey(Self.lostColumns)
        }
        guard !files.isEmpty else { return }
        tables.read("departed", AssetColumns.withoutKey) { row in
            guard isUsable(row.integer(0)), let file = files[row.integer(0)] else { return }
            lost[row.integer(0)] = Lost(asset: row.valuesBehindKey(AssetColumns.withoutKey), file: file)
        }
        for row in lost.keys {
            let sql = "SELECT asset, album, place FROM lost_member WHERE asset = ?"
            tables.read(sql, [.integer(row)], by: ["album"]) { member in
                let place = member.valuesBehindKey("album, place")
                if lost[row]?.places.contains(place) == false { lost[row]?.places.append(place) }
            }
        }
    }

    /// The rows that assets have.
    var rows: [Int64] { Array(trashed.keys) + Array(lost.keys) }
}

extension SQLiteStatement {
    fileprivate func valuesBehindKey(_ columns: String) -> [SQLiteValue] {
        (1...columns.split(separator: ",").count).map { value(Int32($0)) }
    }
}

extension IndexWriter {
    /// Takes over what is shown no more, but for rows that make no sense.
    func take(_ departures: SalvagedDepartures) throws(SQLiteError) {
        for (row, values) in departures.trashed {
            try keep([.integer(row)] + values, in: "trashed", AssetColumns.all + ", " + SalvagedDepartures.trashColumns)
        }
        // It is text that a query takes apart.
        try connection.run("UPDATE trashed SET members = '[]' WHERE NOT json_valid(members)")
        for (row, lost) in departures.lost {
            try keep([.integer(row)] + lost.asset, in: "departed", AssetColumns.all)
            guard connection.changedRows > 0 else { continue }
            try keep([.integer(row)] + lost.file, in: "lost", "asset, " + SalvagedDepartures.lostColumns)
            for place in lost.places { try keep([.integer(row)] + place, in: "lost_member", "asset, album, place") }
        }
    }

    private func keep(_ values: [SQLiteValue], in table: String, _ columns: String) throws(SQLiteError) {
        let places = Array(repeating: "?", count: values.count).joined(separator: ", ")
        let statement = try connection.statement("INSERT OR IGNORE INTO \(table)(\(columns)) VALUES (\(places))")
        statement.bind(values)
        try statement.run()
    }
}
#endif
