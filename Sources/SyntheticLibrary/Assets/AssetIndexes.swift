import CameraRoll

/// Orders that are updated with every change, so that common queries are answered without a scan.
///
/// They contain the assets that the default rules include, in two orders (as added, and oldest first), each for all
/// media, for images and for videos.
struct AssetIndexes: Sendable {
    enum Order: Int, CaseIterable, Sendable {
        case added, created
    }

    enum Media: Int, CaseIterable, Sendable {
        case all, images, videos
    }

    private var indexes: [RowIndex] = []

    init(of table: AssetTable) {
        for order in Order.allCases {
            for media in Media.allCases {
                indexes.append(RowIndex(Self.rows(of: table, media, order)) { table.key(of: $0, order) })
            }
        }
    }

    subscript(order: Order, media: Media) -> RowIndex {
        indexes[Self.slot(order, media)]
    }

    var memoryFootprint: Int {
        indexes.reduce(0) { $0 + $1.memoryFootprint }
    }

    /// Inserts a row, unless the default rules hide it.
    mutating func insert(_ row: UInt32, of table: AssetTable) {
        forEachSlot(of: row, in: table) { index, order in
            index.insert(row) { table.key(of: $0, order) }
        }
    }

    /// Removes a row, whose table entry must be as it was at its insertion.
    mutating func remove(_ row: UInt32, of table: AssetTable) {
        forEachSlot(of: row, in: table) { index, order in
            index.remove(row) { table.key(of: $0, order) }
        }
    }

    private mutating func forEachSlot(
        of row: UInt32, in table: AssetTable, _ body: (inout RowIndex, Order) -> Void
    ) {
        let flags = table.flags(of: row)
        guard flags.isVisible else { return }
        for order in Order.allCases {
            for media in Media.allCases where media.contains(flags) {
                body(&indexes[Self.slot(order, media)], order)
            }
        }
    }

    private static func slot(_ order: Order, _ media: Media) -> Int {
        order.rawValue * Media.allCases.count + media.rawValue
    }

    /// A new table's dates increase with its rows, except the rows without a date, which come first.
    private static func rows(of table: AssetTable, _ media: Media, _ order: Order) -> [UInt32] {
        var dated: [UInt32] = []
        var undated: [UInt32] = []
        dated.reserveCapacity(table.rows.count)
        for row in table.rows {
            let flags = table.flags(of: row)
            guard flags.isVisible, media.contains(flags) else { continue }
            if order == .created, table.creationDate(of: row) == CreationDates.none {
                undated.append(row)
            } else {
                dated.append(row)
            }
        }
        return undated + dated
    }
}

extension AssetIndexes.Media {
    func contains(_ flags: AssetFlags) -> Bool {
        switch self {
        case .all: true
        case .images: flags.contains(.image)
        case .videos: flags.contains(.video)
        }
    }
}

extension AssetTable {
    fileprivate func key(of row: UInt32, _ order: AssetIndexes.Order) -> RowKey {
        order == .added ? RowKey(row: row) : creationDates.key(of: row)
    }
}
