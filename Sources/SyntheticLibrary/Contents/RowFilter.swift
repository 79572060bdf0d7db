import CameraRoll

/// Decides about rows as `AssetQuery.matches` does about assets, without materialising them.
struct RowFilter {
    private let query: AssetQuery
    private let source: AssetSource
    private let table: AssetTable
    private let passesImages: Bool
    private let passesVideos: Bool

    init(_ query: AssetQuery, _ source: AssetSource, of table: AssetTable) {
        self.query = query
        self.source = source
        self.table = table
        passesImages = query.mediaTypes.isEmpty || query.mediaTypes.contains(.image)
        passesVideos = query.mediaTypes.isEmpty || query.mediaTypes.contains(.video)
    }

    /// The rows that take part, in the source's own order.
    ///
    /// - Complexity: O(n), about 5 ns for each row.
    var rows: [UInt32] {
        source.rows?.filter(passes) ?? table.rows.filter(passes)
    }

    func passes(_ row: UInt32) -> Bool {
        let flags = table.flags(of: row)
        return !flags.contains(.deleted) && passesRules(flags) && passesKind(row, flags)
            && passesDate(row) && source.rule.contains(row, of: table)
    }

    private func passesRules(_ flags: AssetFlags) -> Bool {
        query.matchesHidden(flags.contains(.hidden), isHiddenAlbum: source.isHiddenAlbum)
            && query.matchesBurst(flags.contains(.inBurst), isRepresentative: flags.contains(.representsBurst))
            && (query.isFavorite == nil || query.isFavorite == flags.contains(.favorite))
    }

    private func passesKind(_ row: UInt32, _ flags: AssetFlags) -> Bool {
        let passesType =
            flags.contains(.image)
            ? passesImages
            : flags.contains(.video)
                ? passesVideos : query.mediaTypes.isEmpty || query.mediaTypes.contains(table.mediaType(of: row))
        return passesType && (query.subtypes.isEmpty || !query.subtypes.isDisjoint(with: table.subtypes(of: row)))
    }

    private func passesDate(_ row: UInt32) -> Bool {
        guard let dates = query.dates else { return true }
        guard let date = CreationDates.date(table.creationDate(of: row)) else { return false }
        return dates.contains(date)
    }
}
