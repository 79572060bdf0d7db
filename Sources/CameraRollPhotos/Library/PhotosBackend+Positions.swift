#if PhotosDouble
import PhotosDouble
#elseif canImport(Photos)
import Photos
#endif
#if PhotosDouble || canImport(Photos)
import CameraRoll
import Foundation

// MARK: - Pages by position

extension PhotosBackend {
    /// The number of assets expected to share the value of a position's first key, before the page is fetched with
    /// more.
    private static let expectedTies = 64

    func assets(
        after position: SortPosition?, of query: AssetQuery, count: Int
    ) throws(LibraryError) -> (assets: [MediaAsset], hasMore: Bool) {
        try availability.read { () throws(LibraryError) in
            try inPool { () throws(LibraryError) in try page(after: position, of: query, count) }
        }
    }

    private func page(
        after position: SortPosition?, of query: AssetQuery, _ count: Int
    ) throws(LibraryError) -> (assets: [MediaAsset], hasMore: Bool) {
        let value = position.flatMap { query.order.isEmpty ? nil : $0.values.first }
        // There is no predicate for identifiers, so assets that tie with the position are fetched and skipped.
        let canSeek = value.map { query.order[0].condition(from: AssetQuery.Start(value: $0)) != nil } ?? true
        let ties = value == nil && sortsByIdentifier ? 0 : Self.expectedTies
        var limit = canSeek ? count.addingSaturated(1 + ties) : nil
        var start = canSeek ? value.map { AssetQuery.Start(value: $0) } : nil
        while true {
            let found = try photosResult(of: query, limit: limit, from: start)
            let isWhole = limit.map { found.count < $0 } ?? true
            // Only the last pages reach the assets without a date, for which Photos cannot seek by the date's index.
            if isWhole, start?.leavesOutMissingDates(in: query.order) == true {
                start?.includesMissingDates = true
                continue
            }
            let page =
                sortsByIdentifier
                ? sortedPage(after: position, in: found, isWhole: isWhole, query.order, count)
                : tiedPage(after: position, in: found, isWhole: isWhole, query.order, count)
            if let page { return page }
            limit = limit?.multipliedSaturated(by: 4)
        }
    }

    /// A page of the fetched assets, with ties in order; nil if too few were fetched.
    private func sortedPage(
        after position: SortPosition?, in found: PHFetchResult<PHAsset>, isWhole: Bool, _ order: [AssetSort],
        _ count: Int
    ) -> (assets: [MediaAsset], hasMore: Bool)? {
        let start = position.map { position in
            firstIndex(in: found, order) { position.precedes($0, in: order) }
        }
        guard isWhole || found.count - (start ?? 0) > count else { return nil }
        return page(of: found, from: start ?? 0, count: count)
    }

    /// A page of the fetched assets, whose ties Photos orders; nil if too few were fetched.
    ///
    /// Assets that tie are sorted once all of them have been fetched, so that each page continues after the previous
    /// one, in whatever order another fetch returns them.
    ///
    /// - Complexity: O(count + t) reads for t assets that tie with the position or with the end of the page.
    private func tiedPage(
        after position: SortPosition?, in found: PHFetchResult<PHAsset>, isWhole: Bool, _ order: [AssetSort],
        _ count: Int
    ) -> (assets: [MediaAsset], hasMore: Bool)? {
        var index =
            position.map { position in
                firstIndex(in: found, order) { here in
                    // Compared with equal identifiers, which decide nothing.
                    !SortPosition(values: here.values, id: position.id).precedes(position, in: order)
                }
            } ?? 0
        // Further assets may tie with the last one that was fetched.
        let cut = isWhole || found.count == 0 ? nil : values(at: found.count - 1, in: found, order)
        var assets: [MediaAsset] = []
        while assets.count <= count, index < found.count {
            let shared = values(at: index, in: found, order)
            if shared == cut { return nil }
            let ties = ties(with: shared, from: index, in: found, order)
            index += ties.count
            assets += ties.filter { tie in position?.precedes(SortPosition(of: tie, in: order), in: order) ?? true }
        }
        guard isWhole || assets.count > count else { return nil }
        return (Array(assets.prefix(count)), assets.count > count)
    }

    private func values(
        at index: Int, in found: PHFetchResult<PHAsset>, _ order: [AssetSort]
    ) -> [SortPosition.Value] {
        inPool { SortPosition(of: MediaAsset(found.object(at: index)), in: order).values }
    }

    /// The assets from an index on that share the values of their keys, ordered by identifier.
    private func ties(
        with shared: [SortPosition.Value], from start: Int, in found: PHFetchResult<PHAsset>, _ order: [AssetSort]
    ) -> [MediaAsset] {
        var ties: [MediaAsset] = []
        for index in start..<found.count {
            let (asset, value) = inPool {
                let object = found.object(at: index)
                return (object, MediaAsset(object))
            }
            guard SortPosition(of: value, in: order).values == shared else { break }
            known.note(asset, as: value)
            ties.append(value)
        }
        let isAscending = order.first?.isAscending ?? true
        return ties.count == 1 ? ties : ties.sorted { isAscending ? $0.id < $1.id : $1.id < $0.id }
    }

    private func page(
        of found: PHFetchResult<PHAsset>, from start: Int, count: Int
    ) -> (assets: [MediaAsset], hasMore: Bool) {
        let end = min(start.addingSaturated(count), found.count)
        let assets = found.objects(at: IndexSet(integersIn: start..<end)).map { asset in
            let value = MediaAsset(asset)
            known.note(asset, as: value)
            return value
        }
        return (assets, found.count > end)
    }

    /// The index of the first asset whose position satisfies a condition, as do all later ones; usually near the start.
    ///
    /// - Complexity: O(log k) reads for the index k that is found.
    private func firstIndex(
        in found: PHFetchResult<PHAsset>, _ order: [AssetSort], where condition: (SortPosition) -> Bool
    ) -> Int {
        func isAfter(_ index: Int) -> Bool {
            condition(inPool { SortPosition(of: MediaAsset(found.object(at: index)), in: order) })
        }
        var (low, step) = (0, 1)
        while low + step <= found.count, !isAfter(low + step - 1) {
            low += step
            step *= 2
        }
        var high = min(low + step - 1, found.count)
        while low < high {
            let middle = low + (high - low) / 2
            if isAfter(middle) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}

extension Int {
    fileprivate func addingSaturated(_ other: Int) -> Int {
        let (sum, isTooLarge) = addingReportingOverflow(other)
        return isTooLarge ? .max : sum
    }

    fileprivate func multipliedSaturated(by other: Int) -> Int {
        let (product, isTooLarge) = multipliedReportingOverflow(by: other)
        return isTooLarge ? .max : product
    }
}
#endif
