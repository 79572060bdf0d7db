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
#endif
