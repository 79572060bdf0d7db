import CameraRoll
import Foundation

/// The creation date of every row: a column that a fetch result keeps, so that it knows its own order for good.
///
/// Dates are seconds since 2001, in the order that sort positions have.
struct CreationDates: Sendable {
    /// Stands for an unknown date, and sorts before all others, as ``SortPosition`` has it.
    static let none = -Double.greatestFiniteMagnitude
    /// Stands for every date before all that can be told apart from none.
    static let earliest = none.nextUp

    private var column: ChunkedColumn<Double>

    init(count: Int, _ date: (Int) -> Double) {
        column = ChunkedColumn(count: count, date)
    }

    /// The date of a row that is there.
    subscript(row: UInt32) -> Double {
        get { column[Int(row)] }
        set { column[Int(row)] = newValue }
    }

    /// Whether a row was there when the column was kept.
    func contains(_ row: UInt32) -> Bool { row < column.count }

    mutating func append(_ date: Double) {
        column.append(date)
    }

    /// Whether an asset is older than another; equal dates are told apart by the row, as their identifiers would.
    func isOlder(_ left: UInt32, than right: UInt32) -> Bool {
        let (leftDate, rightDate) = (self[left], self[right])
        return leftDate == rightDate ? left < right : leftDate < rightDate
    }

    /// How far a date is on the way from one row's to another's, 0 to 1.
    func fraction(of date: Double, from first: UInt32, to last: UInt32) -> Double {
        let (start, end) = (self[first], self[last])
        guard start > Self.none, start < end, end.isFinite else { return 0.5 }
        return min(max((date - start) / (end - start), 0), 1)
    }

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
