import CameraRoll
import Foundation

extension ConformanceCheck {
    /// The guarantees of a library's own functions.
    public static var reading: [ConformanceCheck] {
        fetchResults + orders + filters + positions + lookUps + albums + openings
    }

    /// A check of an open library, on its executor.
    init(
        _ name: String, reading body: @escaping @Sendable (any PhotoLibraryBackend, Expectation) throws -> Void
    ) {
        self.init(name) { subject, expect in
            try await subject.read { library in try body(library, expect) }
        }
    }
}

// MARK: - Fetch results

extension ConformanceCheck {
    static var fetchResults: [ConformanceCheck] { [slices, stability, emptyRanges, inverse, noMatches, countedDates] }

    private static let slices = ConformanceCheck("A fetch result reads the same in slices of any size") {
        library, expect in
        let result = try library.fetchAssets(.all)
        let whole = try library.all(.all)
        try expect.equal(whole.count, result.count, "the number of assets read")
        for size in [1, 7, 64] where result.count / size < 2_000 {
            var sliced: [MediaAsset] = []
            for start in stride(from: 0, to: result.count, by: size) {
                sliced += try result.assets(in: start..<min(start + size, result.count))
            }
            try expect.equal(sliced, whole, "slices of \(size)")
        }
    }

    private static let stability = ConformanceCheck("A fetch result reads the same each time, also after other fetches")
    {
        library, expect in
        let result = try library.fetchAssets(.all)
        let (count, first) = (result.count, try result.assets(in: 0..<result.count))
        for query in AssetQuery.filters(dates: first.compactMap(\.creationDate)) { _ = try library.all(query) }
        try expect.equal(result.count, count, "the count of a fetch result")
        try expect.equal(try result.assets(in: 0..<count), first, "a fetch result read again")
        try expect.equal(Set(first.map(\.id)).count, count, "the number of different assets in a fetch result")
    }

    private static let emptyRanges = ConformanceCheck("An empty range reads nothing") { library, expect in
        let result = try library.fetchAssets(.all)
        for position in Set([0, result.count / 2, result.count]) {
            try expect.equal(try result.assets(in: position..<position), [], "the range \(position)..<\(position)")
        }
    }

    private static let inverse = ConformanceCheck("An asset's index is its position, and nil where it is not found") {
        library, expect in
        for query in [AssetQuery.all, .videos, .all.sorted(by: .oldestFirst), .all.sorted()] {
            let result = try library.fetchAssets(query)
            let found = try library.all(query)
            // Photos fetches each asset of a large library for this, in 4.5 ms.
            for position in stride(from: 0, to: found.count, by: max(found.count / 1_000, 1)) {
                let id = found[position].id
                try expect.equal(try result.index(of: id), position, "the index of '\(id)'")
            }
            let others = Set(try library.everything().map(\.id)).subtracting(found.map(\.id))
            for id in others.sorted().prefix(50) + [AssetID.unknown] {
                try expect.equal(try result.index(of: id), nil, "the index of '\(id)', which is not in the result")
            }
        }
    }

    private static let noMatches = ConformanceCheck("A query that matches nothing has an empty result") {
        library, expect in
        let query = AssetQuery.all.with(\.creationDates, Date.distantPast..<Date.distantPast.addingTimeInterval(1))
        let result = try library.fetchAssets(query)
        try expect.equal(result.count, 0, "the count")
        try expect.equal(try result.assets(in: 0..<0), [], "the assets")
        let page = try library.assets(after: nil, of: query, count: 10)
        try expect.equal(page.assets, [], "the first page")
        try expect.equal(page.hasMore, false, "whether more follow")
    }
}

extension AssetID {
    /// An identifier that no library has.
    static var unknown: AssetID { "no such asset: 3F0C2A" }
}

extension AlbumID {
    /// An identifier that no library has.
    static var unknown: AlbumID { "no such album: 3F0C2A" }
}
