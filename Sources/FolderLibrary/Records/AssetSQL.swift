#if FolderLibrary || canImport(Darwin)
import CameraRoll
import Foundation

/// A query in SQL: the condition and the order on the table `asset`, with their values.
struct AssetSQL {
    private(set) var conditions: [String] = []
    private(set) var values: [SQLiteValue] = []
    let order: String
    private let orderValues: [SQLiteValue]
    private let limit: Int?
    /// Whether the creation date is the first key of the order.
    let isByDate: Bool

    /// - Parameters:
    ///   - query: the query.
    ///   - scope: the scope of the query; its album exists.
    init(_ query: AssetQuery, in scope: AlbumScope) {
        (order, orderValues) = Self.order(of: query, in: scope)
        limit = query.limit
        isByDate = query.order.first?.key == .creationDate
        add(scope)
        addRules(query, in: scope)
        addKinds(query)
        if let dates = query.creationDates {
            add(
                "created >= ? AND created < ? AND created <> ?", AssetFacts.sortKey(of: dates.lowerBound).value,
                AssetFacts.sortKey(of: dates.upperBound).value, AssetFacts.noDate.value)
        }
    }

    /// All rows, in order, up to the limit of the query; with their dates if they are ordered by date.
    var rows: (sql: String, values: [SQLiteValue]) {
        let columns = isByDate ? "id, created" : "id"
        return ("SELECT \(columns) FROM asset\(condition) ORDER BY \(order)\(limitText)", values + orderValues)
    }

    /// The number of rows, up to the limit of the query.
    var count: (sql: String, values: [SQLiteValue]) {
        ("SELECT count(*) FROM (SELECT 1 FROM asset\(condition)\(limitText))", values)
    }

    /// The first assets, ignoring the query's limit.
    func assets(_ count: Int) -> (sql: String, values: [SQLiteValue]) {
        ("SELECT \(AssetColumns.shown) FROM asset\(condition) ORDER BY \(order) LIMIT \(count)", values + orderValues)
    }

    private var condition: String {
        conditions.isEmpty ? "" : " WHERE " + conditions.map { "(\($0))" }.joined(separator: " AND ")
    }

    private var limitText: String { limit.map { " LIMIT \($0)" } ?? "" }

    private mutating func add(_ condition: String, _ new: SQLiteValue...) {
        conditions.append(condition)
        values += new
    }
}

// MARK: - Conditions

extension AssetSQL {
    private mutating func add(_ scope: AlbumScope) {
        switch scope {
        case .library: break
        case .smart(let kind): if let condition = SmartAlbums.condition(of: kind) { add(condition) }
        case .directory(let folder):
            add("id IN (SELECT asset FROM file WHERE folder = ? AND asset IS NOT NULL)", .integer(folder.row))
        case .album(let album): add("id IN (SELECT asset FROM member WHERE album = ?)", .integer(album))
        case .assets(let rows):
            // As one value: a statement has at most 32,766 parameters.
            let list = rows.map { "\($0)" }.joined(separator: ",")
            add("id IN (SELECT value FROM json_each(?))", .text("[\(list)]"))
        }
    }

    /// Conditions on hidden assets and bursts; the usual condition for both is a column with which an index begins.
    ///
    /// SQLite prefers that index; the unary plus prevents that where another one yields fewer rows, or the right order.
    private mutating func addRules(_ query: AssetQuery, in scope: AlbumScope) {
        let isHiddenAlbum = scope == .smart(.allHidden)
        let (shown, hidden) = (
            query.matchesHidden(false, isHiddenAlbum: isHiddenAlbum),
            query.matchesHidden(true, isHiddenAlbum: isHiddenAlbum)
        )
        let allBursts = query.matchesBurst(true, isRepresentative: false)
        if shown, !hidden, !allBursts { return add(query.isByDate(in: scope) ? "shown = 1" : "+shown = 1") }
        if !hidden { add("hidden = 0") }
        if !shown { add("hidden = 1") }
        if !allBursts { add("burst IS NULL OR leads = 1") }
    }

