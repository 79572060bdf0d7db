#if FolderLibrary || canImport(Darwin)
import CameraRoll

/// Pictures that a camera has stored twice: a raw file and a JPEG or HEIC file with the same name in the same folder
/// are one asset, whose main file is the picture that every program can show.
///
/// The raw file is the asset's second file, like the video of a Live Photo. It is found by a content identifier that is
/// made from its name, so that folders without raw files cost nothing.
extension IndexWriter {
    /// The beginning of the content identifiers of raw files.
    static let rawPrefix = "raw:"

    /// Records that a picture may belong to a raw file, if the index has any.
    func noteRawPicture(_ facts: AssetFacts, named name: [UInt8], in folder: FolderID) throws(SQLiteError) {
        if let content = facts.contentIdentifier {
            if content.hasPrefix(Self.rawPrefix) { hasRawFiles = true }
            return
        }
        guard facts.type == .image, try knowsRawFiles(), let content = RawName.content(of: name)
        else { return }
        unpaired.insert(LocalContent(identifier: content, folder: folder))
    }

    private func knowsRawFiles() throws(SQLiteError) -> Bool {
        if let hasRawFiles { return hasRawFiles }
        let isThere =
            try connection.number(
                "SELECT EXISTS(SELECT 1 FROM file WHERE content >= ?1 AND content < ?2)", .text(Self.rawPrefix),
                .text("raw;")) != 0
        hasRawFiles = isThere
        return isThere
    }

    /// Joins the raw file with a content identifier and the first other picture of its name that has no second file.
    func pairRaw(_ content: String, in folder: FolderID) throws(SQLiteError) {
        let raws = try connection.rows(
            """
            SELECT file.name, asset.id FROM file JOIN asset ON asset.id = file.asset
            WHERE file.content = ? AND file.folder = ? AND asset.name = file.name AND asset.pair IS NULL
            ORDER BY file.name LIMIT 16
            """, [.text(content), .integer(folder.row)]
        ) { (name: $0.blob(0) ?? [], asset: $0.integer(1)) }
        for raw in raws {
            guard let stem = RawName.stem(of: raw.name) else { continue }
            let picture = try connection.first(
                """
                SELECT asset.id FROM file JOIN asset ON asset.id = file.asset
                WHERE file.folder = ?1 AND file.name > ?2 AND file.name < ?3 AND asset.name = file.name
                AND instr(substr(file.name, length(?2) + 1), X'2E') = 0
                AND asset.type = 1 AND asset.pair IS NULL AND asset.format IN (0, 4) AND file.content IS NOT ?4
                ORDER BY file.name LIMIT 1
                """,
                [.integer(folder.row), .blob(stem + [46]), .blob(stem + [47]), .text(content)], read: { $0.integer(0) })
            if let picture { try join(picture, raw.asset, raw.name, in: folder, isLive: false) }
        }
    }
}

/// The names of raw files, and of the corresponding pictures.
enum RawName {
    /// A name without its extension; nil for a name without one.
    static func stem(of name: [UInt8]) -> [UInt8]? {
        name.lastIndex(of: 46).flatMap { $0 > 0 ? Array(name[..<$0]) : nil }
    }

    /// The content identifier of the raw file with a name, and of the corresponding pictures.
    static func content(of name: [UInt8]) -> String? {
        stem(of: name).map { IndexWriter.rawPrefix + FolderPath.text(of: $0) }
    }
}
#endif
