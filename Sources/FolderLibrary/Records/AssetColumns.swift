#if FolderLibrary || canImport(Darwin)
import CameraRoll
import Foundation

/// The columns of `asset` and `departed` in one order, for writing and reading.
enum AssetColumns {
    static let all = """
        id, folder, name, pair, type, subtypes, width, height, created, modified, duration, favorite, hidden, burst, \
        leads, shown, latitude, longitude, version, orientation, format, dated, edited, taken, zone, texts
        """
    static let count = 26

    /// The columns that a `MediaAsset` needs.
    static let shown = """
        id, type, subtypes, width, height, created, modified, duration, favorite, hidden, burst, leads, latitude, \
        longitude, version, format
        """

    /// The asset in a row of the columns ``shown``.
    static func asset(in row: SQLiteStatement) -> MediaAsset {
        MediaAsset(
            id: AssetRow.id(row.integer(0)), mediaType: MediaType(rawValue: Int(row.integer(1))),
            mediaSubtypes: MediaSubtypes(rawValue: UInt(truncatingIfNeeded: row.integer(2))),
            pixelWidth: row.side(3), pixelHeight: row.side(4),
            creationDate: AssetFacts.date(of: row.real(5)),
            modificationDate: Date(timeIntervalSinceReferenceDate: row.real(6)), duration: row.real(7),
            isFavorite: row.integer(8) != 0, isHidden: row.integer(9) != 0, burstIdentifier: row.text(10),
            representsBurst: row.integer(11) != 0, place: place(in: row, 12),
            contentVersion: UInt64(bitPattern: row.integer(14)),
            typeIdentifier: MetadataFormat.all[safely: row.integer(15)].typeIdentifier)
    }

    /// The record in a row of all columns.
    static func record(in row: SQLiteStatement) -> AssetRecord {
        AssetRecord(
            row: row.integer(0), folder: FolderID(row: row.integer(1)), name: row.blob(2) ?? [], pair: row.blob(3),
            facts: facts(in: row), modified: row.real(9), isFavorite: row.integer(11) != 0,
            isHidden: row.integer(12) != 0, leads: row.integer(14) != 0, version: row.integer(18),
            edited: EditedFacts(rawValue: row.integer(22)))
    }

    private static func facts(in row: SQLiteStatement) -> AssetFacts {
        AssetFacts(
            type: MediaType(rawValue: Int(row.integer(4))),
            mediaSubtypes: MediaSubtypes(rawValue: UInt(truncatingIfNeeded: row.integer(5))),
            size: PixelSize(width: row.side(6), height: row.side(7)), created: row.real(8),
            dateSource: DateSource(rawValue: row.integer(21)) ?? .none, duration: row.real(10), burst: row.text(13),
            place: place(in: row, 16), orientation: ImageOrientation(rawValue: Int(row.integer(19))) ?? .up,
            format: MetadataFormat.all[safely: row.integer(20)], clock: clock(in: row),
            words: SearchTexts.words(in: row.text(25) ?? ""))
    }

    private static func clock(in row: SQLiteStatement) -> CameraClock? {
        row.isNull(23) ? nil : CameraClock(seconds: row.real(23), offset: row.number(24).map(Int.init))
    }

    private static func place(in row: SQLiteStatement, _ column: Int32) -> Coordinate? {
        if row.isNull(column) || row.isNull(column + 1) { return nil }
        return Coordinate(latitude: row.real(column), longitude: row.real(column + 1))
    }

