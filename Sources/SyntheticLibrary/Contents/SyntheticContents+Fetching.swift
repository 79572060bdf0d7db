import CameraRoll
import Foundation

extension SyntheticContents {
    /// The rows of a query.
    ///
    /// - Complexity: O(log n) for common queries: the whole library by creation date or in its own order, all
    ///   media, images or videos; O(n log n) for any other.
    func rows(of query: AssetQuery) throws(LibraryError) -> RowSequence {
        let source = try source(of: query.scope)
        let rows = residentRows(of: query, source) ?? scannedRows(of: query, source)
        return rows.prefix(query.limit)
    }

    /// The first rows after a position in the query's order, or from its start; at most `count`, ignoring its limit.
    ///
    /// - Complexity: O(count + log n) for common queries, O(n log count) for any other.
    func rows(
        of query: AssetQuery, after position: SortPosition?, count: Int
    ) throws(LibraryError) -> [UInt32] {
        let source = try source(of: query.scope)
        if let rows = residentRows(of: query, source, after: position) {
            return rows.rows(in: 0..<min(max(count, 0), rows.count))
        }
        let filter = RowFilter(query, source, of: table)
        return RowSorting(query, of: table).first(count, of: filter.rows, after: position)
    }

    func count(of query: AssetQuery) throws(LibraryError) -> Int {
        let source = try source(of: query.scope)
        return residentRows(of: query, source)?.count ?? RowFilter(query, source, of: table).rows.count
    }

    private func scannedRows(of query: AssetQuery, _ source: AssetSource) -> RowSequence {
        let rows = RowFilter(query, source, of: table).rows
        guard query.order.isEmpty, source.rises else { return RowSorting(query, of: table).sorted(rows) }
        return RowSequence(RowIndex(rows), isDescending: false, order: .added)
    }

    private func source(of scope: AssetQuery.Scope) throws(LibraryError) -> AssetSource {
        switch scope {
        case .library: return AssetSource(rows: visibleRows)
        case .identifiers(let ids): return AssetSource(rows: Set(ids.compactMap(row(of:))).sorted())
        case .album(let id):
            switch try record(of: id).members {
            case .rows(let rows): return AssetSource(rows: limits == nil ? rows : rows.filter(isVisible), rises: false)
            case .rule(let rule): return AssetSource(rows: visibleRows, rule: rule)
            }
        }
    }

    private func record(of album: AlbumID) throws(LibraryError) -> AlbumRecord {
        guard let record = albumRecords.first(where: { $0.id == album }),
            showsUserAlbums || record.type == .smartAlbum
        else { throw .albumNotFound(album) }
        return record
    }
}

// MARK: - Resident indexes

extension SyntheticContents {
    private func residentRows(of query: AssetQuery, _ source: AssetSource) -> RowSequence? {
        guard let media = source.residentMedia(for: query) else { return nil }
        if query.order.isEmpty, query.creationDates == nil {
            let index = indexes[.added, media]
            return RowSequence(index, isDescending: false, order: .added)
        }
        guard let isAscending = query.creationDateIsAscending else { return nil }
        let index = indexes[.created, media]
        let slice = slice(of: index, in: query.creationDates)
        return RowSequence(index, slice: slice, isDescending: !isAscending, order: .created(table.creationDates))
    }

    private func residentRows(
        of query: AssetQuery, _ source: AssetSource, after position: SortPosition?
    ) -> RowSequence? {
        guard let position else { return residentRows(of: query, source) }
        guard let media = source.residentMedia(for: query), let isAscending = query.creationDateIsAscending,
            case .number(let date)? = position.values.first
        else { return nil }
        let index = indexes[.created, media]
        var slice = slice(of: index, in: query.creationDates)
        if isAscending {
            let start = index.partitionPoint { compare($0, date, position.id) > 0 }
            slice = slice.clamped(to: start..<index.count)
        } else {
            let end = index.partitionPoint { compare($0, date, position.id) >= 0 }
            slice = slice.clamped(to: 0..<end)
        }
        return RowSequence(index, slice: slice, isDescending: !isAscending, order: .created(table.creationDates))
    }

    /// The positions of an index by creation date that are in a range of dates.
    private func slice(of index: RowIndex, in dates: Range<Date>?) -> Range<Int> {
        guard let dates else { return 0..<index.count }
        // Assets without a date come first, outside of every range.
        let start = position(of: dates.lowerBound, in: index)
        return start..<max(start, position(of: dates.upperBound, in: index))
    }

    private func position(of date: Date, in index: RowIndex) -> Int {
        // Assets without a date come before every date, however early.
        let seconds = max(date.timeIntervalSinceReferenceDate, CreationDates.earliest)
        return index.partitionPoint { table.creationDate(of: $0) >= seconds }
    }

    /// Negative if a row is before a position by creation date, positive if it is after it.
    private func compare(_ row: UInt32, _ date: Double, _ id: AssetID) -> Int {
        let own = table.creationDate(of: row)
        guard own == date else { return own < date ? -1 : 1 }
        let ownID = RowName.asset(row)
        return ownID == id ? 0 : ownID < id ? -1 : 1
    }
}

// MARK: - Covers

extension SyntheticContents {
    /// The row of an album's cover among those of some media types.
    func cover(
        of album: AlbumID, mediaTypes: Set<MediaType>, policy: CoverPolicy
    ) throws(LibraryError) -> UInt32? {
        var query = AssetQuery.album(album)
        query.mediaTypes = mediaTypes
        let source = try source(of: query.scope)
        switch policy {
        case .newest: return newest(query, source)
        case .keyAsset: return try keyAsset(of: album, query, source) ?? newest(query, source)
        case .first:
            query.order = []
            return first(residentRows(of: query, source)) ?? RowFilter(query, source, of: table).rows.first
        }
    }

    private func keyAsset(
        of album: AlbumID, _ query: AssetQuery, _ source: AssetSource
    ) throws(LibraryError) -> UInt32? {
        guard let row = try record(of: album).keyAsset, source.rows?.contains(row) != false else { return nil }
        return RowFilter(query, source, of: table).passes(row) ? row : nil
    }

    private func newest(_ query: AssetQuery, _ source: AssetSource) -> UInt32? {
        first(residentRows(of: query, source))
            ?? RowFilter(query, source, of: table).rows.max { table.creationDates.isOlder($0, than: $1) }
    }

    private func first(_ rows: RowSequence?) -> UInt32? {
        rows?.prefix(1).rows(in: 0..<min(1, rows?.count ?? 0)).first
    }
}
