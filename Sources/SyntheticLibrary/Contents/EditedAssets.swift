import CameraRoll

/// The assets that are not what the seed says, in small groups that copies share.
///
/// A transaction works on a copy of the library, so a change must not copy all that was ever edited.
struct EditedAssets: Sendable {
    /// A group holds what was edited of 256 rows.
    private static let shift: UInt32 = 8

    private var groups: [[UInt32: MediaAsset]] = []

    /// The asset of a row; nil where it is what the seed says.
    subscript(row: UInt32) -> MediaAsset? {
        let group = Int(row >> Self.shift)
        return group < groups.count ? groups[group][row] : nil
    }

    mutating func set(_ asset: MediaAsset, for row: UInt32) {
        let group = Int(row >> Self.shift)
        if group >= groups.count { groups += repeatElement([:], count: group + 1 - groups.count) }
        groups[group][row] = asset
    }

    /// What is allocated, in bytes.
    var memoryFootprint: Int {
        groups.reduce(groups.capacity * MemoryLayout<Int>.stride) { sum, group in
            sum + group.capacity * (MemoryLayout<MediaAsset>.stride + MemoryLayout<UInt32>.stride)
        }
    }
}