    /// Binds a record to all columns.
    ///
    /// - Parameters:
    ///   - record: the record.
    ///   - statement: the statement, with a parameter for each column.
    ///   - first: the index of the parameter for the first column.
    static func bind(_ record: AssetRecord, to statement: SQLiteStatement, from first: Int32 = 1) {
        let facts = record.facts
        statement.bind(first, record.row)
        statement.bind(first + 1, record.folder.row)
        record.name.withUnsafeBytes { statement.bind(first + 2, bytes: $0) }
        if let pair = record.pair {
            pair.withUnsafeBytes { statement.bind(first + 3, bytes: $0) }
        } else {
            statement.bindNull(first + 3)
        }
        statement.bind(first + 4, Int64(facts.type.rawValue))
        statement.bind(first + 5, Int64(bitPattern: UInt64(facts.mediaSubtypes.rawValue)))
        statement.bind(first + 6, Int64(facts.size.width))
        statement.bind(first + 7, Int64(facts.size.height))
        statement.bind(first + 8, facts.created)
        statement.bind(first + 9, record.modified)
        statement.bind(first + 10, facts.duration)
        bindFlags(of: record, to: statement, from: first)
        statement.bind(first + 16, facts.place?.latitude)
        statement.bind(first + 17, facts.place?.longitude)
        statement.bind(first + 18, record.version)
        statement.bind(first + 19, Int64(facts.orientation.rawValue))
        statement.bind(first + 20, facts.format.number)
        statement.bind(first + 21, facts.dateSource.rawValue)
        statement.bind(first + 22, record.edited.rawValue)
        statement.bind(first + 23, facts.clock?.seconds)
        if let offset = facts.clock?.offset {
            statement.bind(first + 24, Int64(offset))
        } else {
            statement.bindNull(first + 24)
        }
        statement.bind(first + 25, SearchTexts.joined(name: record.name, words: facts.words))
    }

    private static func bindFlags(of record: AssetRecord, to statement: SQLiteStatement, from first: Int32) {
        statement.bind(first + 11, record.isFavorite ? 1 : 0 as Int64)
        statement.bind(first + 12, record.isHidden ? 1 : 0 as Int64)
        if let burst = record.facts.burst { statement.bind(first + 13, burst) } else { statement.bindNull(first + 13) }
        statement.bind(first + 14, record.leads ? 1 : 0 as Int64)
        statement.bind(first + 15, record.isShown ? 1 : 0 as Int64)
    }
}

extension SQLiteStatement {
    /// The side of a picture in pixels; 0 if it is unknown or out of range.
    fileprivate func side(_ column: Int32) -> Int {
        Int(UInt32(exactly: integer(column)) ?? 0)
    }

    fileprivate func bind(_ place: Int32, _ number: Double?) {
        if let number { bind(place, number) } else { bindNull(place) }
    }
}

extension MetadataFormat {
    /// The formats by their numbers in the index; new formats must be appended.
    static let all: [MetadataFormat] = [
        .jpeg, .png, .tiff, .webP, .heic, .avif, .quickTime, .mp4, .gif, .bmp, .raw,
    ]

    var number: Int64 {
        switch self {
        case .jpeg: 0
        case .png: 1
        case .tiff: 2
        case .webP: 3
        case .heic: 4
        case .avif: 5
        case .quickTime: 6
        case .mp4: 7
        case .gif: 8
        case .bmp: 9
        case .raw: 10
        }
    }
}

extension [MetadataFormat] {
    /// The format with a number; JPEG for an unknown number.
    fileprivate subscript(safely number: Int64) -> MetadataFormat {
        indices.contains(Int(number)) ? self[Int(number)] : .jpeg
    }
}

extension SQLiteConnection {
    /// The record of an asset; nil if the asset does not exist.
    func record(_ row: Int64, in table: String = "asset") throws(SQLiteError) -> AssetRecord? {
        try first("SELECT \(AssetColumns.all) FROM \(table) WHERE id = ?", [.integer(row)], read: AssetColumns.record)
    }
}

/// The statements that run once for each file of a large tree, or for several files at once.
struct IndexStatements {
    /// The number of rows per statement: SQLite opens each index once for all of them, which takes a fifth of the time
    /// of a row.
    static let groupLength = 4
    /// The number of columns of `file`.
    static let fileColumns = 13

    let claimFile: SQLiteStatement
    let insertAsset: SQLiteStatement
    let insertFiles: SQLiteStatement
    let insertAssets: SQLiteStatement

    init(_ connection: SQLiteConnection) throws(SQLiteError) {
        let (file, asset) = (Self.row(of: Self.fileColumns), Self.row(of: AssetColumns.count))
        claimFile = try connection.statement("INSERT OR IGNORE INTO file VALUES \(file)")
        insertAsset = try connection.statement("INSERT INTO asset VALUES \(asset)")
        insertFiles = try connection.statement("INSERT INTO file VALUES \(Self.group(of: file))")
        insertAssets = try connection.statement("INSERT INTO asset VALUES \(Self.group(of: asset))")
    }

    private static func row(of columns: Int) -> String {
        "(" + Array(repeating: "?", count: columns).joined(separator: ", ") + ")"
    }

    private static func group(of row: String) -> String {
        Array(repeating: row, count: groupLength).joined(separator: ", ")
    }
}
#endif
