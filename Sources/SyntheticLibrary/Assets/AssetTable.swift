import CameraRoll
import Foundation

/// All assets that ever existed, by row: twelve bytes for each, and complete assets only for edited ones.
///
/// Rows are never reused. A deleted row keeps its last state, so that old snapshots stay complete. Copies share
/// unchanged storage.
struct AssetTable: Sendable {
    private let generator: AssetGenerator
    private(set) var creationDates: CreationDates
    private var flags: ChunkedColumn<AssetFlags>
    private var edits = EditedAssets()

    init(generator: AssetGenerator) {
        self.generator = generator
        creationDates = CreationDates(count: Int(generator.count)) { generator.creationDate(of: UInt32($0)) }
        flags = ChunkedColumn(count: Int(generator.count)) { generator.flags(of: UInt32($0)) }
    }

    /// All rows, including those of deleted assets.
    var rows: Range<UInt32> { 0..<UInt32(flags.count) }

    func creationDate(of row: UInt32) -> Double { creationDates[row] }

    func flags(of row: UInt32) -> AssetFlags { flags[Int(row)] }

    /// The row of an existing asset.
    func row(of id: AssetID) -> UInt32? {
        RowName.row(of: id).flatMap { $0 < rows.upperBound && exists($0) ? $0 : nil }
    }

    /// Whether the asset of a used row is not deleted.
    func exists(_ row: UInt32) -> Bool { !flags(of: row).contains(.deleted) }

    var memoryFootprint: Int {
        creationDates.memoryFootprint + flags.memoryFootprint + edits.memoryFootprint
    }
}

// MARK: - Materializing

extension AssetTable {
    /// The asset of a row in its current or last state.
    func asset(_ row: UInt32) -> MediaAsset {
        let flags = flags(of: row)
        if flags.contains(.edited), let asset = edits[row] { return asset }
        return generatedAsset(row, flags: flags)
    }

    func mediaSubtypes(of row: UInt32) -> MediaSubtypes {
        let flags = flags(of: row)
        if flags.contains(.edited), let asset = edits[row] { return asset.mediaSubtypes }
        return generatedSubtypes(generator.traits(of: row), flags)
    }

    /// The properties that smart albums depend on.
    func traitsForRules(of row: UInt32) -> RowTraits {
        RowTraits(flags: flags(of: row), mediaSubtypes: mediaSubtypes(of: row))
    }

    func mediaType(of row: UInt32) -> MediaType {
        let flags = flags(of: row)
        if flags.contains(.image) { return .image }
        if flags.contains(.video) { return .video }
        return edits[row]?.mediaType ?? .unknown
    }

    func traits(of row: UInt32) -> AssetTraits { generator.traits(of: row) }

    private func generatedSubtypes(_ traits: AssetTraits, _ flags: AssetFlags) -> MediaSubtypes {
        traits.mediaSubtypes(isVideo: flags.contains(.video), isInBurst: flags.contains(.inBurst))
    }

    private func generatedAsset(_ row: UInt32, flags: AssetFlags) -> MediaAsset {
        let traits = generator.traits(of: row)
        let isVideo = flags.contains(.video)
        let mediaSubtypes = generatedSubtypes(traits, flags)
        let size = traits.storedSize(isVideo: isVideo, mediaSubtypes: mediaSubtypes)
        let isTurned = traits.orientation >= 5
        let created = CreationDates.date(creationDate(of: row))
        return MediaAsset(
            id: RowName.asset(row),
            mediaType: isVideo ? .video : .image,
            mediaSubtypes: mediaSubtypes,
            pixelWidth: isTurned ? size.height : size.width,
            pixelHeight: isTurned ? size.width : size.height,
            creationDate: created,
            modificationDate: created?.addingTimeInterval(traits.secondsToEdit),
            duration: isVideo ? traits.playingTime : 0,
            isFavorite: flags.contains(.favorite),
            isHidden: flags.contains(.hidden),
            burstIdentifier: burstIdentifier(of: row, flags),
            representsBurst: flags.contains(.representsBurst),
            place: traits.place,
            addedDate: created?.addingTimeInterval(traits.secondsToAdd),
            typeIdentifier: RowName.asset(row).mainType(of: isVideo ? .video : .image),
            hasAdjustments: traits.secondsToEdit > 0
        )
    }

    private func burstIdentifier(of row: UInt32, _ flags: AssetFlags) -> String? {
        guard flags.contains(.inBurst) else { return nil }
        return generator.burst(of: row).map { RowName.burst(firstRow: $0.rows.lowerBound) }
    }
}

// MARK: - Changes

extension AssetTable {
    /// Adds a generated row; nil if the rows have run out.
    mutating func append() -> UInt32? {
        let row = rows.upperBound
        guard row < UInt32.max else { return nil }
        creationDates.append(generator.creationDate(of: row))
        flags.append(generator.flags(of: row))
        return row
    }

    /// Replaces the asset of a row; its identifier stays the row's.
    mutating func replace(_ row: UInt32, with asset: MediaAsset) {
        var asset = asset
        asset.id = RowName.asset(row)
        edits.set(asset, for: row)
        creationDates[row] = CreationDates.stored(asset.creationDate)
        flags[Int(row)] = AssetFlags(of: asset)
    }

    mutating func delete(_ row: UInt32) {
        flags[Int(row)].insert(.deleted)
    }
}

/// The assets that differ from the generated ones, in small groups that copies share.
///
/// A transaction works on a copy of the library, so a change must not copy all edited assets.
struct EditedAssets: Sendable {
    /// A group contains the edits of 256 rows.
    private static let shift: UInt32 = 8

    private var groups: [[UInt32: MediaAsset]] = []

    /// The asset of a row; nil if it is the generated one.
    subscript(row: UInt32) -> MediaAsset? {
        let group = Int(row >> Self.shift)
        return group < groups.count ? groups[group][row] : nil
    }

    mutating func set(_ asset: MediaAsset, for row: UInt32) {
        let group = Int(row >> Self.shift)
        if group >= groups.count { groups += repeatElement([:], count: group + 1 - groups.count) }
        groups[group][row] = asset
    }

    /// The allocated memory in bytes.
    var memoryFootprint: Int {
        groups.reduce(groups.capacity * MemoryLayout<Int>.stride) { sum, group in
            sum + group.capacity * (MemoryLayout<MediaAsset>.stride + MemoryLayout<UInt32>.stride)
        }
    }
}
