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
    /// The path of a Live Photo's video, likewise; nil for other assets.
    public var pairedVideo: String?
}

extension PhotoFolder {
    /// The file of an asset; nil if there is no such asset.
    ///
    /// Many are found in one go by ``files(of:)``.
    ///
    /// - Throws: `FolderError`.
    public func file(of asset: AssetID) async throws(FolderError) -> FolderFile? {
        try await files(of: [asset])[asset]
    }

    /// The files of some assets, all of one moment; those that are not there are left out.
    ///
    /// - Throws: `FolderError`.
    /// - Complexity: O(k log n), on a thread of the folder's own.
    public func files(of assets: some Sequence<AssetID>) async throws(FolderError) -> [AssetID: FolderFile] {
        let assets = Set(assets)
        return try await service.read { connection in
            var files: [AssetID: FolderFile] = [:]
            for asset in assets { files[asset] = try AssetRow.row(of: asset).flatMap(connection.file) }
            return files
        }
    }
}

extension SQLiteConnection {
    /// An asset as the index has it; nil if there is none.
    func record(_ row: Int64, in table: String = "asset") throws(SQLiteError) -> AssetRecord? {
        try first("SELECT \(AssetColumns.all) FROM \(table) WHERE id = ?", [.integer(row)], read: AssetColumns.record)
    }

    fileprivate func file(of row: Int64) throws(SQLiteError) -> FolderFile? {
        guard let record = try record(row), let folder = try path(of: record.folder) else { return nil }
        return FolderFile(
            path: FolderPath.text(of: folder + [record.name]), dateSource: record.facts.dateSource,
            format: record.facts.format, pairedVideo: record.pair.map { FolderPath.text(of: folder + [$0]) })
    }
}
#endif
