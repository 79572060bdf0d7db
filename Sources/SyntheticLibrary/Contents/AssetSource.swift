import CameraRoll

/// Where a query looks: the rows that may take part, in the library's or the album's own order, and the album's rule.
struct AssetSource {
    /// Nil means every row of the library.
    var rows: [UInt32]?
    var rule: AlbumRule = .everything
    /// Whether the rows rise, as all do but those of an album with an order of its own.
    var rises = true

    /// Whether the resident indexes know the answer for this media; nil where they do not.
    func residentMedia(for query: AssetQuery) -> AssetIndexes.Media? {
        guard rows == nil, query.asksOnlyForMedia else { return nil }
        switch (rule, query.mediaTypes) {
        case (.everything, []): return .all
        case (.everything, [.image]): return .images
        case (.everything, [.video]), (.videos, []), (.videos, [.video]): return .videos
        default: return nil
        }
    }

    var isHiddenAlbum: Bool {
        if case .hidden = rule { true } else { false }
    }
}

extension AssetQuery {
    /// Whether nothing but media types and dates is out of the ordinary.
    fileprivate var asksOnlyForMedia: Bool {
        subtypes.isEmpty && isFavorite == nil && (hidden == .automatic || hidden == .excluded)
            && (bursts == .automatic || bursts == .representatives)
    }

    /// The order's direction where the order is by creation date alone; nil for any other.
    var creationDateIsAscending: Bool? {
        guard order.count == 1, let sort = order.first, sort.key == .creationDate else { return nil }
        return sort.isAscending
    }
}
