import CameraRoll

extension ConformanceCheck {
    /// The guarantees of a library that can be searched: words and places find the assets that have them.
    public static var search: [ConformanceCheck] { [searchSlices, searchWords, searchArea, searchSnapshots] }

    /// Texts of which one or the other occurs in most libraries.
    private static let commonTexts = ["a", "e", "i", "1", ".", "img"]

    private static let searchSlices = ConformanceCheck("A search finds the same in slices of any size, each asset once")
    { library, expect in
        let known = Set(try library.everything().map(\.id))
        for text in commonTexts {
            let whole = try library.found(AssetSearch(text), items: known.count + 1, expect)
            try expect.equal(Set(whole).count, whole.count, "the number of different assets found by '\(text)'")
            try expect.equal(whole.filter { !known.contains($0) }, [], "what '\(text)' finds besides assets")
            for items in [5, 64] {
                let sliced = try library.found(AssetSearch(text), items: items, expect)
                try expect.equal(sliced.sorted(), whole.sorted(), "what '\(text)' finds in slices of \(items)")
            }
        }
    }

    private static let searchWords = ConformanceCheck(
        "A search for several words finds what each of them finds, in any case, and no character is special"
    ) { library, expect in
        var found: [String: Set<AssetID>] = [:]
        for text in commonTexts { found[text] = Set(try library.found(AssetSearch(text), expect)) }
        guard found.values.contains(where: { !$0.isEmpty }) else {
            throw NotApplicable("No asset is found by \(commonTexts).")
        }
        for (one, first) in found {
            let uppercase = try library.found(AssetSearch(one.uppercased()), expect)
            try expect.equal(Set(uppercase), first, "what '\(one.uppercased())' finds")
            for (other, second) in found where one < other {
                let both = Set(try library.found(AssetSearch(" \(other)\t\(one) "), expect))
                try expect.equal(both, first.intersection(second), "what '\(other)' and '\(one)' find")
            }
        }
        for text in ["%", "_", "*", "\"", "'", "a%zzzz", "a*zzzz", "a_zzzz", "(", "OR", "zzzz NOT a", "NEAR(a"] {
            let special = Set(try library.found(AssetSearch(text), expect))
            guard text.contains("zzzz") else { continue }
            try expect.equal(special, [], "what '\(text)' finds")
        }
    }

    private static let searchArea = ConformanceCheck("A search for an area finds just the assets taken there") {
        library, expect in
        let assets = try library.everything()
        guard let place = assets.lazy.compactMap(\.place).first(where: { abs($0.latitude) < 89 }) else {
            throw NotApplicable("No asset has a place.")
        }
        let latitudes = place.latitude - 0.5...place.latitude + 0.5
        let (west, east) = (max(place.longitude - 1, -180), min(place.longitude + 1, 180))
        let areas = [
            try PlaceArea(latitudes: -90...90, west: -180, east: 180),
            try PlaceArea(latitudes: latitudes, west: west, east: east),
            // All around the earth except for a strip, across the 180th meridian.
            try PlaceArea(latitudes: -90...90, west: east, east: west),
            try PlaceArea(latitudes: place.latitude...place.latitude, west: place.longitude, east: place.longitude),
        ]
        for area in areas {
            let expected = assets.filter { $0.place.map(area.contains) ?? false }.map(\.id)
            let found = try library.found(AssetSearch(in: area), expect)
            try expect.equal(found.sorted(), expected.sorted(), "the assets taken in \(area)")
            let named = try library.found(AssetSearch("a", in: area), expect)
            let both = Set(try library.found(AssetSearch("a"), expect)).intersection(expected)
            try expect.equal(Set(named), both, "what 'a' finds in \(area)")
        }
    }

    private static let searchSnapshots = ConformanceCheck("A search of a query finds its assets, in its order") {
        (subject: LibrarySubject, expect: Expectation) async throws in
        try await subject.withAccess { access in
            let (texts, albums) = (commonTexts, try await access.look { library in try library.albums(.all) })
            let found = try await access.look { library in
                try texts.map { try library.found(AssetSearch($0), expect) }
            }
            let photos = PhotoRepository(access: access)
            let queries: [AssetQuery] = [.all, .videos, .everything(order: [.oldestFirst])]
            for query in queries + albums.prefix(3).map(AssetQuery.album) {
                let all = try await photos.contents(of: photos.snapshot(of: query))
                for (text, ids) in zip(texts, found) {
                    let snapshot = try await photos.search(AssetSearch(text), of: query)
                    let expected = all.filter { Set(ids).contains($0.id) }
                    try expect.equal(
                        try await photos.contents(of: snapshot), expected, "what '\(text)' finds of \(query)")
                    let first = try await photos.search(AssetSearch(text), of: query.prefix(2))
                    try expect.equal(
                        try await photos.contents(of: first), Array(expected.prefix(2)),
                        "the first two that '\(text)' finds of \(query)")
                }
            }
        }
    }
}

extension PhotoLibraryBackend {
    /// All assets that a search finds, slice by slice.
    fileprivate func found(
        _ search: AssetSearch, items: Int = 1_000, _ expect: Expectation
    ) throws -> [AssetID] {
        guard let searcher = try searcher() else { throw NotApplicable("The library cannot be searched.") }
        var (found, place): ([AssetID], Int64?) = ([], nil)
        repeat {
            let slice = try searcher.find(search, from: place, items: items)
            found += slice.found
            if let place, let next = slice.next, next <= place {
                throw expect.fail("the end of a slice of \(search)", expected: "more than \(place)", found: "\(next)")
            }
            place = slice.next
        } while place != nil
        return found
    }
}

extension PhotoRepository {
    fileprivate nonisolated func contents(of snapshot: AssetSnapshot) async throws -> [MediaAsset] {
        try await assets(in: snapshot.indices, of: snapshot)
    }
}
