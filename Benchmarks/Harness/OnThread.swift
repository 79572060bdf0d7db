import Foundation

/// Runs blocking or long computations on a new thread.
func onThread<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
    try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Value, any Error>) in
        Thread.detachNewThread { continuation.resume(with: Result { try body() }) }
    }
}
