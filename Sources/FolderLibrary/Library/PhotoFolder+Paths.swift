#if FolderLibrary || canImport(Darwin)
public import CameraRoll
import Foundation

extension PhotoFolder {
    /// Returns the path of an album's folder, relative to the folder of photos; empty for that folder itself.
    ///
    /// Returns nil for smart albums, the user's albums, and a folder that no longer exists.
    ///
    /// - Parameter album: the album of a folder, or the folder of albums that corresponds to one.
    /// - Throws: `FolderError`.
    /// - Complexity: O(d log n) in the folder's depth.
    public func path(of album: AlbumID) async throws(FolderError) -> String? {
        let folder: FolderID
        switch AlbumName(album) {
        case .directory(let id), .tree(let id): folder = id
        case .smart, .album, nil: return nil
        }
        return try await service.read { try $0.path(of: folder).map { FolderPath.text(of: $0) } }
    }

    /// Returns the asset of a file, or nil if the index has no such file, or it is not a picture or movie.
    ///
    /// Both files of a Live Photo have the same asset.
    ///
    /// - Parameter path: the path relative to the folder of photos, as in ``FolderFile/path``: `2024/a.jpg`.
    /// - Throws: `FolderError`.
    /// - Complexity: O(d log n) in the path's depth.
    public func asset(at path: String) async throws(FolderError) -> AssetID? {
        let bytes = FolderPath.bytes(of: path)
        var names = bytes.split(separator: 47, omittingEmptySubsequences: false).map(Array.init)
        guard let name = names.popLast() else { return nil }
        let folders = names
        return try await service.read { try $0.asset(named: name, in: folders) }.map(AssetRow.id)
    }
}

extension SQLiteConnection {
    fileprivate func asset(named name: [UInt8], in folders: [[UInt8]]) throws(SQLiteError) -> Int64? {
        var folder = FolderID.root
        for name in folders {
            guard let inner = try self.folder(name, in: folder) else { return nil }
            folder = inner
        }
        let found = try first(
            "SELECT asset FROM file WHERE folder = ? AND name = ?", [.integer(folder.row), .blob(name)],
            read: { $0.isNull(0) ? nil : $0.integer(0) })
        return found ?? nil
    }
}

/// The main file of an asset, as the index has it.
public struct FolderFile: Hashable, Sendable {
    /// The path relative to the folder of photos.
    ///
    /// Bytes that are not UTF-8 are written as U+FFFD followed by their two hexadecimal digits, `caf\u{FFFD}E9.jpg`;
    /// ``PhotoFolder/asset(at:)`` finds the asset by this path.
    public var path: String
    /// The source of the asset's capture date.
    public var dateSource: DateSource
    /// The kind of the file, detected by its first bytes.
    public var format: MetadataFormat
    /// The path of a Live Photo's video, in the same form; nil for other assets.
    public var pairedVideo: String?
    /// The path of the camera's raw file of the same picture, in the same form; nil if there is none.
    public var rawFile: String?
    /// The problem of the file; nil if none is known.
    public var problem: FolderProblem.Reason?
}

extension PhotoFolder {
    /// Returns the file of an asset, or nil if there is no such asset.
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
        let problem = try first(
            "SELECT problem, detail FROM file WHERE folder = ? AND name = ? AND problem IS NOT NULL",
            [.integer(record.folder.row), .blob(record.name)],
            read: { FolderProblem.Reason(number: $0.integer(0), detail: $0.blob(1) ?? []) })
        return FolderFile(
            path: FolderPath.text(of: folder + [record.name]), dateSource: record.facts.dateSource,
            format: record.facts.format, pairedVideo: record.pairedVideo.map { FolderPath.text(of: folder + [$0]) },
            rawFile: record.rawFile.map { FolderPath.text(of: folder + [$0]) }, problem: problem ?? nil)
    }
}
#endif
