import Dispatch
import Foundation

/// The system's uptime in nanoseconds.
func uptime() -> UInt64 {
    DispatchTime.now().uptimeNanoseconds
}

/// The processor time of the calling thread in nanoseconds; unlike the uptime, it stands still while others run.
func threadTime() -> UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
}

/// How often the calling thread has left its processor.
struct ThreadSwitches {
    /// To wait, as at a lock.
    var waits = 0
    /// Since the system gave the processor to another thread.
    var losses = 0

    /// Since the thread began; nil where the system does not say.
    static var now: ThreadSwitches? {
        #if os(Linux)
            // RUSAGE_THREAD, which the C library shows only to programs that ask for it.
            let thread = __rusage_who_t(1)
            var usage = rusage()
            guard getrusage(thread, &usage) == 0 else { return nil }
            return ThreadSwitches(waits: usage.ru_nvcsw, losses: usage.ru_nivcsw)
        #else
            return nil
        #endif
    }
}

/// The time that `body` takes, in nanoseconds.
func timed(_ body: () async throws -> Void) async rethrows -> UInt64 {
    let start = uptime()
    try await body()
    return uptime() - start
}

/// Keeps the optimizer from removing work with an unused result.
@inline(never) func blackHole<Value>(_ value: Value) {}
