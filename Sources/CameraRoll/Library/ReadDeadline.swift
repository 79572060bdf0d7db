/// How long reads may take that are started in this task.
enum ReadDeadline {
    @TaskLocal static var current: Duration?
}

/// Gives every read that `operation` starts this much time; one that takes longer fails with `LibraryError.timedOut`.
///
/// A library call that never returns (P26) cannot be abandoned by the library's thread, but its callers can go on:
///
/// ```swift
/// let page = try await withReadDeadline(.seconds(2)) { try await manager.page(request) }
/// ```
///
/// The time counts for each read by itself, not for the operation as a whole, and replaces the manager's own deadline.
///
/// - Parameters:
///   - deadline: the time for each read, more than zero; otherwise each fails with `.invalidDeadline`.
///   - operation: what starts the reads.
/// - Returns: what `operation` returns.
/// - Throws: what `operation` throws.
public func withReadDeadline<Value, Failure: Error>(
    _ deadline: Duration,
    operation: () async throws(Failure) -> Value
) async throws(Failure) -> Value {
    let result = await ReadDeadline.$current.withValue(deadline) { () async -> Result<Value, Failure> in
        do throws(Failure) {
            return .success(try await operation())
        } catch {
            return .failure(error)
        }
    }
    return try result.get()
}
