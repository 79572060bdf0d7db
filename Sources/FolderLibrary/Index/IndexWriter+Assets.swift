#if FolderLibrary || canImport(Darwin)
import CameraRoll
import LibraryEditing

extension IndexWriter {
    /// Adds an asset under its unused row.
    func insert(_ record: AssetRecord) throws(SQLiteError) {
        var record = record
        if let burst = record.facts.burst {
            let others = try connection.number("SELECT EXISTS(SELECT 1 FROM asset WHERE burst = ?)", .text(burst))
            record.leads = others == 0
        }
        // An asset that returns gets its former row.
        try copyDeferred(before: record.row)
        let statement = try statements().insertAsset
        AssetColumns.bind(record, to: statement)
        try statement.run()
        count(record, by: 1)
        try note(.inserted(record.row...record.row))
    }

    /// The record of a present asset.
    func record(_ row: Int64) throws(SQLiteError) -> AssetRecord? {
        try connection.record(row)
    }

    /// Changes an asset; does nothing if it is unchanged, or does not exist.
    func edit(_ row: Int64, _ change: (inout AssetRecord) -> Void) throws(SQLiteError) {
        guard let before = try record(row) else { return }
        var record = before
        change(&record)
        if record.facts.burst != before.facts.burst {
            record.leads =
                try record.facts.burst.map { burst throws(SQLiteError) in
                    try isAlone(row, inBurst: burst)
                } ?? false
        }
        guard record != before else { return }
        try write(record, insteadOf: before)
        guard let burst = before.facts.burst, before.leads, record.facts.burst != burst else { return }
        try chooseLeader(of: burst)
    }

    private func write(_ record: AssetRecord, insteadOf before: AssetRecord) throws(SQLiteError) {
        let places = (1...AssetColumns.count).map { "?\($0)" }.joined(separator: ", ")
        let statement = try connection.statement(
            "UPDATE asset SET (\(AssetColumns.all)) = (\(places)) WHERE id = ?1")
        AssetColumns.bind(record, to: statement)
        try statement.run()
        count(before, by: -1)
        count(record, by: 1)
        try note(.updated(record.row...record.row))
        if record.folder != before.folder { try note(.left(before.folder)) }
    }

    /// Deletes an asset; its last record is kept for fetch results that still contain it.
    func depart(_ row: Int64) throws(SQLiteError) {
        guard let record = try record(row) else { return }
        for album in try connection.rows(
            "SELECT album FROM member WHERE asset = ?", [.integer(row)], read: { $0.integer(0) })
        {
            try note(.member(row, album: album))
        }
        try connection.run("DELETE FROM member WHERE asset = ?", .integer(row))
        try connection.run("INSERT OR REPLACE INTO departed SELECT * FROM asset WHERE id = ?", .integer(row))
        try connection.run("DELETE FROM asset WHERE id = ?", .integer(row))
        count(record, by: -1)
        try note(.left(record.folder))
        try note(.deleted(row))
        if let burst = record.facts.burst, record.leads { try chooseLeader(of: burst) }
    }
}

// MARK: - Rows of files

extension IndexWriter {
    /// Adds a deleted asset to the library again.
    ///
    /// - Parameter record: the former asset, with the present place of its files.
    func readmit(_ record: AssetRecord) throws(SQLiteError) {
        try connection.run("DELETE FROM departed WHERE id = ?", .integer(record.row))
        try insert(record)
        try list(record.folder)
    }

    /// Makes a file that of another asset.
    func setAsset(_ asset: Int64, of name: [UInt8], in folder: FolderID) throws(SQLiteError) {
        try connection.run(
            "UPDATE file SET asset = ? WHERE folder = ? AND name = ?", .integer(asset), .integer(folder.row),
            .blob(name))
    }

    /// Returns the index's record of a file.
    func file(_ name: [UInt8], in folder: FolderID) throws(SQLiteError) -> StoredFile? {
        try connection.first(
            "SELECT \(StoredFile.columns) FROM file WHERE folder = ? AND name = ?",
            [.integer(folder.row), .blob(name)], read: StoredFile.init)
    }

    /// Deletes only the row of a file.
    func forget(_ name: [UInt8], in folder: FolderID) throws(SQLiteError) {
        try connection.run(
            "DELETE FROM file WHERE folder = ? AND name = ?", .integer(folder.row), .blob(name))
    }
}

// MARK: - Bursts

extension IndexWriter {
    private func isAlone(_ row: Int64, inBurst burst: String) throws(SQLiteError) -> Bool {
        try connection.number(
            "SELECT NOT EXISTS(SELECT 1 FROM asset WHERE burst = ? AND id <> ?)", .text(burst), .integer(row)) == 1
    }

    /// Makes the first picture of a burst represent it, if no other one does.
    private func chooseLeader(of burst: String) throws(SQLiteError) {
        let first = try connection.first(
            "SELECT id, (SELECT max(leads) FROM asset WHERE burst = ?1) FROM asset WHERE burst = ?1 ORDER BY id",
            [.text(burst)], read: { ($0.integer(0), $0.integer(1)) })
        guard let first, first.1 == 0 else { return }
        try edit(first.0) { $0.leads = true }
    }
}
#endif
