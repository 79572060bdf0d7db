import CameraRoll
import Foundation

/// Creation dates as the library keeps them: seconds since 2001, in the order that sort positions have.
enum CreationDates {
    /// Stands for an unknown date, and sorts before all others, as ``SortPosition`` has it.
    static let none = -Double.greatestFiniteMagnitude
    /// Stands for every date before all that can be told apart from none.
    static let earliest = none.nextUp

    static func stored(_ date: Date?) -> Double {
        guard let seconds = date?.timeIntervalSinceReferenceDate, !seconds.isNaN else { return none }
        if seconds < earliest { return earliest }
        return seconds
    }

    static func date(_ stored: Double) -> Date? {
        stored == none ? nil : Date(timeIntervalSinceReferenceDate: stored)
    }
}
