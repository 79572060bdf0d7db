import CameraRoll

/// The flags stored for every asset besides its date: all that the resident indexes and cheap filters read.
struct AssetFlags: OptionSet, Sendable {
    let rawValue: UInt32

    static let image = AssetFlags(rawValue: 1 << 0)
    static let video = AssetFlags(rawValue: 1 << 1)
    static let favorite = AssetFlags(rawValue: 1 << 2)
    static let hidden = AssetFlags(rawValue: 1 << 3)
    static let inBurst = AssetFlags(rawValue: 1 << 4)
    static let representsBurst = AssetFlags(rawValue: 1 << 5)
    /// The asset is deleted; its last state is kept for snapshots.
    static let deleted = AssetFlags(rawValue: 1 << 6)
    /// The asset is stored among the edits instead of being generated.
    static let edited = AssetFlags(rawValue: 1 << 7)

    /// Whether a query with the default rules includes the asset.
    var isVisible: Bool {
        isDisjoint(with: [.deleted, .hidden]) && (!contains(.inBurst) || contains(.representsBurst))
    }
}

extension AssetFlags {
    /// The flags of an edited asset.
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

/// The facts of an asset that smart albums depend on.
struct RowTraits: Sendable {
    let flags: AssetFlags
    let mediaSubtypes: MediaSubtypes
}
