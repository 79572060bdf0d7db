import Foundation

/// The extent of tests that could continue endlessly.
///
/// Two cores and unoptimized code must complete the whole suite in seconds, also under the Thread Sanitizer;
/// with `CAMERAROLL_EFFORT=full` in the environment, as at night, such tests take all seeds and rounds.
package enum Effort {
    package static let isFull = ProcessInfo.processInfo.environment["CAMERAROLL_EFFORT"] == "full"

    /// One number for each landing, and another for the whole.
    package static func of(_ part: Int, full: Int) -> Int {
        isFull ? full : part
    }

    /// The first seeds of a range, or all of them.
    ///
    /// They are arguments of a test, so the report of a failure names its seed.
    package static func seeds(_ part: Int, of all: ClosedRange<UInt64>) -> [UInt64] {
        isFull ? Array(all) : Array(all.prefix(part))
    }
}
