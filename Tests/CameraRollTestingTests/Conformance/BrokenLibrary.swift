import CameraRoll
import CameraRollTesting
import Foundation

/// A correct library with one flaw.
final class BrokenLibrary: PhotoLibraryBackend {
    private let base: any PhotoLibraryBackend
    private let flaw: Flaw
    private let name: String
    private var fetches = 0

    init(_ base: any PhotoLibraryBackend, flaw: Flaw, name: String) {
        self.base = base
        self.flaw = flaw
        self.name = name
    }

    var identity: LibraryIdentity {
        flaw == .newIdentityEachTime ? LibraryIdentity(rawValue: name) : base.identity
    }

    var sortKeys: Set<AssetSort.Key> {
        switch flaw {
        case .losesSortKeys where fetches > 0: [.creationDate]
        case .sortsWithoutDates: [.identifier]
        default: base.sortKeys
        }
    }

    func fetchAssets(_ query: AssetQuery) throws(LibraryError) -> any AssetFetchResult {
        fetches += 1
        var result = BrokenFetchResult(try found(by: query), flaw: flaw)
        if flaw == .neverFindsNothing, result.count == 0 {
            result = BrokenFetchResult(try found(by: .all), flaw: flaw)
        }
        return result
    }

    private func found(by query: AssetQuery) throws(LibraryError) -> [MediaAsset] {
        var assets: [MediaAsset] = []
        do {
            let result = try base.fetchAssets(changed(query))
            assets = try result.assets(in: 0..<result.count)
        } catch .albumNotFound where flaw == .unknownAlbumIsEmpty {}
        switch flaw {
        case .tiesByArrival where query.order.count == 1: return try sortedByValueOnly(query)
        case .shuffledOwnOrder where query.order.isEmpty && fetches % 2 == 0: return assets.reversed()
        case .ignoresOrderOfIdentifiers:
            if case .identifiers = query.scope { return assets.reversed() }
        case .playsStills:
            return assets.map { asset in
                var asset = asset
                if asset.playbackStyle == .image { asset.playbackStyle = .video }
                return asset
            }
        case .losesSortedAlbumAsset where query.scope.album != nil && !query.order.isEmpty: return assets.dropLast()
        default: break
        }
        return assets
    }

    private func sortedByValueOnly(_ query: AssetQuery) throws(LibraryError) -> [MediaAsset] {
        let sort = query.order[0]
        let result = try base.fetchAssets(query.sorted())
        let positions = try result.assets(in: 0..<result.count).enumerated().map { index, asset in
            // Identifiers follow the indexes, so that ties are in the order of insertion.
            let id = AssetID(String(index + 10_000))
            return (asset, SortPosition(values: [sort.key.value(of: asset)], id: id))
        }
        return positions.sorted { $0.1.precedes($1.1, in: query.order) }.map(\.0)
    }

    private func changed(_ query: AssetQuery) -> AssetQuery {
        var query = query
        switch flaw {
        case .firstKeyOnly: query.order = Array(query.order.prefix(1))
        case .ignoresLimit: query.limit = nil
        case .ignoresFavorites: query.isFavorite = nil
        case .ignoresHiddenRule: query.hidden = query.hidden == .only ? .included : query.hidden
        case .ignoresBurstRule: query.bursts = query.bursts == .representatives ? .automatic : .all
        default: break
        }
        return query
    }
}

// MARK: - By position and by identifier

extension BrokenLibrary {
    func assets(
        after position: SortPosition?, of query: AssetQuery, count: Int
    ) throws(LibraryError) -> (assets: [MediaAsset], hasMore: Bool) {
        var start = position
        if flaw == .restartsWhenGone, let position, try base.assets(withIdentifiers: [position.id]).isEmpty {
            start = nil
        }
        var page = try base.assets(after: start, of: query, count: count)
        if flaw == .repeatsAfterPosition, let position {
            page.assets = try base.assets(withIdentifiers: [position.id]) + page.assets.dropLast()
        }
        if flaw == .guessesHasMore { page.hasMore = page.assets.count == count }
        return page
    }

    func assets(withIdentifiers identifiers: [AssetID]) throws(LibraryError) -> [MediaAsset] {
        let found = try base.assets(withIdentifiers: identifiers)
        return switch flaw {
        case .hidesHiddenFromLookUp: found.filter { !$0.isHidden }
        case .losesLastIdentifier: try base.assets(withIdentifiers: Array(identifiers.dropLast()))
        case .losesLastOfSeveral where identifiers.count > 1:
            try base.assets(withIdentifiers: Array(identifiers.dropLast()))
        case .stopsAtUnknown:
            Array(zip(identifiers, found).prefix { $0 == $1.id }.map(\.1))
        case .losesNamedTwice:
            found.filter { asset in identifiers.count { $0 == asset.id } == 1 }
        default: found
        }
    }
}

