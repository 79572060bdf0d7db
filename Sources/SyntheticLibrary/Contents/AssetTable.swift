import CameraRoll
import Foundation

/// All assets that ever were, by row: twelve bytes for each, and whole assets only for those that were edited.
///
/// Rows are never used again. A deleted row keeps what was known of it last, so that old snapshots stay whole.
struct AssetTable: Sendable {
    private let generator: AssetGenerator
    /// In seconds since 2001, as ``CreationDates`` keeps them.
    private(set) var creationDates: [Double]
    private(set) var flags: [AssetFlags]
    private var edits: [UInt32: MediaAsset] = [:]

    init(generator: AssetGenerator) {
        self.generator = generator
        creationDates = (0..<generator.count).map { generator.creationDate(of: $0) }
        flags = (0..<generator.count).map { generator.flags(of: $0) }
    }

    /// All rows, those of deleted assets included.
    var rows: Range<UInt32> { 0..<UInt32(flags.count) }

    func creationDate(of row: UInt32) -> Double { creationDates[Int(row)] }

    func flags(of row: UInt32) -> AssetFlags { flags[Int(row)] }

    /// The row of an asset that exists.
    func row(of id: AssetID) -> UInt32? {
        guard let row = RowName.row(of: id), row < rows.upperBound, !flags(of: row).contains(.deleted) else {
            return nil
        }
        return row
    }

    /// Whether an asset is older than another; equal dates are told apart by the row, as their identifiers would.
    func isOlder(_ left: UInt32, than right: UInt32) -> Bool {
        let (leftDate, rightDate) = (creationDate(of: left), creationDate(of: right))
        return leftDate == rightDate ? left < right : leftDate < rightDate
    }

    var memoryFootprint: Int {
        creationDates.capacity * MemoryLayout<Double>.stride + flags.capacity * MemoryLayout<AssetFlags>.stride
            + edits.capacity * (MemoryLayout<MediaAsset>.stride + MemoryLayout<UInt32>.stride)
    }
}

// MARK: - Materialising

extension AssetTable {
    /// The asset of a row, as it is or as it was last.
    func asset(_ row: UInt32) -> MediaAsset {
        let flags = flags(of: row)
        if flags.contains(.edited), let asset = edits[row] { return asset }
        return generatedAsset(row, flags: flags)
    }

    func subtypes(of row: UInt32) -> MediaSubtypes {
        let flags = flags(of: row)
        if flags.contains(.edited), let asset = edits[row] { return asset.subtypes }
        return generatedSubtypes(generator.traits(of: row), flags)
    }

    func mediaType(of row: UInt32) -> MediaType {
        let flags = flags(of: row)
        if flags.contains(.image) { return .image }
        if flags.contains(.video) { return .video }
        return edits[row]?.mediaType ?? .unknown
    }

    func traits(of row: UInt32) -> AssetTraits { generator.traits(of: row) }

    private func generatedSubtypes(_ traits: AssetTraits, _ flags: AssetFlags) -> MediaSubtypes {
        traits.subtypes(isVideo: flags.contains(.video), isInBurst: flags.contains(.inBurst))
    }

    private func generatedAsset(_ row: UInt32, flags: AssetFlags) -> MediaAsset {
        let traits = generator.traits(of: row)
        let isVideo = flags.contains(.video)
        let subtypes = generatedSubtypes(traits, flags)
        let size = traits.storedSize(isVideo: isVideo, subtypes: subtypes)
        let isTurned = traits.orientation >= 5
        let created = CreationDates.date(creationDate(of: row))
        return MediaAsset(
            id: RowName.asset(row),
            mediaType: isVideo ? .video : .image,
            subtypes: subtypes,
            pixelWidth: isTurned ? size.height : size.width,
            pixelHeight: isTurned ? size.width : size.height,
            creationDate: created,
            modificationDate: created?.addingTimeInterval(traits.secondsToEdit),
            duration: isVideo ? traits.playingTime : 0,
            isFavorite: flags.contains(.favorite),
            isHidden: flags.contains(.hidden),
            burstIdentifier: burstIdentifier(of: row, flags),
            representsBurst: flags.contains(.representsBurst),
            place: traits.place
        )
    }

    private func burstIdentifier(of row: UInt32, _ flags: AssetFlags) -> String? {
        guard flags.contains(.inBurst) else { return nil }
        return generator.burst(of: row).map { RowName.burst(firstRow: $0.rows.lowerBound) }
    }
}

// MARK: - Changing

extension AssetTable {
    /// Adds a row that the seed makes; nil where the rows have run out.
    mutating func append() -> UInt32? {
        let row = rows.upperBound
        guard row < UInt32.max else { return nil }
        creationDates.append(generator.creationDate(of: row))
        flags.append(generator.flags(of: row))
        return row
    }

    /// Puts an asset in the place of what a row was; its identifier stays the row's.
    mutating func replace(_ row: UInt32, with asset: MediaAsset) {
        var asset = asset
        asset.id = RowName.asset(row)
        edits[row] = asset
        creationDates[Int(row)] = CreationDates.stored(asset.creationDate)
        flags[Int(row)] = AssetFlags(of: asset)
    }

    mutating func delete(_ row: UInt32) {
        flags[Int(row)].insert(.deleted)
    }
}
