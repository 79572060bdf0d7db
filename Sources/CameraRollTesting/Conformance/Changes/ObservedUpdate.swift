import CameraRoll

/// An update of a fetch result as values: both lists, a fresh fetch, and the reported difference.
struct ObservedUpdate: Sendable {
    let query: AssetQuery
    let old: [MediaAsset]
    let new: [MediaAsset]
    let fresh: [MediaAsset]
    let difference: FetchUpdate.Difference

    private var subject: String { "an update of \(query)" }

    /// Checks that the difference leads from the old list to the new one, and names all assets with changed
    /// content.
    func check(_ expect: Expectation) throws {
        try expect.equal(new, fresh, "the result of \(subject)")
        switch difference {
        case .unknown, .pending: return
        case .rearranged(let changed): try checkContent(changed, expect)
        case .touched(let touched):
            try checkOrder(apartFrom: Set(touched.map(\.id)), expect)
            try checkContent(Set(touched.lazy.filter(\.isChanged).map(\.id)), expect)
        case .indexes(let changes):
            let applied = try changes.applied(to: old.map(\.id)) { new[$0].id }
            try expect.equal(applied, new.map(\.id), "the list after the index changes of \(subject)")
            try checkContent(Set(changes.changed.map { new[$0].id }), expect)
        }
    }

    /// Checks that all unnamed assets kept their order, except at the end that a limit cuts off.
    private func checkOrder(apartFrom touched: Set<AssetID>, _ expect: Expectation) throws {
        var (before, after) = (old.map(\.id), new.map(\.id))
        before.removeAll(where: touched.contains)
        after.removeAll(where: touched.contains)
        if let limit = query.limit, max(old.count, new.count) == limit {
            let length = min(before.count, after.count)
            (before, after) = (Array(before.prefix(length)), Array(after.prefix(length)))
        }
        try expect.equal(after, before, "the assets that \(subject) does not name")
    }

    private func checkContent(_ named: Set<AssetID>, _ expect: Expectation) throws {
        let before = Dictionary(old.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        let changed = new.filter { asset in before[asset.id].map { $0 != asset } ?? false }.map(\.id)
        try expect.equal(changed.filter { !named.contains($0) }, [], "the changed assets that \(subject) does not name")
    }

    /// Checks that it reports no change.
    func checkNothing(_ expect: Expectation) throws {
        try expect.equal(new, fresh, "the result of \(subject)")
        let ids = Set((old + new).map(\.id))
        switch difference {
        case .unknown, .pending: return
        case .rearranged(let changed):
            try expect.equal(new.map(\.id), old.map(\.id), "the result of \(subject)")
            try expect.equal(changed.intersection(ids), [], "the changed assets of \(subject)")
        case .touched(let touched):
            try expect.equal(touched.map(\.id).filter(ids.contains), [], "the assets that \(subject) names")
        case .indexes(let changes): try expect.equal(changes.count, 0, "the changes of \(subject)")
        }
    }
}

extension LivingProbe {
    /// Fetches queries, keeps the results, and returns their assets.
    func hold(_ queries: [AssetQuery]) async throws -> [[MediaAsset]] {
        try await read { library in
            try queries.map { query in
                let result = try library.fetchAssets(query)
                library.held[query] = result
                return try result.assets(in: 0..<result.count)
            }
        }
    }

    /// Updates kept results, and keeps the new ones.
    func update(_ queries: [AssetQuery], from lists: [[MediaAsset]]) async throws -> [ObservedUpdate] {
        try await read { library in
            try zip(queries, lists).compactMap { query, old in
                guard let result = library.held[query] else { return nil }
                let update = try library.update(result, of: query)
                library.held[query] = update.result
                return ObservedUpdate(
                    query: query, old: old, new: try update.result.assets(in: 0..<update.result.count),
                    fresh: try library.all(query), difference: try update.wholeDifference())
            }
        }
    }
}
