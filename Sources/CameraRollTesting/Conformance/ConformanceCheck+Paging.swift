import CameraRoll

extension ConformanceCheck {
    /// The guarantees of pages: all ways of reading page by page agree (*Stable Pages*).
    public static var paging: [ConformanceCheck] {
        [numberedPages, pageSequence, assetSequence, cursorPages, limitedCursorPages]
    }

    /// A check of a repository over the library.
    private init(
        _ name: String,
        paging body: @escaping @Sendable (PhotoRepository, AssetSnapshot, Expectation) async throws -> Void
    ) {
        self.init(name) { subject, expect in
            try await subject.withAccess { access in
                let photos = PhotoRepository(access: access)
                try await body(photos, try await photos.snapshot(), expect)
            }
        }
    }

    private static let numberedPages = ConformanceCheck(
        "Numbered pages make up the snapshot, and past the end are empty"
    ) {
        photos, snapshot, expect in
        let whole = try await photos.assets(in: snapshot.indices, of: snapshot)
        try expect.equal(whole.count, snapshot.count, "the number of assets in the snapshot")
        var paged: [MediaAsset] = []
        for number in 0...(snapshot.count / 40) {
            let page = try await photos.page(PageRequest(number: number, size: 40), of: snapshot)
            try expect.equal(page.offset, paged.count, "the offset of page \(number)")
            try expect.equal(page.totalCount, snapshot.count, "the total count of page \(number)")
            paged += page.assets
            try expect.equal(page.hasNextPage, paged.count < snapshot.count, "whether page \(number) has a next one")
        }
        try expect.equal(paged, whole, "the numbered pages")
        for number in [snapshot.count / 40 + 1, .max] {
            let page = try await photos.page(PageRequest(number: number, size: 40), of: snapshot)
            try expect.equal(page.assets, [], "page \(number), past the end")
        }
    }

    private static let pageSequence = ConformanceCheck("A sequence of pages gives the snapshot, reading ahead or not") {
        photos, snapshot, expect in
        let whole = try await photos.assets(in: snapshot.indices, of: snapshot)
        for readsAhead in [false, true] {
            var paged: [MediaAsset] = []
            for try await page in photos.pages(of: snapshot, size: 33, readsAhead: readsAhead) { paged += page.assets }
            try expect.equal(paged, whole, readsAhead ? "pages read ahead" : "pages as they are asked for")
        }
    }

    private static let assetSequence = ConformanceCheck("A sequence of assets gives each once, in order") {
        photos, snapshot, expect in
        let whole = try await photos.assets(in: snapshot.indices, of: snapshot)
        var found: [MediaAsset] = []
        for try await asset in photos.assets(of: snapshot, pageSize: 33) { found.append(asset) }
        try expect.equal(found, whole, "the assets one by one")
    }

    private static let cursorPages = ConformanceCheck("Pages by cursor give the snapshot, also by way of a token") {
        photos, snapshot, expect in
        let (orders, breaksTies) = try await photos.access.look { library in
            (AssetQuery.orders.filter { library.serves($0) }, library.breaksTies)
        }
        for order in orders {
            let query = AssetQuery.all.with(\.order, order)
            let sorted = try await photos.snapshot(of: query)
            let whole = try await photos.assets(in: sorted.indices, of: sorted)
            let expected = breaksTies ? whole : query.withTiesByIdentifier(whole)
            try expect.equal(try await photos.byCursor(query, size: 29), expected, "the pages by cursor")
        }
    }

    private static let limitedCursorPages = ConformanceCheck("Pages by cursor stop at the query's limit") {
        photos, snapshot, expect in
        let breaksTies = try await photos.access.look(\.breaksTies)
        for limit in [1, 29, 30, 58, 70] {
            let query = AssetQuery.all.prefix(limit)
            let limited = try await photos.snapshot(of: query)
            let whole = try await photos.assets(in: limited.indices, of: limited)
            let found = try await photos.byCursor(query, size: 29)
            // A limit may part assets that tie.
            let (own, expected) = (found.map(query.values), whole.map(query.values))
            try expect.equal(own, expected, "the sort values in the pages of a limit of \(limit)")
            if breaksTies { try expect.equal(found, whole, "the pages of a limit of \(limit)") }
        }
    }
}

extension PhotoRepository {
    /// Reads a query page by page, converting each cursor to a token and back.
    fileprivate nonisolated func byCursor(_ query: AssetQuery, size: Int) async throws -> [MediaAsset] {
        var page = try await firstPage(of: query, size: size)
        var assets = page.assets
        let count = try await count(of: query)
        // A library with endless pages must not hang the check.
        while page.hasNextPage, let cursor = page.endCursor, assets.count <= count {
            page = try await self.page(after: PageCursor(token: cursor.token), size: size, of: query)
            assets += page.assets
        }
        return assets
    }
}
