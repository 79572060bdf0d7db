import Foundation

/// Runs what blocks or computes for long on a thread of its own.
func onThread<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
    try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Value, any Error>) in
        Thread.detachNewThread { continuation.resume(with: Result { try body() }) }
    }
}
