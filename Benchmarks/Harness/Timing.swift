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

/// The time that `body` takes, in nanoseconds.
func timed(_ body: () async throws -> Void) async rethrows -> UInt64 {
    let start = uptime()
    try await body()
    return uptime() - start
}

/// Keeps the optimizer from removing work with an unused result.
@inline(never) func blackHole<Value>(_ value: Value) {}
