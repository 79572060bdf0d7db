import Foundation

extension AssetQuery {
    /// What a library needs to know of an asset to decide whether a query asks for it, scope apart.
    ///
    /// A library that filters by itself (SQL, a predicate) need not call this; one that scans calls it for each asset.
    ///
    /// - Parameters:
    ///   - asset: the asset as it is now.
    ///   - isHiddenAlbum: whether the scope is the album of hidden assets.
    /// - Complexity: O(1).
    public func matches(_ asset: MediaAsset, isHiddenAlbum: Bool = false) -> Bool {
        matchesKind(asset) && matchesDate(asset)
            && matchesHidden(asset.isHidden, isHiddenAlbum: isHiddenAlbum)
            && matchesBurst(asset.burstIdentifier != nil, isRepresentative: asset.representsBurst)
    }

    private func matchesKind(_ asset: MediaAsset) -> Bool {
        (mediaTypes.isEmpty || mediaTypes.contains(asset.mediaType))
            && (subtypes.isEmpty || !subtypes.isDisjoint(with: asset.subtypes))
            && (isFavorite == nil || isFavorite == asset.isFavorite)
    }

    private func matchesDate(_ asset: MediaAsset) -> Bool {
        guard let dates else { return true }
        guard let date = asset.creationDate else { return false }
        return dates.contains(date)
    }

    /// Whether the rule for hidden assets lets an asset pass.
    public func matchesHidden(_ isHidden: Bool, isHiddenAlbum: Bool = false) -> Bool {
        switch hidden {
        case .included: true
        case .excluded: !isHidden
        case .only: isHidden
        case .automatic: !isHidden || isHiddenAlbum || scope.namesAssets
        }
    }

    /// Whether the rule for bursts lets an asset pass.
    public func matchesBurst(_ isInBurst: Bool, isRepresentative: Bool) -> Bool {
        switch bursts {
        case .all: true
        case .representatives: !isInBurst || isRepresentative
        case .automatic: !isInBurst || isRepresentative || scope.namesAssets
        }
    }

    /// Whether one asset comes before another in the order of the query.
    ///
    /// - Complexity: O(k) in the keys of the order.
    public func areInOrder(_ left: MediaAsset, _ right: MediaAsset) -> Bool {
        SortPosition(of: left, in: order).precedes(SortPosition(of: right, in: order), in: order)
    }

    /// Refuses what no library can answer.
    ///
    /// - Throws: `LibraryError.invalidLimit`, `.invalidDates`.
    func validate() throws(LibraryError) {
        if let limit, limit < 1 { throw .invalidLimit(limit) }
        guard let dates else { return }
        let ends = [dates.lowerBound, dates.upperBound].map(\.timeIntervalSinceReferenceDate)
        guard ends.allSatisfy(\.isFinite) else { throw .invalidDates(dates) }
    }

    /// What the query asks for of some assets: filters, sorts and limits; for libraries that keep their assets in a
    /// list.
    ///
    /// - Parameters:
    ///   - assets: all assets of the library, or those of the query's album, in the library's or the album's own order.
    ///   - isHiddenAlbum: whether the scope is the album of hidden assets.
    /// - Complexity: O(n log n).
    public func select(from assets: [MediaAsset], isHiddenAlbum: Bool = false) -> [MediaAsset] {
        let found = assets.filter { scope.mayContain($0.id) && matches($0, isHiddenAlbum: isHiddenAlbum) }
        let sorted = order.isEmpty ? found : found.sorted(by: areInOrder)
        return Array(sorted.prefix(max(limit ?? sorted.count, 0)))
    }
}

extension AssetQuery.Scope {
    /// Whether the caller named the assets one by one.
    var namesAssets: Bool {
        if case .identifiers = self { true } else { false }
    }

    /// Whether an asset may be in the scope, as far as its identifier tells.
    func mayContain(_ id: AssetID) -> Bool {
        if case .identifiers(let ids) = self { ids.contains(id) } else { true }
    }

    /// The album that is looked into, if it is one.
    public var album: AlbumID? {
        if case .album(let id) = self { id } else { nil }
    }
}
