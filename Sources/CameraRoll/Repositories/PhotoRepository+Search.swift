extension PhotoRepository {
    /// Whether the library can be searched: folders and synthetic libraries can, Photos cannot.
    ///
    /// - Throws: the reason why nothing could be read.
    public nonisolated func canSearch() async throws(LibraryError) -> Bool {
        try await access.read("find searcher") { library in try library.searcher() != nil }
    }

    /// Finds assets by text and place.
    ///
    /// ```swift
    /// let snapshot = try await photos.search(AssetSearch("golden beach"), of: .photos)
    /// for try await page in photos.pages(of: snapshot, size: 200) { show(page.assets) }
    /// ```
    ///
    /// The result is a snapshot like any other: of the assets that were found, by their identifiers. Its updates cover
    /// these assets; to find assets that match only later, search again. Where an album would have its own order, it
    /// has that of the library.
    ///
    /// - Parameters:
    ///   - search: the words, the area, or both.
    ///   - query: which assets to find, and their order.
    /// - Throws: `.invalidArgument` if there is nothing to search for, or the library cannot be searched;
    ///   `.albumNotFound`, or the reason why nothing could be read.
    /// - Complexity: O(n) in the assets of the library, in slices of the executor; nothing is materialized.
    public nonisolated func search(
        _ search: AssetSearch, of query: AssetQuery = .all
    ) async throws(LibraryError) -> AssetSnapshot {
        try search.validate()
        try query.validate()
        let found = try await access.perform("search", SearchRead(search)) { found in
            await finishRead(found, of: found.count) { $0.joined() }
        }
        let wanted: [AssetID]
        switch query.scope {
        case .library: wanted = found
        case .identifiers(let ids): wanted = await found.members(of: ids)
        case .album: wanted = await found.members(of: try identifiers(of: snapshot(of: query.withoutLimit)))
        }
        return try await snapshot(of: query.narrowed(to: wanted))
    }
}

extension [AssetID] {
    /// The found assets that are in a list; determined off the executor if there are many.
    fileprivate func members(of list: [AssetID]) async -> [AssetID] {
        await finishRead(self, of: list.count) { found in
            let listed = Set(list)
            return found.filter(listed.contains)
        }
    }
}

extension AssetQuery {
    fileprivate var withoutLimit: AssetQuery {
        var query = self
        query.limit = nil
        return query
    }

    /// The query restricted to the found assets, with the same meaning of its automatic rules.
    fileprivate func narrowed(to found: [AssetID]) -> AssetQuery {
        var query = self
        query.scope = .identifiers(found)
        switch scope {
        case .library:
            if hidden == .automatic { query.hidden = .excluded }
            if bursts == .automatic { query.bursts = .representatives }
        // The found assets are those of the album that the rules include.
        case .album, .identifiers: break
        }
        return query
    }
}

/// Searches a library, slice by slice.
private struct SearchRead: SlicedRead {
    private let search: AssetSearch
    private var found = ReadParts<AssetID>()
    private var place: Int64?
    /// The number of assets that were searched: how many there are is not known.
    private(set) var itemsLeft = 1

    init(_ search: AssetSearch) {
        self.search = search
    }

    mutating func advance(in libraryState: isolated LibraryState, items: Int) throws(LibraryError) -> SliceOutcome<
        ReadParts<AssetID>
    > {
        guard let searcher = try libraryState.openLibrary().searcher() else {
            throw .invalid("search", "'\(search.text)'", "a library that can be searched")
        }
        // Looking at an asset is cheap: a smaller slice is not worth a turn.
        let count = max(items, 512)
        let slice = try searcher.find(search, from: place, items: count)
        found.append(slice.found)
        guard let next = slice.next else { return .done(found, items: count) }
        if let place, next <= place {
            throw .failed("search", reason: "a slice that began at \(place) ended at \(next)")
        }
        place = next
        itemsLeft += count
        return .more(items: count)
    }
}
