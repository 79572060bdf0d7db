#if FolderLibrary || canImport(Darwin)
public import CameraRoll
import Foundation

/// The main file of an asset, and what the index knows of it.
public struct FolderFile: Hashable, Sendable {
    /// The path beneath the folder of photos; bytes that are no UTF-8 are shown as U+FFFD.
    public var path: String
    /// Who says when the asset was taken.
    public var dateSource: DateSource
    /// The kind of the file, told by its first bytes.
    public var format: MetadataFormat
    /// The name of a Live Photo's video, in the same folder.
    public var pairedVideo: String?
}

extension PhotoFolder {
    /// The file of an asset; nil where there is no such asset.
    ///
    /// Blocks the thread while the index is read.
    ///
    /// - Throws: `FolderError`.
    public func file(of asset: AssetID) throws(FolderError) -> FolderFile? {
        guard let row = AssetRow.row(of: asset) else { return nil }
        do {
            try store.prepare()
            return try store.index.reader().file(of: row)
        } catch {
            throw FolderError(error)
        }
    }
}

extension SQLiteConnection {
    /// An asset as the index has it; nil where there is none.
    func record(_ row: Int64, in table: String = "asset") throws(SQLiteError) -> AssetRecord? {
        try first("SELECT \(AssetColumns.all) FROM \(table) WHERE id = ?", [.integer(row)], read: AssetColumns.record)
    }

    fileprivate func file(of row: Int64) throws(SQLiteError) -> FolderFile? {
        guard let record = try record(row), let folder = try path(of: record.folder) else { return nil }
        let names = (folder + [record.name]).map { String(decoding: $0, as: UTF8.self) }
        return FolderFile(
            path: names.joined(separator: "/"), dateSource: record.facts.dateSource, format: record.facts.format,
            pairedVideo: record.pair.map { String(decoding: $0, as: UTF8.self) })
    }
}
#endif
