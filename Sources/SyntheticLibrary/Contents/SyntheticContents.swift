public import CameraRoll

/// The contents of a synthetic library at one moment: assets, albums and folders.
///
/// A value: copies share their storage. ``SyntheticStore/change(_:)`` passes it to a closure that changes it, on
/// behalf of the user or another app: nothing here costs modeled time, and nothing here fails.
public struct SyntheticContents: Sendable {
    var table: AssetTable
    var indexes: AssetIndexes
    var albumRecords: [AlbumRecord]
    var folderRecords: [FolderRecord]
    /// The number of albums and folders created since, so that no identifier is reused.
    var madeCollections = 0
    /// The user's selection for apps with limited access; deleted assets may be among them.
    var selectedRows: Set<UInt32> = []
    /// The view of an app with limited access; nil if everything is visible.
    var limits: SyntheticLimitedAccess?
    /// The changes since the store last recorded them.
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

    /// All existing assets, including hidden ones and burst members, in the order in which they were added.
    ///
    /// - Complexity: O(n).
    public var assets: [MediaAsset] {
        table.rows.lazy.filter { !table.flags(of: $0).contains(.deleted) }.map { table.asset($0) }
    }

    /// The current state of an asset; nil if it does not exist.
    public func asset(_ id: AssetID) -> MediaAsset? {
        table.row(of: id).map { table.asset($0) }
    }

    /// The EXIF orientation of an asset's stored original, 1 to 8; nil if there is no such asset.
    public func storedOrientation(of id: AssetID) -> Int? {
        table.row(of: id).map { table.traits(of: $0).orientation }
    }

    /// Whether an asset's original is only in the cloud; nil if there is no such asset.
    public func isCloudOnly(_ id: AssetID) -> Bool? {
        table.row(of: id).map { table.traits(of: $0).isCloudOnly }
    }

    /// The caption by which a search finds an asset; nil if it has none, or there is no such asset.
    ///
    /// Captions are seeded, and no edit changes them.
    public func caption(of id: AssetID) -> String? {
        table.row(of: id).flatMap { table.traits(of: $0).caption?.text }
    }

    /// The memory of the contents in bytes: columns, edits, resident indexes and albums.
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
