#if FolderLibrary || canImport(Darwin)
import CameraRoll
import Foundation

extension TrashRecord {
    /// The moment of a deletion, and the folder of photos.
    struct Deletion {
        /// Seconds since 1970.
        let now: Int64
        let home: () -> Int64?

        init(at hooks: FolderTestHooks, from root: @escaping () -> OpenFolder?) {
            now = hooks.now
            home = { root()?.volumeIdentity(hooks).home }
        }
    }
}

extension IndexWriter {
    /// Records an asset whose files are moved to the trash, before it is deleted.
    ///
    /// - Parameters:
    ///   - mainMove: the move of its main file; nil if that is missing: then the second file stands for the photo.
    ///   - secondMove: the move of a Live Photo's video, or of a raw file.
    func rememberTrash(
        _ record: AssetRecord, _ mainMove: FileMove?, _ secondMove: FileMove?, _ deletion: TrashRecord.Deletion
    ) throws(SQLiteError) {
        guard let move = mainMove ?? secondMove else { return }
        let pairedMove = mainMove == nil ? nil : secondMove
        let content = try connection.first(
            "SELECT content FROM file WHERE folder = ? AND name = ?",
            [.integer(record.folder.row), .blob(record.name)], read: { $0.text(0) })
        try connection.run("DELETE FROM trashed WHERE id = ? OR goal = ?", .integer(record.row), .blob(move.goal))
        try connection.run(
            """
            INSERT INTO trashed SELECT \(AssetColumns.all), ?2, ?3, ?4, ?5, ?6, ?7,
                (SELECT json_group_array(json_array(album, place)) FROM member WHERE asset = ?1),
                (SELECT \(LostAssets.time("?8")) FROM library), ?9
            FROM asset WHERE id = ?1
            """,
            .integer(record.row), .real(Date.now.timeIntervalSinceReferenceDate), .blob(move.origin), .blob(move.goal),
            .integer(move.inode), pairedMove.map { .blob($0.goal) } ?? .null,
            (content ?? nil).map { .text($0) } ?? .null, .integer(deletion.now),
            deletion.home().map { .integer($0) } ?? .null)
        if mainMove == nil {
            try connection.run("UPDATE trashed SET name = pair, pair = NULL WHERE id = ?", .integer(record.row))
        }
    }

    /// The record of a file in the trash that was moved back by other means; nil if a file is none.
    func trashRecord(of file: ScannedFile) throws(SQLiteError) -> TrashRecord? {
        guard try hasTrashed() else { return nil }
        return try connection.trashRecords(inode: file.status.inode).first {
            $0.asset.version == file.status.contentVersion
        }
    }

    /// Restores the asset of a file in the trash that was moved back by other means.
    func reclaimTrashed(_ file: ScannedFile, _ facts: AssetFacts) throws(SQLiteError) -> Int64? {
        guard let record = try trashRecord(of: file), try self.record(record.asset.row) == nil else { return nil }
        var asset = record.asset
        (asset.folder, asset.name, asset.pair) = (file.folder, file.name, nil)
        asset.take(facts, of: file, .same)
        try readmit(asset)
        try rejoinAlbums([asset.row])
        try forgetTrash(record)
        return asset.row
    }

    /// Deletes the record of a photo that is no longer in the trash.
    func forgetTrash(_ record: TrashRecord) throws(SQLiteError) {
        try connection.run("DELETE FROM trashed WHERE goal = ?", .blob(record.goal))
    }

    /// Returns assets to their former places in those of their albums that still exist.
    func rejoinAlbums(_ assets: [Int64]) throws(SQLiteError) {
        let list = "[" + assets.map { "\($0)" }.joined(separator: ",") + "]"
        let members = try connection.rows(
            """
            SELECT album.id, trashed.id, json_extract(members.value, '$[1]') AS place
            FROM trashed, json_each(trashed.members) AS members
            JOIN album ON album.id = json_extract(members.value, '$[0]')
            WHERE trashed.id IN (SELECT value FROM json_each(?)) AND album.is_folder = 0
            ORDER BY album.id
            """, [.text(list)]
        ) { (album: $0.integer(0), member: (place: $0.integer(2), asset: $0.integer(1))) }
        for (album, members) in Dictionary(grouping: members, by: \.album).sorted(by: { $0.key < $1.key }) {
            try rejoin(members.map(\.member), album: album)
        }
    }
}

extension SQLiteConnection {
    /// The records of the photos in the trash, in the order of their deletion.
    ///
    /// - Parameter inode: the inode of their main files; nil for all.
    func trashRecords(inode: Int64? = nil) throws(SQLiteError) -> [TrashRecord] {
        let first = Int32(AssetColumns.count)
        // An index that cannot be written may have an earlier version.
        let isOld = try number("PRAGMA user_version") < 3
        return try rows(
            """
            SELECT \(AssetColumns.all), deleted, path, goal, inode, paired_goal, content,
            \(isOld ? "0, NULL" : "waited, home")
            FROM trashed WHERE id BETWEEN 0 AND (SELECT next_asset - 1 FROM library)
            \(inode == nil ? "" : "AND inode = ?") ORDER BY deleted, id
            """, inode.map { [.integer($0)] } ?? []
        ) { row in
            TrashRecord(
                asset: AssetColumns.record(in: row), date: Date(timeIntervalSinceReferenceDate: row.real(first)),
                path: row.blob(first + 1) ?? [], goal: row.blob(first + 2) ?? [], inode: row.integer(first + 3),
                pairedGoal: row.blob(first + 4), content: row.text(first + 5), waited: row.integer(first + 6),
                home: row.number(first + 7))
        }
    }
}
#endif
