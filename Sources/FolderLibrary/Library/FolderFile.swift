#if FolderLibrary || canImport(Darwin)
public import CameraRoll
import Foundation

/// The main file of an asset, as the index has it.
public struct FolderFile: Hashable, Sendable {
    /// The path relative to the folder of photos; bytes that are not UTF-8 are shown as U+FFFD.
    public var path: String
    /// The source of the asset's capture date.
    public var dateSource: DateSource
    /// The kind of the file, detected by its first bytes.
    public var format: MetadataFormat
    /// The path of a Live Photo's video, in the same form; nil for other assets.
    public var pairedVideo: String?
}

extension PhotoFolder {
    /// Returns the file of an asset; nil if there is no such asset.
    ///
    /// For many assets use ``files(of:)``.
    ///
    /// - Throws: `FolderError`.
    public func file(of asset: AssetID) async throws(FolderError) -> FolderFile? {
        try await files(of: [asset])[asset]
    }

    /// Returns the files of some assets, from one snapshot; unknown assets are left out.
    ///
    /// - Throws: `FolderError`.
    /// - Complexity: O(k log n), on the folder's own thread.
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
    fileprivate func file(of row: Int64) throws(SQLiteError) -> FolderFile? {
        guard let record = try record(row), let folder = try path(of: record.folder) else { return nil }
        return FolderFile(
            path: FolderPath.text(of: folder + [record.name]), dateSource: record.facts.dateSource,
            format: record.facts.format, pairedVideo: record.pair.map { FolderPath.text(of: folder + [$0]) })
    }
}
#endif
