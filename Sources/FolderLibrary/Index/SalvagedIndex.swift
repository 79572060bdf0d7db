#if FolderLibrary || canImport(Darwin)
import CameraRoll

/// What could be read of a damaged index, as far as it makes sense: a damaged page can say anything.
struct SalvagedIndex {
    /// An album or a folder of the user's.
    struct Album {
        let isFolder: Bool
        let title: String
        fileprivate(set) var parent: Int64?
    }

    /// A folder of the tree.
    struct Folder {
        let parent: Int64
        let name: [UInt8]
    }

    /// What distinguishes the main file of an asset from others, regardless of its current name.
    struct Trace {
        let inode: Int64
        /// Nil where the index did not say.
        let birth: Int64?
        /// Nil where the index did not say.
        let head: Int64?
    }

    /// What the index says of itself.
    struct Library {
        let identity: String
        /// The row that lists count from.
        let firstAsset: Int64
        let nextAsset: Int64
        let journalEnd: Int64

        fileprivate var isSound: Bool {
            !identity.isEmpty && AssetRow.all.contains(firstAsset) && AssetRow.all.contains(nextAsset)
                && firstAsset <= nextAsset && JournalPlace.all.contains(journalEnd)
        }
    }

    private(set) var library: Library?
    private(set) var folders: [Int64: Folder] = [:]
    private(set) var assets: [Int64: AssetRecord] = [:]
    /// The files of assets, by the rows of these.
    private(set) var traces: [Int64: Trace] = [:]
    private(set) var albums: [Int64: Album] = [:]
    /// The members of each album, by their places.
    private(set) var members: [Int64: [Int64: Int64]] = [:]
    /// What was about to be moved.
    private(set) var intents: [Int64: FileMove] = [:]
    private(set) var repairs: [Int64: IndexRepairReport] = [:]
    /// Assets that are shown no more, and may be again.
    private(set) var departures = SalvagedDepartures()
    private(set) var isWhole: Bool

    /// Reads what can be read, through a connection to salvage.
    init(_ connection: SQLiteConnection) {
        var tables = TableSalvage(connection)
        isWhole = true
        library = try? connection.first("SELECT identity, first_asset, next_asset, journal_end FROM library") { row in
            Library(
                identity: row.text(0) ?? "", firstAsset: row.integer(1), nextAsset: row.integer(2),
                journalEnd: row.integer(3))
        }
        if library?.isSound == false { library = nil }
        readFolders(&tables)
        readAssets(&tables)
        let rows = dropStrayAssets()
        readTraces(connection)
        readAlbums(&tables)
        departures = SalvagedDepartures(&tables) { row in
            rows.contains(row) && assets[row] == nil
        } isAlbum: { album in
            albums[album]?.isFolder == false
        }
        readRest(&tables)
        isWhole = tables.isWhole && library != nil
    }

    private mutating func readFolders(_ tables: inout TableSalvage) {
        func note(_ row: SQLiteStatement) {
            folders[row.integer(0)] = Folder(parent: row.integer(1), name: row.blob(2) ?? [])
        }
        tables.read("folder", "parent, name") { note($0) }
        // All of it is in the index of the names too.
        if !tables.isWhole {
            tables.read("SELECT id, parent, name FROM folder", by: ["parent", "name"]) { note($0) }
        }
        folders[FolderID.root.row] = nil
        folders = folders.filter { Self.isUsable($0.value.name) }
        let parents = folders.mapValues(\.parent)
        folders = folders.filter { Self.top(of: $0.key, parents) == FolderID.root.row }
    }

    /// The first above a row that has no parent; nil where they lead in a circle.
    private static func top(of row: Int64, _ parents: [Int64: Int64]) -> Int64? {
        var next = row
        for _ in 0...TreeDepth.limit {
            guard let parent = parents[next] else { return next }
            next = parent
        }
        return nil
    }

