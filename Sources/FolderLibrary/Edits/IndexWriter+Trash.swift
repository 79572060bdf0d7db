#if FolderLibrary || canImport(Darwin)
import CameraRoll
import Foundation

/// The index's record of a deleted photo, from which it can be restored.
struct TrashRecord: Sendable {
    /// The asset before its deletion, except the folder, whose row may belong to another folder by now.
    let asset: AssetRecord
    let date: Date
    /// The former path of its main file, beneath the root.
    let path: [UInt8]
    /// The present path of its main file, in the form of moves.
    let goal: [UInt8]
    let inode: Int64
    /// The present path of a Live Photo's video.
    let pairedGoal: [UInt8]?
    /// The content identifier of its main file.
    let content: String?
}

extension IndexWriter {
    /// Records an asset whose files are moved to the trash, before it is deleted.
    ///
    /// - Parameters:
    ///   - move: the move of its main file.
    ///   - pairedMove: the move of a Live Photo's video.
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

    /// Deletes the record of a photo that is no longer in the trash.
    func forgetTrash(_ record: TrashRecord) throws(SQLiteError) {
        try connection.run("DELETE FROM trashed WHERE goal = ?", .blob(record.goal))
    }

    /// Adds a deleted asset to the library again.
    ///
    /// - Parameter record: the former asset, with the present place of its files.
    func readmit(_ record: AssetRecord) throws(SQLiteError) {
        try connection.run("DELETE FROM departed WHERE id = ?", .integer(record.row))
        try insert(record)
        try list(record.folder)
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
