/// The extent of tests that could continue endlessly.
///
/// Two cores and unoptimized code must complete the whole suite in seconds, also under the Thread Sanitizer;
/// `swift test -c release` tests more.
package enum Effort {
    #if DEBUG
        package static let isFull = false
    #else
        package static let isFull = true
    #endif

    /// One number for unoptimized builds, and another for optimized ones.
    package static func of(_ part: Int, full: Int) -> Int {
        isFull ? full : part
    }
}
