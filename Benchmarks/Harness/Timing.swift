import Dispatch

/// The system's uptime in nanoseconds.
func uptime() -> UInt64 {
    DispatchTime.now().uptimeNanoseconds
}

/// The time that `body` takes, in nanoseconds.
func timed(_ body: () async throws -> Void) async rethrows -> UInt64 {
    let start = uptime()
    try await body()
    return uptime() - start
}

/// Keeps the optimizer from removing work with an unused result.
@inline(never) func blackHole<Value>(_ value: Value) {}
