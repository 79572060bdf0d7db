#if FolderLibrary || canImport(Darwin)
import CameraRoll
import Foundation

/// What the index keeps of a deleted photo, so that it can be restored.
struct TrashRecord: Sendable {
    /// The asset as it was, without a folder that may be another by now.
    let asset: AssetRecord
    let date: Date
    /// Where its main file was, beneath the root.
    let path: [UInt8]
    /// Where its main file is, as moves have it.
    let goal: [UInt8]
    let inode: Int64
    /// Where a Live Photo's video is.
    let pairedGoal: [UInt8]?
    /// What its main file is paired by.
    let content: String?
}

extension IndexWriter {
    /// Keeps what is known of an asset whose files go to the trash, before it departs.
    ///
    /// - Parameters:
    ///   - move: where its main file goes.
    ///   - pairedMove: where a Live Photo's video goes.
    func rememberTrash(_ record: AssetRecord, _ move: FileMove, _ pairedMove: FileMove?) throws(SQLiteError) {
        let content = try connection.first(
            "SELECT content FROM file WHERE folder = ? AND name = ?",
            [.integer(record.folder.row), .blob(record.name)], read: { $0.text(0) })
        try connection.run("DELETE FROM trashed WHERE id = ? OR goal = ?", .integer(record.row), .blob(move.goal))
        try connection.run(
            """
            INSERT INTO trashed SELECT \(AssetColumns.all), ?2, ?3, ?4, ?5, ?6, ?7,
                (SELECT json_group_array(json_array(album, place)) FROM member WHERE asset = ?1)
            FROM asset WHERE id = ?1
            """,
            .integer(record.row), .real(Date.now.timeIntervalSinceReferenceDate), .blob(move.origin), .blob(move.goal),
            .integer(move.inode), pairedMove.map { .blob($0.goal) } ?? .null,
            (content ?? nil).map { .text($0) } ?? .null)
    }

    /// Forgets a photo that is in the trash no more.
    func forgetTrash(_ record: TrashRecord) throws(SQLiteError) {
        try connection.run("DELETE FROM trashed WHERE goal = ?", .blob(record.goal))
    }

    /// Has a deleted asset stand in the library again.
    ///
    /// - Parameter record: the asset as it was, with the place that its files have now.
    func readmit(_ record: AssetRecord) throws(SQLiteError) {
        try connection.run("DELETE FROM departed WHERE id = ?", .integer(record.row))
        try insert(record)
        try list(record.folder)
    }

    /// Puts assets back where they were in those of their albums that are still there.
    func rejoinAlbums(_ assets: [Int64]) throws(SQLiteError) {
        let list = "[" + assets.map { "\($0)" }.joined(separator: ",") + "]"
        let places = try connection.rows(
            """
            SELECT album.id, trashed.id, json_extract(members.value, '$[1]') AS place
            FROM trashed, json_each(trashed.members) AS members
            JOIN album ON album.id = json_extract(members.value, '$[0]')
            WHERE trashed.id IN (SELECT value FROM json_each(?)) AND album.is_folder = 0 ORDER BY place
            """, [.text(list)]
        ) { (album: $0.integer(0), asset: $0.integer(1), place: Int($0.integer(2))) }
        for (album, joining) in Dictionary(grouping: places, by: \.album).sorted(by: { $0.key < $1.key }) {
            var members = try connection.rows(
                "SELECT asset FROM member WHERE album = ? ORDER BY place", [.integer(album)], read: { $0.integer(0) })
            // Those that come first make room for those behind them.
            for member in joining { members.insert(member.asset, at: min(max(member.place, 0), members.count)) }
            try setMembers(members, of: album)
            for member in joining { try note(.member(member.asset, album: album)) }
        }
    }

    /// Writes down the members of an album in their order.
    func setMembers(_ members: [Int64], of album: Int64) throws(SQLiteError) {
        try connection.run("DELETE FROM member WHERE album = ?", .integer(album))
        for (place, asset) in members.enumerated() {
            try connection.run(
                "INSERT INTO member VALUES (?, ?, ?)", .integer(album), .integer(Int64(place)), .integer(asset))
        }
    }
}

extension SQLiteConnection {
    /// What is known of the photos in the trash, in the order in which they were deleted.
    func trashRecords() throws(SQLiteError) -> [TrashRecord] {
        let first = Int32(AssetColumns.count)
        return try rows(
            """
            SELECT \(AssetColumns.all), deleted, path, goal, inode, paired_goal, content
            FROM trashed WHERE id BETWEEN 0 AND (SELECT next_asset - 1 FROM library) ORDER BY deleted, id
            """
        ) { row in
            TrashRecord(
                asset: AssetColumns.record(in: row), date: Date(timeIntervalSinceReferenceDate: row.real(first)),
                path: row.blob(first + 1) ?? [], goal: row.blob(first + 2) ?? [], inode: row.integer(first + 3),
                pairedGoal: row.blob(first + 4), content: row.text(first + 5))
        }
    }
}
#endif
