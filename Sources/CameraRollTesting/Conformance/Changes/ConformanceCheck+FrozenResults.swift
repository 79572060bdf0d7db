import CameraRoll

extension ConformanceCheck {
    static var frozenResults: [ConformanceCheck] {
        [frozenIndexes, namedIndexes, frozenIdentifiers, wholeResults]
    }

    /// A check of fetch results during edits: `body` is called before and after them.
    private init(
        frozen name: String,
        body:
            @escaping @Sendable (
                any AssetFetchResult, _ before: [MediaAsset], _ existing: Set<AssetID>, Expectation
            ) throws -> Void
    ) {
        self.init(living: name) { library, expect in
            let edit = try await MixedEdit(of: library)
            let queries = edit.queries
            let lists = try await library.hold(queries)
            let look = { @Sendable (library: ProbedLibrary) in
                for (query, before) in zip(queries, lists) {
                    guard let result = library.held[query] else { continue }
                    let existing = Set(try library.assets(withIdentifiers: before.map(\.id)).map(\.id))
                    try body(result, before, existing, expect)
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
        frozen: "Indexes of assets stay as they were fetched, also after edits"
    ) { result, before, existing, expect in try result.checkIndexes(before, existing, expect) }

    private static let namedIndexes = ConformanceCheck(
        living: "An asset that an update names is found where it was"
    ) { library, expect in
        let edit = try await MixedEdit(of: library)
        let queries = edit.queries
        let lists = try await library.hold(queries)
        try await edit.perform(in: library)
        try await library.read { library in
            for (query, before) in zip(queries, lists) {
                guard let result = library.held[query],
                    case .touched(let touched) = try library.update(result, of: query).wholeDifference()
                else { continue }
                let (list, ids) = (before.map(\.id), touched.map(\.id))
                let places = ids.map { list.firstIndex(of: $0) }
                try expect.equal(try result.indexes(of: ids), places, "the indexes of \(ids)")
            }
        }
    }

    private static let frozenIdentifiers = ConformanceCheck(frozen: "Identifiers in a result stay as they were fetched")
    { result, before, _, expect in try result.checkIdentifiers(before, expect) }

    private static let wholeResults = ConformanceCheck(frozen: "A result stays whole after its assets are deleted") {
        result, before, _, expect in try result.checkWhole(before, expect)
    }
}

extension AssetFetchResult {
    /// Checks that the indexes of assets are those at the time of the fetch; that of a deleted asset may be nil.
    func checkIndexes(_ before: [MediaAsset], _ existing: Set<AssetID>, _ expect: Expectation) throws {
        let ids = before.map(\.id)
        let found = try indexes(of: ids)
        try expect.equal(found.count, ids.count, "the number of indexes of a result's assets")
        for (position, id) in ids.enumerated() {
            for index in [found[position], try index(of: id)] where index != nil || existing.contains(id) {
                try expect.equal(index, position, "the index of '\(id)'")
            }
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
