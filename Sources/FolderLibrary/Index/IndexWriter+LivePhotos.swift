#if FolderLibrary || canImport(Darwin)
import CameraRoll

/// Live Photos: a still and a video with the same content identifier in one folder are one asset, the still's.
extension IndexWriter {
    /// The limit of files with one content identifier: normally there are two.
    private static let mostOfOneContent: Int64 = 256

    /// Creates Live Photos from the files recorded since the last call.
    func pairNew() throws(SQLiteError) {
        // A still takes its video's place in albums.
        try rejoinFound()
        // In a fixed order, so that the same files produce the same history.
        let contents = unpaired.sorted { ($0.folder.row, $0.identifier) < ($1.folder.row, $1.identifier) }
        unpaired = []
        for content in contents where !content.identifier.hasPrefix(Self.rawPrefix) {
            try pair(content.identifier, in: content.folder)
        }
        for content in contents where content.identifier.hasPrefix(Self.rawPrefix) {
            try pairRaw(content.identifier, in: content.folder)
        }
    }

    /// Creates Live Photos from the unpaired stills and videos of one content identifier.
    private func pair(_ content: String, in folder: FolderID) throws(SQLiteError) {
        let alone = try connection.rows(
            """
            SELECT found.name, asset.id, asset.type FROM (
                SELECT name, asset FROM file WHERE content = ? AND folder = ? ORDER BY name LIMIT ?) AS found
            JOIN asset ON asset.id = found.asset WHERE asset.name = found.name AND asset.pair IS NULL
            ORDER BY found.name
            """, [.text(content), .integer(folder.row), .integer(Self.mostOfOneContent)]
        ) { (name: $0.blob(0) ?? [], asset: $0.integer(1), type: Int($0.integer(2))) }
        let stills = alone.filter { $0.type == MediaType.image.rawValue }
        let videos = alone.filter { $0.type == MediaType.video.rawValue }
        for (still, video) in zip(stills, videos) {
            try join(still.asset, video.asset, video.name, in: folder)
        }
    }

    /// Creates a Live Photo from a still and the video added after it, regardless of their content identifiers.
    ///
    /// - Parameter video: the row of the video if it was not paired by its content identifier.
    func pair(_ still: Int64, withVideo video: Int64, named name: [UInt8]) throws(SQLiteError) {
        guard let record = try record(video), record.name == name else { return }
        try join(still, video, name, in: record.folder)
    }

    /// Makes a file that was an asset of its own the second file of another asset.
    ///
    /// - Parameter isLive: whether it is the video of a Live Photo; otherwise the same picture as a raw file.
    func join(
        _ still: Int64, _ video: Int64, _ name: [UInt8], in folder: FolderID, isLive: Bool = true
    ) throws(SQLiteError) {
        let former = try record(video)
        try passMemberships(from: video, to: still)
        try depart(video)
        try connection.run(
            "UPDATE file SET asset = ? WHERE folder = ? AND name = ?", .integer(still), .integer(folder.row),
            .blob(name))
        try edit(still) { record in
            record.pair(with: name, isLive: isLive)
            if let former { record.takeMarks(of: former) }
        }
    }

    /// Turns a Live Photo whose video is gone into a still, unless it has moved, and has another video by now.
    func unpair(_ still: Int64, from video: [UInt8], in folder: FolderID) throws(SQLiteError) {
        try edit(still) { record in
            guard record.pair == video, record.folder == folder else { return }
            record.pair = nil
            record.facts.mediaSubtypes.remove(.livePhoto)
        }
    }
}

/// A content identifier in a folder, which may pair two files.
struct LocalContent: Hashable {
    let identifier: String
    let folder: FolderID
}
#endif
