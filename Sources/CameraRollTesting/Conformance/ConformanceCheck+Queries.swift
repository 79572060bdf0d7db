import CameraRoll

// MARK: - Orders and limits

extension ConformanceCheck {
    static var orders: [ConformanceCheck] { [sortKeys, twoKeys, servedKeys, ownOrder, limits] }

    private static let sortKeys = ConformanceCheck("Each sort key orders all assets, both ways, ties by identifier") {
        library, expect in
        let everything = try library.everything()
        for key in AssetSort.Key.allCases where library.sortKeys.contains(key) {
            for isAscending in [true, false] {
                let query = AssetQuery.everything(order: [AssetSort(key, ascending: isAscending)])
                let expected = everything.sorted(by: query.areInOrder)
                let way = isAscending ? "ascending" : "descending"
                try expect.equal(try library.inOrder(query), expected, "the order by \(key.rawValue), \(way)")
            }
        }
    }

    private static let twoKeys = ConformanceCheck("The second sort key decides where the first one ties") {
        library, expect in
        let everything = try library.everything()
        for order in [
            [AssetSort(.isFavorite, ascending: false), .oldestFirst],
            [AssetSort(.mediaType, ascending: true), .newestFirst],
        ] where library.serves(order) {
            let query = AssetQuery.everything(order: order)
            try expect.equal(
                try library.inOrder(query), everything.sorted(by: query.areInOrder), "an order of two keys")
        }
    }

    private static let servedKeys = ConformanceCheck(
        "The sort keys that a library serves are always the same, with the creation date among them"
    ) { subject, expect in
        let (keys, afterFetches) = try await subject.read { library in
            let keys = library.sortKeys
            _ = try library.everything(order: [])
            _ = try library.everything()
            return (keys, library.sortKeys)
        }
        try expect.equal(keys.contains(.creationDate), true, "whether the library sorts by creation date")
        try expect.equal(afterFetches.names, keys.names, "the sort keys after two fetches")
        let reopened = try await subject.read { $0.sortKeys }
        try expect.equal(reopened.names, keys.names, "the sort keys of the library opened again")
    }

    private static let ownOrder = ConformanceCheck("The library's own order has the same assets, always alike") {
        library, expect in
        let own = try library.everything(order: [])
        try expect.equal(try library.everything(order: []), own, "the own order, fetched again")
        try expect.sameSet(own, try library.everything(), "the assets in the own order")
    }

    private static let limits = ConformanceCheck("A limit takes the front of the result") { library, expect in
        for query in [AssetQuery.all, .photos.sorted(by: .oldestFirst), .all.sorted()] {
            let whole = try library.all(query)
            for limit in [1, 3, max(whole.count, 1), whole.count + 10] {
                let expected = Array(whole.prefix(limit))
                let result = try library.fetchAssets(query.prefix(limit))
                try expect.equal(result.count, expected.count, "the count with a limit of \(limit)")
                try expect.equal(try library.all(query.prefix(limit)), expected, "a limit of \(limit)")
            }
        }
    }
}

extension Set<AssetSort.Key> {
    /// The names of the keys, for messages.
    fileprivate var names: [String] { map(\.rawValue).sorted() }
}

// MARK: - Filters

extension ConformanceCheck {
    static var filters: [ConformanceCheck] { [matching, hiddenRules, burstRules] }

    private static let matching = ConformanceCheck("A query finds just the assets that match it") { library, expect in
        let everything = try library.everything()
        for query in AssetQuery.filters(dates: everything.compactMap(\.creationDate)) {
            try check(query, of: everything, in: library, expect)
        }
    }

    private static let hiddenRules = ConformanceCheck("Hidden assets take part as the query's rule says") {
        library, expect in
        let everything = try library.everything()
        for rule in [AssetQuery.HiddenRule.automatic, .included, .excluded, .only] {
            let query = AssetQuery().with(\.hidden, rule).with(\.bursts, .all)
            try check(query, of: everything, in: library, expect)
            try check(query.with(\.scope, .identifiers(everything.map(\.id))), of: everything, in: library, expect)
        }
        for album in try library.albums(.subtypes(.allHidden)) {
            let query = AssetQuery.album(album.id).with(\.bursts, .all)
            try expect.equal(
                try library.inOrder(query), everything.filter(\.isHidden).sorted(by: query.areInOrder),
                "the album of hidden assets")
        }
    }

    private static let burstRules = ConformanceCheck("Pictures of a burst take part as the query's rule says") {
        library, expect in
        let everything = try library.everything()
        for rule in [AssetQuery.BurstRule.automatic, .all, .representatives] {
            let query = AssetQuery().with(\.bursts, rule).with(\.hidden, .included)
            try check(query, of: everything, in: library, expect)
            try check(query.with(\.scope, .identifiers(everything.map(\.id))), of: everything, in: library, expect)
        }
    }

    /// Compares a library's filter with `matches`, by fetch result and by position.
    private static func check(
        _ query: AssetQuery, of everything: [MediaAsset], in library: any PhotoLibraryBackend, _ expect: Expectation
    ) throws {
        let expected = everything.filter { query.matches($0) }.sorted(by: query.areInOrder)
        try expect.equal(try library.inOrder(query), expected, "the assets of \(query.summary)")
        let paged = try library.byPosition(query, pageSize: 50, atMost: expected.count)
        try expect.equal(paged.assets, expected, "the pages of \(query.summary)")
    }
}

extension AssetQuery {
    /// The differences of this query from the default one, for messages.
    var summary: String {
        var parts: [String] = []
        if !mediaTypes.isEmpty { parts.append("media types \(mediaTypes.map(\.description).sorted())") }
        if !mediaSubtypes.isEmpty { parts.append("subtypes \(mediaSubtypes.rawValue)") }
        if let isFavorite { parts.append(isFavorite ? "favorites" : "no favorites") }
        if let creationDates { parts.append("creation dates \(creationDates)") }
        if hidden != .automatic { parts.append("hidden \(hidden.rawValue)") }
        if bursts != .automatic { parts.append("bursts \(bursts.rawValue)") }
        if scope.album != nil { parts.append("an album") }
        if case .identifiers = scope { parts.append("identifiers") }
        return parts.isEmpty ? "the default query" : "the query for \(parts.joined(separator: ", "))"
    }
}
