import CameraRoll
import Foundation

/// Creation dates as the library keeps them: seconds since 2001, in the order that sort positions have.
enum CreationDates {
    /// Stands for an unknown date, and sorts before all others, as ``SortPosition`` has it.
    static let none = -Double.greatestFiniteMagnitude

    static func stored(_ date: Date?) -> Double {
        guard let seconds = date?.timeIntervalSinceReferenceDate, !seconds.isNaN else { return none }
        return seconds
    }

    static func date(_ stored: Double) -> Date? {
        stored == none ? nil : Date(timeIntervalSinceReferenceDate: stored)
    }
}
