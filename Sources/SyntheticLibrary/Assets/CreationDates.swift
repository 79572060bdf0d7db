import CameraRoll
import Foundation

/// The creation date of every row: a column that a fetch result keeps, so that its order never changes.
///
/// Dates are seconds since 2001, in the order of sort positions.
struct CreationDates: Sendable {
    /// An unknown date, which sorts before all others, as in `SortPosition`.
    static let none = -Double.greatestFiniteMagnitude
    /// The earliest date that is distinct from none.
    static let earliest = none.nextUp

    private var column: ChunkedColumn<Double>

    init(count: Int, _ date: (Int) -> Double) {
        column = ChunkedColumn(count: count, date)
    }

    /// The date of an existing row.
    subscript(row: UInt32) -> Double {
        get { column[Int(row)] }
        set { column[Int(row)] = newValue }
    }

    /// Whether a row existed when the column was kept.
    func contains(_ row: UInt32) -> Bool { row < column.count }

    mutating func append(_ date: Double) {
        column.append(date)
    }

    /// The key of an existing row in the order by date; equal dates are ordered by row, like their identifiers.
    func key(of row: UInt32) -> RowKey { RowKey(date: self[row], row: row) }

    /// Whether an asset is older than another.
    func isOlder(_ left: UInt32, than right: UInt32) -> Bool { key(of: left) < key(of: right) }

    var memoryFootprint: Int { column.memoryFootprint }
}

extension CreationDates {
    static func stored(_ date: Date?) -> Double {
        guard let seconds = date?.timeIntervalSinceReferenceDate, !seconds.isNaN else { return none }
        if seconds < earliest { return earliest }
        return seconds
    }

    static func date(_ stored: Double) -> Date? {
        stored == none ? nil : Date(timeIntervalSinceReferenceDate: stored)
    }
}
