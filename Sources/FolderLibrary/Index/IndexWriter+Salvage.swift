#if FolderLibrary || canImport(Darwin)
import CameraRoll
import Foundation

/// An index that takes the place of a damaged one.
extension IndexWriter {
    /// So many rows and places in the history are left out, since what was read may be older than what was shown.
    private static let leap: (rows: Int64, places: Int64) = (65_536, 1 << 32)

    /// Takes over what could be read of a damaged index; each file is to be read again.
    ///
    /// It stays the same library where that could be read, and its history begins again.
    ///
    /// - Returns: what was taken over.
    func take(_ salvaged: SalvagedIndex, reason: String, setAside: String) throws -> IndexRepairReport {
        var folders: Set = [FolderID.root]
        for (row, folder) in salvaged.folders {
            try connection.run(
                "INSERT OR IGNORE INTO folder(id, parent, name, is_listed) VALUES (?, ?, ?, 0)", .integer(row),
                .integer(folder.parent), .blob(folder.name))
            if connection.changedRows > 0 { folders.insert(FolderID(row: row)) }
        }
        let usable = salvaged.assets.values.filter { folders.contains($0.folder) }
        let assets = try usable.sorted { $0.row < $1.row }.filter { try take($0, salvaged.traces[$0.row]) }
        try takeAlbums(of: salvaged, Set(assets.map(\.row)))
        let isWhole = try take(salvaged.departures) && salvaged.isWhole
        try intend(salvaged.intents.sorted { $0.key < $1.key }.map(\.value))
        try settle(salvaged, rows: (assets.map(\.row) + salvaged.departures.rows).sorted())
        let repair = IndexRepairReport(
            date: .now, reason: reason, setAside: setAside, assets: assets.count,
            favorites: assets.count(where: \.isFavorite), albums: salvaged.albums.count, isWhole: isWhole)
        try write(salvaged.repairs.sorted { $0.key < $1.key }.map(\.value) + [repair])
        return repair
    }

    /// Takes an asset over, and its files as if they had changed; false where another has its file.
    ///
    /// - Parameter trace: what tells its main file from others; nil where that could not be read.
    private func take(_ record: AssetRecord, _ trace: SalvagedIndex.Trace?) throws(SQLiteError) -> Bool {
        let names = [record.name, record.pair].compactMap(\.self)
        for (index, name) in names.enumerated() {
            let trace = index == 0 ? trace : nil
            try connection.run(
                """
                INSERT OR IGNORE INTO file(folder, name, size, mtime, inode, asset, birth, head)
                VALUES (?, ?, -1, 0, ?, ?, ?, ?)
                """,
                .integer(record.folder.row), .blob(name), .integer(trace?.inode ?? 0), .integer(record.row),
                (trace?.birth).map { .integer($0) } ?? .null, (trace?.head).map { .integer($0) } ?? .null)
            if index == 0, connection.changedRows == 0 { return false }
        }
        let statement = try statements().insertAsset
        AssetColumns.bind(record, to: statement)
        try statement.run()
        return true
    }

    private func takeAlbums(of salvaged: SalvagedIndex, _ assets: Set<Int64>) throws(SQLiteError) {
        for (row, album) in salvaged.albums {
            try connection.run(
                "INSERT INTO album(id, is_folder, title, parent) VALUES (?, ?, ?, ?)", .integer(row),
                .integer(album.isFolder ? 1 : 0), .text(album.title), album.parent.map { .integer($0) } ?? .null)
        }
        for (album, members) in salvaged.members {
            var seen: Set<Int64> = []
            let sorted = members.sorted { $0.key < $1.key }
            var rows = sorted.filter { assets.contains($0.value) && seen.insert($0.value).inserted }
            // Gaps stay: an asset that waits for its file returns to its own position.
            let strays = rows.partition { !SalvagedIndex.places.contains($0.key) }
            let end = (rows[..<strays].map(\.key).max() ?? -1) + 1
            for (index, row) in rows.enumerated() {
                let place = index < strays ? row.key : end + Int64(index - strays)
                try connection.run(
                    "INSERT INTO member VALUES (?, ?, ?)", .integer(album), .integer(place), .integer(row.value))
            }
        }
    }

    private func settle(_ salvaged: SalvagedIndex, rows: [Int64]) throws(SQLiteError) {
        try connection.execute(
            """
            UPDATE folder SET is_listed = 1 WHERE id IN (SELECT folder FROM asset);
            UPDATE asset SET leads = 1, shown = 1 - hidden WHERE id IN (
                SELECT min(id) FROM asset WHERE burst IS NOT NULL GROUP BY burst HAVING max(leads) = 0)
            """)
        try recount()
        // Where neither tells, a new index's own rows stay, which were drawn by lot.
        if let first = salvaged.library?.firstAsset ?? rows.first {
            nextAsset = max(salvaged.library?.nextAsset ?? 0, (rows.last ?? 0) + 1) + Self.leap.rows
            try connection.run("UPDATE library SET first_asset = ?", .integer(min(first, rows.first ?? first)))
        }
        try connection.run(
            "UPDATE sqlite_sequence SET seq = seq + ? WHERE name IN ('album', 'folder')", .integer(Self.leap.rows))
        guard let library = salvaged.library else { return }
        try skipHistory(to: library.journalEnd + Self.leap.places)
        try connection.run("UPDATE library SET identity = ?", .text(library.identity))
    }

