import CameraRoll

/// The flags stored for every asset besides its date: all that the resident indexes and cheap filters read.
struct AssetFlags: OptionSet, Sendable {
    let rawValue: UInt32

    // Computed: a stored constant is read through a lock, which is expensive under Thread Sanitizer.
    static var image: AssetFlags { AssetFlags(rawValue: 1 << 0) }
    static var video: AssetFlags { AssetFlags(rawValue: 1 << 1) }
    static var favorite: AssetFlags { AssetFlags(rawValue: 1 << 2) }
    static var hidden: AssetFlags { AssetFlags(rawValue: 1 << 3) }
    static var inBurst: AssetFlags { AssetFlags(rawValue: 1 << 4) }
    static var representsBurst: AssetFlags { AssetFlags(rawValue: 1 << 5) }
    /// The asset is deleted; its last state is kept for snapshots.
    static var deleted: AssetFlags { AssetFlags(rawValue: 1 << 6) }
    /// The asset is stored among the edits instead of being generated.
    static var edited: AssetFlags { AssetFlags(rawValue: 1 << 7) }

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

/// The properties of an asset that smart albums depend on.
struct RowTraits: Sendable {
    let flags: AssetFlags
    let mediaSubtypes: MediaSubtypes
}