// MARK: - Search

extension BrokenLibrary {
    func searcher() throws(LibraryError) -> (any AssetSearcher)? {
        try base.searcher().map { BrokenSearcher(base: $0, flaw: flaw) }
    }
}

private final class BrokenSearcher: AssetSearcher {
    private let base: any AssetSearcher
    private let flaw: Flaw

    init(base: any AssetSearcher, flaw: Flaw) {
        (self.base, self.flaw) = (base, flaw)
    }

    func find(
        _ search: AssetSearch, from place: Int64?, items: Int
    ) throws(LibraryError) -> (found: [AssetID], next: Int64?) {
        switch flaw {
        case .findsTwice:
            let slice = try base.find(search, from: place, items: items)
            return (slice.found + slice.found.suffix(1), slice.next)
        case .findsAnyWord:
            let word = search.text.split(whereSeparator: \.isWhitespace).first.map(String.init) ?? ""
            return try base.find(AssetSearch(word, in: search.area), from: place, items: items)
        case .ignoresArea: return try base.find(AssetSearch(search.text), from: place, items: items)
        default: return try base.find(search, from: place, items: items)
        }
    }
}

// MARK: - Albums

extension BrokenLibrary {
    func albums(_ query: AlbumQuery) throws(LibraryError) -> [Album] {
        let albums = try base.albums(flaw == .ignoresKinds ? AlbumQuery(types: query.types) : query)
        return switch flaw {
        case .listsTwice: albums + albums.prefix(1)
        case .wrongExactCount: albums.map(countedWrongly)
        default: albums
        }
    }

    func albums(containing asset: AssetID) throws(LibraryError) -> [Album] {
        let found = try base.albums(containing: asset)
        return flaw == .namesAllAlbums ? try base.albums(.all) : found
    }

    private func countedWrongly(_ album: Album) -> Album {
        var album = album
        if case .exact(let count) = album.count { album.count = .exact(count + 1) }
        return album
    }

    func albumTree() throws(LibraryError) -> [AlbumFolder.Item] {
        let stranger = AlbumFolder.Item.album(Album(id: "stranger", title: nil))
        return try base.albumTree() + (flaw == .strangersInTree ? [stranger] : [])
    }

    func assetCount(of album: AlbumID, mediaTypes: Set<MediaType>) throws(LibraryError) -> Int {
        try base.assetCount(of: album, mediaTypes: flaw == .countsAllTypes ? [] : mediaTypes)
    }

    func cover(
        of album: AlbumID, mediaTypes: Set<MediaType>, policy: CoverPolicy
    ) throws(LibraryError) -> MediaAsset? {
        guard flaw == .oldestAsCover else {
            return try base.cover(of: album, mediaTypes: mediaTypes, policy: policy)
        }
        let oldest = try base.fetchAssets(.album(album).sorted(by: .oldestFirst))
        return try oldest.assets(in: 0..<min(1, oldest.count)).first
    }
}

private final class BrokenFetchResult: AssetFetchResult {
    private let assets: [MediaAsset]
    private let flaw: Flaw
    private var reads = 0

    init(_ assets: [MediaAsset], flaw: Flaw) {
        self.assets = assets
        self.flaw = flaw
    }

    var count: Int { assets.count }

    func assets(in range: Range<Int>) throws(LibraryError) -> [MediaAsset] {
        defer { reads += 1 }
        switch flaw {
        case .repeatsAcrossSlices where range.lowerBound > 0: return Array(assets[range].dropLast()) + assets.prefix(1)
        case .driftingResults: return range.map { assets[($0 + reads) % count] }
        case .readsOnEmptyRange where range.isEmpty: return Array(assets.prefix(1))
        default: return Array(assets[range])
        }
    }

    func counts(olderThan dates: [Date], isOldestFirst: Bool) throws(LibraryError) -> [Int] {
        let counts = dates.map { date in assets.count { $0.creationDate.map { $0 < date } ?? true } }
        return flaw == .misplacesBorders ? counts.map { max($0 - 1, 0) } : counts
    }

    func index(of id: AssetID) throws(LibraryError) -> Int? {
        let index = assets.firstIndex { $0.id == id }
        return switch flaw {
        case .indexOffByOne: index.map { $0 + 1 }
        case .unknownIsFirst: index ?? 0
        default: index
        }
    }
}
