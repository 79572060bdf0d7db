#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// Uses up a thread's time on the processor, as a decoder does.
///
/// It goes by what the thread has used, not by the clock on the wall: ten threads that burn on two cores then take five
/// times as long, as ten decoders would, where a wait for the clock would let them all end at once.
struct CPUBurner {
    private let start = Self.threadTime()
    private static let stepsBetweenLooks = 512

    /// Burns until the thread has used so much time since the burner was made; nothing where it has already.
    func burn(until used: Duration) {
        var value: UInt64 = 0x9E37_79B9
        while used > .zero, Self.threadTime() - start < used {
            for _ in 0..<Self.stepsBetweenLooks { value = SeededHash.mix(value &+ 1) }
            // Zero comes once in 2^64 steps; but the compiler cannot know, and so it cannot leave the work out.
            if value == 0 { return }
        }
    }

    /// What the calling thread has used since it began.
    static func threadTime() -> Duration {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return .seconds(Int64(time.tv_sec)) + .nanoseconds(Int64(time.tv_nsec))
    }
}