    /// Writes down what was repaired.
    func write(_ repairs: [IndexRepairReport]) throws(SQLiteError) {
        try connection.execute(IndexRepairReport.schema)
        for repair in repairs {
            let statement = try connection.statement("INSERT INTO repair VALUES (NULL, ?, ?, ?, ?, ?, ?, ?)")
            statement.bind(repair.values)
            try statement.run()
        }
    }
}

/// Reads a damaged table: as many rows as can be read, from both sides of each place that cannot.
struct TableSalvage {
    /// Places that cannot be read, after which no more is tried: each takes a walk around it.
    private static let mostGaps = 10_000

    let connection: SQLiteConnection
    /// Whether all could be read that was asked for.
    private(set) var isWhole = true

    init(_ connection: SQLiteConnection) {
        self.connection = connection
    }

    /// Takes note that something is not read that was there.
    mutating func noteLoss() { isWhole = false }

    /// Whether there is a table of a name, which an index of an older version does not have.
    mutating func has(_ table: String, sinceVersion version: Int64) -> Bool {
        let sql = "SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND name = ?"
        if let count = try? connection.number(sql, .text(table)), count > 0 { return true }
        let isOlder = (try? connection.number("PRAGMA user_version")).map { $0 < version } ?? false
        if !isOlder { noteLoss() }
        return false
    }

    /// Whether a table has a column, which one of an older version does not have.
    func hasColumn(_ column: String, of table: String) -> Bool {
        (try? connection.statement("SELECT \(column) FROM \(table) LIMIT 0")) != nil
    }

    /// Calls `body` with the rows of a table with a number each, in any order, some of them twice.
    ///
    /// - Parameters:
    ///   - table: the table.
    ///   - key: its key.
    ///   - columns: what is read, in the columns from 1 on; 0 is the key.
    /// - Complexity: O(n), and O(log² n) for each gap.
    mutating func read(_ table: String, key: String = "id", _ columns: String, body: (SQLiteStatement) -> Void) {
        let select = "SELECT \(key), \(columns) FROM \(table)"
        // Intents are numbered from 0 on.
        var last: Int64 = -1
        for _ in 0..<Self.mostGaps {
            let isAtEnd = readOn("\(select) WHERE \(key) > ? ORDER BY \(key)", [.integer(last)]) { row in
                last = row.integer(0)
                body(row)
            }
            guard !isAtEnd, let next = firstRow(of: table, key, beyond: last) else { return }
            let gap = "\(select) WHERE \(key) > ? AND \(key) < ? ORDER BY \(key) DESC"
            _ = readOn(gap, [.integer(last), .integer(next)], body)
            last = next - 1
        }
    }

    /// Calls `body` with the rows of a query, from its start and from its end as far as they can be read.
    ///
    /// - Parameters:
    ///   - sql: the query without its order.
    ///   - order: the columns that it is sorted by.
    mutating func read(
        _ sql: String, _ values: [SQLiteValue] = [], by order: [String], body: (SQLiteStatement) -> Void
    ) {
        let forth = order.joined(separator: ", ")
        if readOn("\(sql) ORDER BY \(forth)", values, body) { return }
        let back = order.map { "\($0) DESC" }.joined(separator: ", ")
        _ = readOn("\(sql) ORDER BY \(back)", values, body)
    }

    /// Whether all rows could be read.
    private mutating func readOn(_ sql: String, _ values: [SQLiteValue], _ body: (SQLiteStatement) -> Void) -> Bool {
        do throws(SQLiteError) {
            let statement = try connection.statement(sql)
            statement.bind(values)
            defer { statement.reset() }
            while try statement.step() { body(statement) }
            return true
        } catch {
            isWhole = false
            return false
        }
    }

    /// The first row that can be found behind a place that cannot be read; the last that there can be at the end.
    ///
    /// Steps double until something can be read, and then begin again at the last place that could not: rows begin
    /// anywhere, so that one long step may go over all of them.
    private func firstRow(of table: String, _ key: String, beyond last: Int64) -> Int64? {
        var low = last
        while true {
            var step: Int64 = 0
            var found: Int64?
            while step < 62, found == nil {
                let (place, isOver) = low.addingReportingOverflow(1 << step)
                found = isOver ? .max : row(of: table, key, behind: place)
                step += 1
            }
            guard let found else { return nil }
            if step <= 1 { return found }
            low += 1 << (step - 2)
        }
    }

    /// The first row behind a place, or the last that there can be where none is; nil where it cannot be read.
    private func row(of table: String, _ key: String, behind place: Int64) -> Int64? {
        let sql = "SELECT \(key) FROM \(table) WHERE \(key) > ? ORDER BY \(key)"
        return try? connection.first(sql, [.integer(place)]) { $0.integer(0) } ?? .max
    }
}
#endif
