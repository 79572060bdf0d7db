import Dispatch

/// The system's uptime in nanoseconds.
func uptime() -> UInt64 {
    DispatchTime.now().uptimeNanoseconds
}

/// How long something takes, in nanoseconds.
func timed(_ body: () async throws -> Void) async rethrows -> UInt64 {
    let start = uptime()
    try await body()
    return uptime() - start
}

/// Keeps the optimiser from leaving out work whose result nobody looks at.
@inline(never) func blackHole<Value>(_ value: Value) {}