    private mutating func readAssets(_ tables: inout TableSalvage) {
        tables.read("asset", AssetColumns.withoutKey) { row in
            let record = AssetColumns.record(in: row)
            let hasFolder = record.folder == .root || folders[record.folder.row] != nil
            let isSound = Self.isUsable(record.name) && record.pair.map(Self.isUsable) ?? true
            if hasFolder, isSound, AssetRow.all.contains(record.row) { assets[record.row] = record }
        }
    }

    /// Reads what of files is known, which is no loss where it cannot be: all are read again.
    private mutating func readTraces(_ connection: SQLiteConnection) {
        var tables = TableSalvage(connection)
        let columns = tables.hasColumn("birth", of: "file") ? "birth, head" : "NULL, NULL"
        let sql = "SELECT asset, name, inode, \(columns) FROM file"
        tables.read(sql, by: ["folder", "name"]) { row in
            guard let asset = assets[row.integer(0)], asset.name == row.blob(1) else { return }
            traces[asset.row] = Trace(inode: row.integer(2), birth: row.number(3), head: row.number(4))
        }
    }

    /// Drops rows that lie beyond those that were given away, or far from all others: lists have 32 bits for each.
    ///
    /// - Returns: the rows that assets can have.
    private mutating func dropStrayAssets() -> Range<Int64> {
        let rows = assets.keys.sorted()
        let end = AssetRow.all.upperBound - 1 << 31 + 1
        // Where neither tells, nothing does.
        var usable: Range<Int64> = 0..<0
        if let library {
            usable = library.firstAsset..<max(library.firstAsset, library.nextAsset) + 1
        } else if let middle = rows.dropFirst(rows.count / 2).first {
            usable = max(middle - 1 << 30, 0)..<middle + 1 << 30 + 1
        }
        usable = usable.clamped(to: 0..<end)
        assets = assets.filter { usable.contains($0.key) }
        return usable
    }

    private mutating func readAlbums(_ tables: inout TableSalvage) {
        tables.read("album", "is_folder, title, parent") { row in
            albums[row.integer(0)] = Album(
                isFolder: row.integer(1) != 0, title: row.text(2) ?? "",
                parent: row.isNull(3) ? nil : row.integer(3))
        }
        let parents = albums.compactMapValues(\.parent)
        for (row, album) in albums {
            // One whose folder is lost stands at the top.
            let isSound = album.parent.map { albums[$0]?.isFolder == true } ?? true
            if !isSound || Self.top(of: row, parents) == nil { albums[row]?.parent = nil }
        }
        for album in albums.keys {
            tables.read("SELECT place, asset FROM member WHERE album = ?", [.integer(album)], by: ["place"]) { row in
                note(row.integer(1), in: album, at: row.integer(0))
            }
        }
        guard !tables.isWhole else { return }
        // All of it is in the index by assets too.
        for asset in assets.keys {
            tables.read("SELECT album, place FROM member WHERE asset = ?", [.integer(asset)], by: ["album"]) { row in
                note(asset, in: row.integer(0), at: row.integer(1))
            }
        }
    }

    private mutating func note(_ asset: Int64, in album: Int64, at place: Int64) {
        if assets[asset] != nil, albums[album]?.isFolder == false { members[album, default: [:]][place] = asset }
    }

    private mutating func readRest(_ tables: inout TableSalvage) {
        tables.read("intent", "origin, goal, inode") { row in
            intents[row.integer(0)] = FileMove(
                origin: row.blob(1) ?? [], goal: row.blob(2) ?? [], inode: row.integer(3))
        }
        guard (try? tables.connection.number("SELECT count(*) FROM repair")) != nil else { return }
        tables.read("repair", IndexRepairReport.columns) { repairs[$0.integer(0)] = IndexRepairReport(in: $0, from: 1) }
    }

    /// The places that members of an album can have.
    static let places: Range<Int64> = 0..<1 << 32

    /// Whether a name can be one in a folder.
    static func isUsable(_ name: [UInt8]) -> Bool {
        !name.isEmpty && name.count < 256 && name.first != 46 && !name.contains(47) && !name.contains(0)
    }
}

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