    private mutating func addKinds(_ query: AssetQuery) {
        if !query.mediaTypes.isEmpty {
            let types = query.mediaTypes.map { "\($0.rawValue)" }.sorted().joined(separator: ", ")
            add(query.mediaTypes.contains(.image) ? "type IN (\(types))" : "type IN (\(types)) AND type <> 1")
        }
        if !query.mediaSubtypes.isEmpty { add("subtypes <> 0 AND subtypes & \(query.mediaSubtypes.rawValue) <> 0") }
        if let isFavorite = query.isFavorite { add("favorite = \(isFavorite ? 1 : 0)") }
        if let isDamaged = query.isDamaged { add("id \(isDamaged ? "IN" : "NOT IN") (\(Self.damagedAssets))") }
        if let hasCaptureDate = query.hasCaptureDate {
            let sources = DateSource.allCases.filter { $0.isOfCapture == hasCaptureDate }.map { "\($0.rawValue)" }
            add("dated IN (\(sources.joined(separator: ", ")))")
        }
    }

    /// The assets whose main file has a problem with its picture: files with problems are few, and have an index.
    private static let damagedAssets = """
        SELECT broken.asset FROM file AS broken JOIN asset AS shown ON shown.id = broken.asset
        WHERE broken.problem IS NOT NULL AND broken.problem <> \(FolderProblem.Reason.damagedMetadata.number)
        AND shown.name = broken.name
        """

    /// Restricts the query to assets after a position in its order.
    mutating func begin(after position: SortPosition, of query: AssetQuery) {
        var same: [String] = []
        var sameValues: [SQLiteValue] = []
        var (alternatives, found): ([String], [SQLiteValue]) = ([], [])
        for (sort, value) in zip(query.decidingOrder, position.values) {
            let comparison = "\(sort.column) \(sort.isAscending ? ">" : "<") ?"
            alternatives.append((same + [comparison]).joined(separator: " AND "))
            found += sameValues + [value.sqlite]
            same.append("\(sort.column) = ?")
            sameValues.append(value.sqlite)
        }
        // Identifiers break ties last, wherever they are in the order: their order is that of the rows.
        let sort = query.order.first { $0.key == .identifier } ?? query.order.first
        let isExact = AssetRow.row(of: position.id) != nil
        let row = AssetRow.lastRow(notAfter: position.id)
        let behind = sort?.isAscending ?? true ? "id > ?" : isExact ? "id < ?" : "id <= ?"
        alternatives.append((same + [behind]).joined(separator: " AND "))
        add(alternatives.map { "(\($0))" }.joined(separator: " OR "))
        values += found + sameValues + [.integer(row)]
        // The first key also by itself, so that the search in the index begins at the start of the page.
        if let first = query.order.first, first.key != .identifier, let value = position.values.first {
            add("\(first.column) \(first.isAscending ? ">=" : "<=") ?", value.sqlite)
        }
    }
}

extension AssetQuery {
    /// Whether the order by date is the fastest path to the assets.
    fileprivate func isByDate(in scope: AlbumScope) -> Bool {
        guard scope == .library || scope == .smart(.userLibrary), order.first?.key == .creationDate else {
            return false
        }
        return mediaSubtypes.isEmpty && isFavorite != true && (mediaTypes.isEmpty || mediaTypes.contains(.image))
    }
}

// MARK: - Orders

extension AssetSQL {
    private static func order(of query: AssetQuery, in scope: AlbumScope) -> (String, [SQLiteValue]) {
        guard let first = query.order.first else {
            guard case .album(let album) = scope else { return ("id", []) }
            return ("(SELECT place FROM member WHERE asset = asset.id AND album = ?)", [.integer(album)])
        }
        let keys = query.decidingOrder
        let last = query.order.first { $0.key == .identifier } ?? first
        let terms = keys.map { "\($0.column) \($0.direction)" } + ["id \(last.direction)"]
        return (terms.joined(separator: ", "), [])
    }
}

extension AssetQuery {
    /// The keys before an identifier; no later key has an effect.
    fileprivate var decidingOrder: ArraySlice<AssetSort> {
        order.prefix { $0.key != .identifier }
    }
}

