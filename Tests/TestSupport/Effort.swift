/// How much is tried of what could be tried for ever.
///
/// Two cores and code that is not optimised must get through the whole suite in seconds, also under the Thread
/// Sanitizer; `swift test -c release` tries more.
package enum Effort {
    #if DEBUG
        package static let isFull = false
    #else
        package static let isFull = true
    #endif

    /// One number for builds that are not optimised, and another for those that are.
    package static func of(_ part: Int, full: Int) -> Int {
        isFull ? full : part
    }
}
