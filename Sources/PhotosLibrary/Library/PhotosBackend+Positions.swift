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
    /// How many assets may share the value of a position's first key before the page is fetched again with more.
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
        guard let position, let first = query.order.first, let value = position.values.first else {
            let found = try photosResult(of: query, limit: count.addingSaturated(1))
            return page(of: found, from: 0, count: count)
        }
        // There is no predicate for identifiers: the assets that tie with the position are fetched, and skipped.
        let canSeek = first.condition(after: value) != nil
        var limit = canSeek ? count.addingSaturated(1 + Self.expectedTies) : nil
        while true {
            let found = try photosResult(of: query, limit: limit, after: canSeek ? value : nil)
            let start = index(after: position, in: found, query.order)
            let isWhole = limit.map { found.count < $0 } ?? true
            if isWhole || found.count - start > count { return page(of: found, from: start, count: count) }
            limit = limit?.multipliedSaturated(by: 4)
        }
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

    /// The index of the first asset after a position; near the start, as a rule.
    ///
    /// - Complexity: O(log k) reads in the index that is found.
    private func index(after position: SortPosition, in found: PHFetchResult<PHAsset>, _ order: [AssetSort]) -> Int {
        func isAfter(_ index: Int) -> Bool {
            let here = inPool { SortPosition(of: MediaAsset(found.object(at: index)), in: order) }
            return position.precedes(here, in: order)
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
