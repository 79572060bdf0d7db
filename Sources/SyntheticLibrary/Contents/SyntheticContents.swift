public import CameraRoll

/// All that a synthetic library holds at one moment: assets, albums and folders.
///
/// A value: copies share their storage. ``SyntheticStore/change(_:)`` lends it out to be changed. Whoever changes it is
/// the user or another app: nothing here costs modelled time, and nothing here fails.
public struct SyntheticContents: Sendable {
    var table: AssetTable
    var indexes: AssetIndexes
    var albumRecords: [AlbumRecord]
    var folderRecords: [FolderRecord]
    /// How many albums and folders were made since, so that no identifier is given twice.
    var madeCollections = 0
    /// What the user selected for apps with limited access; deleted assets may be among them.
    var selectedRows: Set<UInt32> = []
    /// How an app with limited access sees these contents; nil where all is seen.
    var limits: SyntheticLimitedAccess?
    /// What was changed since the store last looked.
    var log = ChangeLog()

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
