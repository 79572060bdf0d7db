public import CameraRoll

/// All that a synthetic library holds at one moment: assets, albums and folders.
///
/// A value: copies share their storage. ``SyntheticStore/change(_:)`` lends it out to be changed. Whoever changes it is
/// the user or another app: nothing here costs modelled time, and nothing here fails.
public struct SyntheticContents: Sendable {
    private(set) var table: AssetTable
    private(set) var indexes: AssetIndexes
    var albumRecords: [AlbumRecord]
    var folderRecords: [FolderRecord]
    /// How many albums and folders were made since, so that no identifier is given twice.
    var madeCollections = 0

    init(_ configuration: SyntheticConfiguration) {
        table = AssetTable(
            generator: AssetGenerator(seed: configuration.seed, count: UInt32(clamping: configuration.assets))
        )
        indexes = AssetIndexes(of: table)
        let albums = AlbumGenerator(configuration)
        albumRecords = albums.albums()
        folderRecords = albums.folders()
    }

    /// All assets that exist, hidden ones and burst members included, in the order in which they were added.
    ///
    /// - Complexity: O(n).
    public var assets: [MediaAsset] {
        table.rows.lazy.filter { !table.flags(of: $0).contains(.deleted) }.map { table.asset($0) }
    }

    /// An asset as it is; nil where there is none.
    public func asset(_ id: AssetID) -> MediaAsset? {
        table.row(of: id).map { table.asset($0) }
    }

    /// The EXIF orientation, 1 to 8, that an asset's original is stored in; nil where there is no such asset.
    public func storedOrientation(of id: AssetID) -> Int? {
        table.row(of: id).map { table.traits(of: $0).orientation }
    }

    /// Whether an asset's original is in the cloud only; nil where there is no such asset.
    public func isCloudOnly(_ id: AssetID) -> Bool? {
        table.row(of: id).map { table.traits(of: $0).isCloudOnly }
    }

    /// The memory that the contents take, in bytes: columns, edits, resident indexes and albums.
    ///
    /// - Complexity: O(n / 1000).
    public var memoryFootprint: Int {
        let albums = albumRecords.reduce(0) { sum, album in
            guard case .rows(let rows) = album.members else { return sum }
            return sum + rows.capacity * MemoryLayout<UInt32>.stride
        }
        return table.memoryFootprint + indexes.memoryFootprint + albums
    }
}

// MARK: - Changing assets

extension SyntheticContents {
    /// Adds assets at the end of the library's own order, as the seed makes them and `edit` changes them.
    ///
    /// - Parameters:
    ///   - count: how many; none where it is negative.
    ///   - edit: what is different about each; the identifier stays what it is.
    /// - Returns: the new assets.
    /// - Complexity: O(log n + n / 1000) for each asset.
    @discardableResult
    public mutating func insert(_ count: Int = 1, _ edit: ((inout MediaAsset) -> Void)? = nil) -> [AssetID] {
        (0..<max(count, 0)).compactMap { _ in
            guard let row = table.append() else { return nil }
            if let edit { replace(row, edit) }
            indexes.insert(row, of: table)
            return RowName.asset(row)
        }
    }

    /// Deletes assets; unknown ones are passed over.
    public mutating func delete(_ ids: some Sequence<AssetID>) {
        for row in ids.compactMap(table.row(of:)) {
            indexes.remove(row, of: table)
            table.delete(row)
        }
    }

    /// Changes an asset, but never its identifier; nothing happens where there is none.
    public mutating func edit(_ id: AssetID, _ edit: (inout MediaAsset) -> Void) {
        guard let row = table.row(of: id) else { return }
        indexes.remove(row, of: table)
        replace(row, edit)
        indexes.insert(row, of: table)
    }

    private mutating func replace(_ row: UInt32, _ edit: (inout MediaAsset) -> Void) {
        var asset = table.asset(row)
        edit(&asset)
        table.replace(row, with: asset)
    }
}
