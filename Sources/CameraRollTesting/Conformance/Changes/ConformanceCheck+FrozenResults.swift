import CameraRoll

extension ConformanceCheck {
    static var frozenResults: [ConformanceCheck] { [frozenIndexes, frozenIdentifiers, wholeResults] }

    /// A check of fetch results during edits: `body` is called before and after them.
    private init(
        frozen name: String,
        body: @escaping @Sendable (any AssetFetchResult, _ before: [MediaAsset], Expectation) throws -> Void
    ) {
        self.init(living: name) { library, expect in
            let edit = try await MixedEdit(of: library)
            let queries = edit.queries
            let lists = try await library.hold(queries)
            let look = { @Sendable (library: ProbedLibrary) in
                for (query, before) in zip(queries, lists) {
                    if let result = library.held[query] { try body(result, before, expect) }
                }
            }
            try await library.read(look)
            try await edit.perform(in: library)
            try await library.read(look)
            try await edit.rearrange(in: library)
            try await library.read(look)
        }
    }

    private static let frozenIndexes = ConformanceCheck(
        frozen: "Indexes of assets stay as they were fetched, whatever is edited"
    ) { result, before, expect in try result.checkIndexes(before, expect) }

    private static let frozenIdentifiers = ConformanceCheck(frozen: "Identifiers in a result stay as they were fetched")
    { result, before, expect in try result.checkIdentifiers(before, expect) }

    private static let wholeResults = ConformanceCheck(frozen: "A result stays whole after its assets are deleted") {
        result, before, expect in try result.checkWhole(before, expect)
    }
}

extension AssetFetchResult {
    /// Checks that the indexes of assets are those at the time of the fetch.
    func checkIndexes(_ before: [MediaAsset], _ expect: Expectation) throws {
        let ids = before.map(\.id)
        try expect.equal(try indexes(of: ids), Array(ids.indices), "the indexes of a result's assets")
        for (position, id) in ids.enumerated() {
            try expect.equal(try index(of: id), position, "the index of '\(id)'")
        }
        let asked = [AssetID.unknown] + ids.suffix(3).reversed() + ids.prefix(1) + [.unknown]
        let expected = try asked.map { try index(of: $0) }
        try expect.equal(try indexes(of: asked), expected, "the indexes in another order, of an unknown one too")
        try expect.equal(try indexes(of: []), [], "the indexes of no assets")
    }

    /// Checks that the identifiers are those at the time of the fetch.
    func checkIdentifiers(_ before: [MediaAsset], _ expect: Expectation) throws {
        let ids = before.map(\.id)
        for range in [0..<ids.count, 0..<ids.count / 2, ids.count / 3..<ids.count, ids.count..<ids.count] {
            try expect.equal(try identifiers(in: range), Array(ids[range]), "the identifiers in \(range)")
        }
    }

    /// Checks that all assets at the time of the fetch can be read.
    func checkWhole(_ before: [MediaAsset], _ expect: Expectation) throws {
        try expect.equal(count, before.count, "the count of an old result")
        let now = try assets(in: 0..<before.count)
        try expect.equal(now.map(\.id), before.map(\.id), "the assets of an old result")
        for (number, asset) in before.enumerated() {
            let single = try assets(in: number..<number + 1)
            try expect.equal(single.map(\.id), [asset.id], "the asset at position \(number) of an old result")
        }
    }
}
