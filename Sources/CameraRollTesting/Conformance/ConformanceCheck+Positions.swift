import CameraRoll

// MARK: - Reading by position

extension ConformanceCheck {
    static var positions: [ConformanceCheck] { [pagesByPosition, hasMore, gapPositions] }

    private static let pagesByPosition = ConformanceCheck("Pages by position follow each other as in a fetch result") {
        library, expect in
        for order in AssetQuery.orders where library.serves(order) {
            let query = AssetQuery.all.with(\.order, order)
            let whole = try library.inOrder(query)
            // Each page may cost a library a search: pages of one asset are read in only one order.
            let sizes = order == AssetQuery.orders.first ? [1, 13, whole.count + 1] : [13, whole.count + 1]
            for size in sizes where whole.count / size < 2_000 {
                let paged = try library.byPosition(query, pageSize: size, atMost: whole.count)
                try expect.equal(paged.assets, whole, "pages of \(size) by position")
                try expect.equal(paged.hasMore, false, "whether more follow the last page")
            }
        }
    }

    private static let hasMore = ConformanceCheck("A page by position says rightly whether more assets follow") {
        library, expect in
        let whole = try library.inOrder(.all)
        guard whole.count > 1 else { throw NotApplicable("The library has fewer than two assets.") }
        for count in [1, whole.count - 1, whole.count, whole.count + 1] {
            let page = try library.assets(after: nil, of: .all, count: count)
            try expect.equal(page.assets.count, min(count, whole.count), "the size of a first page of \(count)")
            try expect.equal(page.hasMore, count < whole.count, "whether more follow the first \(count)")
        }
        let last = SortPosition(of: whole[whole.count - 1], in: AssetQuery.all.order)
        let behind = try library.assets(after: last, of: .all, count: 1)
        try expect.equal(behind.assets, [], "what follows the last asset")
        try expect.equal(behind.hasMore, false, "whether more follow the last asset")
    }

    private static let gapPositions = ConformanceCheck("Reading goes on behind the position of an asset that is gone") {
        library, expect in
        for order in AssetQuery.orders where library.serves(order) {
            let query = AssetQuery.all.with(\.order, order)
            let whole = try library.inOrder(query)
            for index in [0, whole.count / 3, whole.count / 2, whole.count - 1] where whole.indices.contains(index) {
                // An asset with the same values and an unknown identifier: it sorts next to this one, on either
                // side.
                let there = SortPosition(of: whole[index], in: order)
                let gone = SortPosition(values: there.values, id: AssetID(whole[index].id.rawValue + "~"))
                let expected = whole.filter { gone.precedes(SortPosition(of: $0, in: order), in: order) }
                let page = try library.assets(after: gone, of: query, count: whole.count)
                try expect.equal(page.assets, expected, "what follows an asset that is gone")
            }
        }
    }
}

// MARK: - Look-ups

extension ConformanceCheck {
    static var lookUps: [ConformanceCheck] {
        [identifiers, singleIdentifiers, identifierLists, identifierScope, playbackStyles]
    }

    private static let playbackStyles = ConformanceCheck("An asset's playback style fits its media type") {
        library, expect in
        for asset in try library.everything() {
            let isKnown = (0...PlaybackStyle.videoLooping.rawValue).contains(asset.playbackStyle.rawValue)
            guard isKnown, let styles = asset.mediaType.playbackStyles else { continue }
            let style = asset.playbackStyle
            guard !styles.contains(style) else { continue }
            let found = "\(style) for '\(asset.id)', of the media type \(asset.mediaType)"
            throw expect.fail("the playback style", expected: "one of \(styles)", found: found)
        }
    }

    private static let identifiers = ConformanceCheck("Assets are found by identifier, hidden and burst members too") {
        library, expect in
        let everything = try library.everything()
        let found = try library.assets(withIdentifiers: everything.map(\.id) + [.unknown])
        try expect.sameSet(found, everything, "the assets found by identifier")
        try expect.equal(try library.assets(withIdentifiers: []), [], "the assets of no identifier")
        try expect.equal(try library.assets(withIdentifiers: [.unknown]), [], "the assets of an unknown identifier")
    }

    private static let singleIdentifiers = ConformanceCheck("Each asset is found by its identifier alone") {
        library, expect in
        let everything = try expect.needsSome(try library.everything(), "The library has no assets.")
        // Each look-up may cost a library a search.
        for asset in everything.spread(500) {
            let found = try library.assets(withIdentifiers: [asset.id])
            try expect.equal(found, [asset], "the asset found by the identifier '\(asset.id)' alone")
        }
    }

    private static let identifierLists = ConformanceCheck(
        "Assets are found wherever their identifiers stand in a list, also where one is named twice"
    ) {
        library, expect in
        let everything = try expect.needsSome(try library.everything(), "The library has no assets.")
        let ids = everything.map(\.id)
        let (first, last) = (ids[0], ids[ids.count - 1])
        // For a repeated identifier a library may return the asset once or twice.
        let lists = [
            ids, ids.reversed(), [.unknown] + ids, [.unknown, last], [first, .unknown, last], ids + [first],
            [last, last], [first] + ids + [last],
        ]
        for list in lists {
            let named = Set(list)
            let found = Set(try library.assets(withIdentifiers: list).map(\.id))
            try expect.equal(found, named.subtracting([.unknown]), "the assets of \(list.count) identifiers")
        }
    }

    private static let identifierScope = ConformanceCheck("A query of identifiers finds them, in the query's order") {
        library, expect in
        let everything = try library.everything()
        let named = everything.enumerated().filter { $0.offset % 3 == 0 }.map(\.element)
        let query = AssetQuery(.identifiers(named.map(\.id) + [.unknown])).sorted(by: .oldestFirst)
        let expected = named.sorted(by: query.areInOrder)
        try expect.equal(try library.inOrder(query), expected, "a query of identifiers")
        let others = query.with(\.mediaTypes, [.video])
        try expect.equal(try library.inOrder(others), expected.filter { others.matches($0) }, "its videos")
    }
}

extension MediaType {
    /// The styles in which assets of this type are shown; nil for an unknown type.
    fileprivate var playbackStyles: [PlaybackStyle]? {
        switch self {
        case .image: [.image, .imageAnimated, .livePhoto, .videoLooping]
        case .video: [.video, .videoLooping]
        case .audio: [.unsupported]
        default: nil
        }
    }
}
