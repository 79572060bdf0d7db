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

    /// Makes the Live Photos of one content identifier those that ``LivePhotoPairs`` names, however they were before.
    ///
    /// Files that were paired for another reason, and those whose names belong to other files, stay as they are.
    private func pair(_ content: String, in folder: FolderID) throws(SQLiteError) {
        let files = try files(of: content, in: folder)
        let names = Set(files.map(\.name))
        let stills = files.filter { $0.isMain && $0.type == .image && $0.pair.map(names.contains) != false }
        let own = Set(stills.map(\.asset))
        let videos = files.filter { $0.isMain ? $0.type == .video : own.contains($0.asset) }
        let pairs = LivePhotoPairs(stills: stills.map(\.name), videos: videos.map(\.name)).pairs
        var parted = Dictionary(
            videos.filter { !$0.isMain }.map { ($0.asset, $0.name) }, uniquingKeysWith: { first, _ in first })
        var new: [(still: LiveFile, video: LiveFile)] = []
        for (still, video) in pairs.map({ (stills[$0.still], videos[$0.video]) }) {
            if still.pair == video.name { parted[still.asset] = nil } else { new.append((still, video)) }
        }
        for (still, video) in parted { try unpair(still, from: video, in: folder) }
        for (still, video) in new { try join(still.asset, video.asset, video.name, in: folder) }
        for video in Set(parted.values).subtracting(new.map(\.video.name)) { try release(video, in: folder) }
    }

    /// The first files of a content identifier, by name, except those whose names belong to other files.
    private func files(of content: String, in folder: FolderID) throws(SQLiteError) -> [LiveFile] {
        let files = try connection.rows(
            """
            SELECT found.name, asset.id, asset.type, asset.pair, asset.name = found.name FROM (
                SELECT name, asset FROM file WHERE content = ? AND folder = ? ORDER BY name LIMIT ?) AS found
            JOIN asset ON asset.id = found.asset ORDER BY found.name
            """, [.text(content), .integer(folder.row), .integer(Self.mostOfOneContent)], read: LiveFile.init)
        return files.filter { DisplacedName.original(of: $0.name) == nil }
    }

    /// Decides again about content identifiers.
    func pairAgain(_ contents: [LocalContent]) throws(SQLiteError) {
        unpaired.formUnion(contents)
        try pairNew()
    }

    /// Makes the video of a former Live Photo an asset of its own: the one that it was, or a new one in the next scan.
    private func release(_ video: [UInt8], in folder: FolderID) throws(SQLiteError) {
        guard let file = try file(video, in: folder) else { return }
        let former = try connection.first(
            """
            SELECT id FROM departed WHERE folder = ? AND name = ? AND type = ? AND version = ?
            AND id NOT IN (SELECT asset FROM lost) ORDER BY id DESC LIMIT 1
            """,
            [
                .integer(folder.row), .blob(video), .integer(Int64(MediaType.video.rawValue)),
                .integer(file.contentVersion),
            ], read: { $0.integer(0) })
        guard let former, let record = try connection.record(former, in: "departed") else {
            released.insert(folder)
            return try forget(video, in: folder)
        }
        try setAsset(former, of: video, in: folder)
        try readmit(record)
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
        // Until now, it may have been the second file of another asset.
        let former = try record(video).flatMap { $0.name == name ? $0 : nil }
        if former != nil {
            try passMemberships(from: video, to: still)
            try depart(video)
        }
        try setAsset(still, of: name, in: folder)
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

extension SQLiteConnection {
    /// The content identifiers of more than two files in a folder.
    func crowdedContents() throws(SQLiteError) -> [LocalContent] {
        try rows("SELECT content, folder FROM file WHERE content IS NOT NULL GROUP BY 1, 2 HAVING count(*) > 2") {
            LocalContent(identifier: $0.text(0) ?? "", folder: FolderID(row: $0.integer(1)))
        }
    }
}

/// Decides which stills and videos of one content identifier and folder are Live Photos, from their names alone: the
/// same files are the same pairs, in whatever order they are found.
///
/// A video belongs to the still with its base name. Those without one belong to the remaining stills, in the order of
/// their names: an edited copy has the identifier of its original, whose movie stays with the original.
struct LivePhotoPairs {
    private(set) var pairs: [(still: Int, video: Int)] = []

    /// - Parameters:
    ///   - stills: the names of the stills, in order.
    ///   - videos: the names of the videos, in order.
    init(stills: [[UInt8]], videos: [[UInt8]]) {
        var free = stills.enumerated().map { (index: $0, stem: Self.stem(of: $1)) }
        var others: [Int] = []
        for (video, name) in videos.enumerated() {
            let stem = Self.stem(of: name)
            if let found = free.firstIndex(where: { $0.stem == stem }) {
                pairs.append((free.remove(at: found).index, video))
            } else {
                others.append(video)
            }
        }
        pairs += zip(free.map(\.index), others).map { (still: $0, video: $1) }
    }

    /// A name without its extension, regardless of the case of ASCII letters.
    private static func stem(of name: [UInt8]) -> [UInt8] { (RawName.stem(of: name) ?? name).map(\.lowercased) }
}

/// A file with a content identifier, and its asset.
private struct LiveFile {
    let name: [UInt8]
    let asset: Int64
    /// The type of its asset.
    let type: MediaType?
    /// The second file of its asset.
    let pair: [UInt8]?
    /// Whether it is the main file of its asset.
    let isMain: Bool

    init(_ row: SQLiteStatement) {
        (name, asset, pair, isMain) = (row.blob(0) ?? [], row.integer(1), row.blob(3), row.integer(4) != 0)
        type = MediaType(rawValue: Int(row.integer(2)))
    }
}

/// A content identifier in a folder, which may pair two files.
struct LocalContent: Hashable {
    let identifier: String
    let folder: FolderID
}
#endif
