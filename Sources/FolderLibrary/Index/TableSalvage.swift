#if FolderLibrary || canImport(Darwin)

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