extension AssetSort {
    fileprivate var direction: String { isAscending ? "ASC" : "DESC" }

    fileprivate var column: String {
        switch key {
        case .creationDate: "created"
        case .modificationDate: "modified"
        // Not served; see `PhotoLibraryBackend.sortKeys`.
        case .addedDate: "NULL"
        case .mediaType: "type"
        case .mediaSubtypes: "subtypes"
        case .duration: "duration"
        case .pixelWidth: "width"
        case .pixelHeight: "height"
        case .isFavorite: "favorite"
        case .isHidden: "hidden"
        case .burstIdentifier: "coalesce(burst, '')"
        case .identifier: "id"
        }
    }
}

extension SortPosition.Value {
    fileprivate var sqlite: SQLiteValue {
        switch self {
        case .number(let number): .real(number)
        case .text(let text): .text(text)
        }
    }
}

extension Double {
    fileprivate var value: SQLiteValue { .real(self) }
}

/// The scope of a query, in terms of the index.
enum AlbumScope: Hashable {
    case library
    /// A smart album.
    case smart(AlbumSubtype)
    /// The album of a folder of the tree.
    case directory(FolderID)
    /// A user's album.
    case album(Int64)
    /// Assets by their rows.
    case assets([Int64])
}

/// The kinds of identifiers of albums and folders.
enum AlbumName: Hashable {
    case smart(AlbumSubtype)
    /// The album of a folder of the tree.
    case directory(FolderID)
    /// A folder of the tree as a folder of albums.
    case tree(FolderID)
    /// A user's album or folder.
    case album(Int64)

    /// Parses an identifier; nil if it is not one of an index.
    init?(_ id: AlbumID) {
        let parts = id.rawValue.split(separator: "-", maxSplits: 1)
        guard parts.count == 2, let number = Int64(parts[1]), number >= 0 else { return nil }
        switch parts[0] {
        case "smart": self = .smart(AlbumSubtype(rawValue: Int(number)))
        case "directory": self = .directory(FolderID(row: number))
        case "tree": self = .tree(FolderID(row: number))
        case "album": self = .album(number)
        default: return nil
        }
        // Each has only one form: "album-07" is invalid.
        guard self.id == id else { return nil }
    }

    var id: AlbumID {
        switch self {
        case .smart(let kind): AlbumID("smart-\(kind.rawValue)")
        case .directory(let folder): AlbumID("directory-\(folder.row)")
        case .tree(let folder): AlbumID("tree-\(folder.row)")
        case .album(let row): AlbumID("album-\(row)")
        }
    }
}

/// The library's smart albums.
enum SmartAlbums {
    /// All smart albums, in the order in which they are listed.
    static let all: [Album] = [
        album(.userLibrary, "Recents"), album(.favorites, "Favorites"), album(.videos, "Videos"),
        album(.livePhotos, "Live Photos"), album(.panoramas, "Panoramas"), album(.screenshots, "Screenshots"),
        album(.depthEffect, "Portrait"), album(.bursts, "Bursts"), album(.allHidden, "Hidden"),
    ]

    private static func album(_ kind: AlbumSubtype, _ title: String) -> Album {
        Album(id: AlbumName.smart(kind).id, title: title, type: .smartAlbum, subtype: kind)
    }

    /// The condition for assets of the album; nil if it contains all assets.
    static func condition(of kind: AlbumSubtype) -> String? {
        switch kind {
        case .favorites: "favorite = 1"
        case .videos: "type = 2 AND type <> 1"
        case .livePhotos: special(.livePhoto)
        case .panoramas: special(.panorama)
        case .screenshots: special(.screenshot)
        case .depthEffect: special(.depthEffect)
        case .bursts: "burst IS NOT NULL"
        case .allHidden: "hidden = 1"
        default: nil
        }
    }

    private static func special(_ subtype: MediaSubtypes) -> String {
        "subtypes <> 0 AND subtypes & \(subtype.rawValue) <> 0"
    }
}
#endif
