import CameraRoll

/// What is kept of every asset besides its date: all that the resident indexes and cheap filters look at.
struct AssetFlags: OptionSet, Sendable {
    let rawValue: UInt32

    static let image = AssetFlags(rawValue: 1 << 0)
    static let video = AssetFlags(rawValue: 1 << 1)
    static let favorite = AssetFlags(rawValue: 1 << 2)
    static let hidden = AssetFlags(rawValue: 1 << 3)
    static let inBurst = AssetFlags(rawValue: 1 << 4)
    static let representsBurst = AssetFlags(rawValue: 1 << 5)
    /// The asset is gone; what was known of it last is kept for snapshots.
    static let deleted = AssetFlags(rawValue: 1 << 6)
    /// The asset is not what the seed says but what stands among the edits.
    static let edited = AssetFlags(rawValue: 1 << 7)

    /// Whether a query with the default rules sees the asset.
    var isVisible: Bool {
        isDisjoint(with: [.deleted, .hidden]) && (!contains(.inBurst) || contains(.representsBurst))
    }
}

extension AssetFlags {
    /// The flags of an asset that was edited.
    init(of asset: MediaAsset) {
        self = .edited
        if asset.mediaType == .image { insert(.image) }
        if asset.mediaType == .video { insert(.video) }
        if asset.isFavorite { insert(.favorite) }
        if asset.isHidden { insert(.hidden) }
        if asset.burstIdentifier != nil { insert(.inBurst) }
        if asset.representsBurst { insert(.representsBurst) }
    }
}

/// What smart albums look at of an asset.
struct RowTraits: Sendable {
    let flags: AssetFlags
    let subtypes: MediaSubtypes
}
