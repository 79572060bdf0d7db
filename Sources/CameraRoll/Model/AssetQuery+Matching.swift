import Foundation

extension AssetQuery {
    /// Whether the query matches an asset, regardless of the query's scope.
    ///
    /// A library that filters by itself (SQL, a predicate) need not call this; one that scans its assets calls it for
    /// each. An asset does not say whether its original is damaged, or where its date comes from: here every asset
    /// counts as undamaged, and every date as a capture date.
    ///
    /// - Parameters:
    ///   - asset: the current asset.
    ///   - isHiddenAlbum: whether the scope is the album of hidden assets.
    /// - Complexity: O(1).
    public func matches(_ asset: MediaAsset, isHiddenAlbum: Bool = false) -> Bool {
        matchesKind(asset) && matchesDate(asset) && !asksForFaults
            && matchesHidden(asset.isHidden, isHiddenAlbum: isHiddenAlbum)
            && matchesBurst(asset.burstIdentifier != nil, isRepresentative: asset.representsBurst)
    }

    /// Whether the query asks for damaged assets or those without a capture date, of which a library without files has
    /// none.
    package var asksForFaults: Bool { isDamaged == true || hasCaptureDate == false }

    private func matchesKind(_ asset: MediaAsset) -> Bool {
        (mediaTypes.isEmpty || mediaTypes.contains(asset.mediaType))
            && (mediaSubtypes.isEmpty || !mediaSubtypes.isDisjoint(with: asset.mediaSubtypes))
            && (isFavorite == nil || isFavorite == asset.isFavorite)
    }

    private func matchesDate(_ asset: MediaAsset) -> Bool {
        guard let creationDates else { return true }
        guard let date = asset.creationDate else { return false }
        return creationDates.contains(date)
    }

    /// Whether the rule for hidden assets includes an asset.
    package func matchesHidden(_ isHidden: Bool, isHiddenAlbum: Bool = false) -> Bool {
        switch hidden {
        case .included: true
        case .excluded: !isHidden
        case .only: isHidden
        case .automatic: !isHidden || isHiddenAlbum || scope.namesAssets
        }
    }

    /// Whether the rule for bursts includes an asset.
    package func matchesBurst(_ isInBurst: Bool, isRepresentative: Bool) -> Bool {
        switch bursts {
        case .all: true
        case .representatives: !isInBurst || isRepresentative
        case .automatic: !isInBurst || isRepresentative || scope.namesAssets
        }
    }

    /// Whether one asset precedes another in the query's order.
    ///
    /// - Complexity: O(k) in the number of sort keys.
    public func areInOrder(_ left: MediaAsset, _ right: MediaAsset) -> Bool {
        SortPosition(of: left, in: order).precedes(SortPosition(of: right, in: order), in: order)
    }

    /// Throws if no library can answer the query.
    ///
    /// - Throws: `LibraryError.invalidArgument`.
    func validate() throws(LibraryError) {
        if let limit, limit < 1 { throw .invalidLimit(limit) }
        guard let creationDates else { return }
        let ends = [creationDates.lowerBound, creationDates.upperBound].map(\.timeIntervalSinceReferenceDate)
        guard ends.allSatisfy(\.isFinite) else { throw .invalidDates(creationDates) }
    }

    /// The assets that match the query, filtered, sorted and limited, for libraries that keep their assets in a list.
    ///
    /// - Parameters:
    ///   - assets: all assets of the library, or those of the query's album, in the library's or the album's own order.
    ///   - isHiddenAlbum: whether the scope is the album of hidden assets.
    /// - Complexity: O(n log n + k) for n assets and k identifiers of the scope.
    public func select(from assets: [MediaAsset], isHiddenAlbum: Bool = false) -> [MediaAsset] {
        // A search may list any number of assets: do not scan the list for each asset.
        let ids: Set<AssetID>? = if case .identifiers(let ids) = scope { Set(ids) } else { nil }
        let found = assets.filter { asset in
            ids?.contains(asset.id) ?? true && matches(asset, isHiddenAlbum: isHiddenAlbum)
        }
        let sorted = order.isEmpty ? found : found.sorted(by: areInOrder)
        return Array(sorted.prefix(max(limit ?? sorted.count, 0)))
    }
}

extension AssetQuery.Scope {
    /// Whether the caller listed the assets individually.
    package var namesAssets: Bool {
        if case .identifiers = self { true } else { false }
    }

    /// The album of the scope, if it is one.
    public var album: AlbumID? {
        if case .album(let id) = self { id } else { nil }
    }
}
