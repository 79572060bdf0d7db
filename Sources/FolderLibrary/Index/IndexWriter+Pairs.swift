#if FolderLibrary || canImport(Darwin)
import CameraRoll

/// Live Photos: a still and a video of one content identifier in one folder are one asset, the still's.
extension IndexWriter {
    /// Makes Live Photos of the stills and videos of one content that stand alone.
    func pair(_ content: String, in folder: FolderID) throws(SQLiteError) {
        let alone = try connection.rows(
            """
            SELECT file.name, asset.id, asset.type FROM file JOIN asset ON asset.id = file.asset
            WHERE content = ? AND +file.folder = ? AND asset.name = file.name AND asset.pair IS NULL ORDER BY file.name
            """, [.text(content), .integer(folder.row)]
        ) { (name: $0.blob(0) ?? [], asset: $0.integer(1), type: Int($0.integer(2))) }
        let stills = alone.filter { $0.type == MediaType.image.rawValue }
        let videos = alone.filter { $0.type == MediaType.video.rawValue }
        for (still, video) in zip(stills, videos) {
            try join(still.asset, video.asset, video.name, in: folder)
        }
    }

    /// Makes a Live Photo of a still and the video that was put behind it, whatever their files say.
    ///
    /// - Parameter video: the row that the video has where it was not paired by its content.
    func pair(_ still: Int64, withVideo video: Int64, named name: [UInt8]) throws(SQLiteError) {
        guard let record = try record(video), record.name == name else { return }
        try join(still, video, name, in: record.folder)
    }

    private func join(_ still: Int64, _ video: Int64, _ name: [UInt8], in folder: FolderID) throws(SQLiteError) {
        try depart(video)
        try connection.run(
            "UPDATE file SET asset = ? WHERE folder = ? AND name = ?", .integer(still), .integer(folder.row),
            .blob(name))
        try edit(still) { $0.pair(with: name) }
    }

    /// Makes a still of a Live Photo whose video is gone, unless it has moved and has another by now.
    func unpair(_ still: Int64, from video: [UInt8], in folder: FolderID) throws(SQLiteError) {
        try edit(still) { record in
            guard record.pair == video, record.folder == folder else { return }
            record.pair = nil
            record.facts.subtypes.remove(.livePhoto)
        }
    }
}
#endif
