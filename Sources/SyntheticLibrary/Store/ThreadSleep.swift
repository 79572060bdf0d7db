#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// Blocks a thread for a while: what a synchronous library does to its callers.
enum ThreadSleep {
    /// Sleeps at least so long, also where signals come.
    static func sleep(_ duration: Duration) {
        let (seconds, attoseconds) = duration.components
        var asked = timespec(tv_sec: Int(seconds), tv_nsec: Int(attoseconds / 1_000_000_000))
        var rest = timespec()
        while nanosleep(&asked, &rest) != 0, errno == EINTR { asked = rest }
    }
}
