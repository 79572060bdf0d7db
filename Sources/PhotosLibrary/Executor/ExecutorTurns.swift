#if PhotosDouble
import PhotosDouble
#elseif canImport(Photos)
import Photos
#endif
#if PhotosDouble || canImport(Photos)
import CameraRoll
import Dispatch

/// Runs closures on the library executor for sources and editors, which are called on threads of their own.
///
/// Only threads that may block use it: those of resource reads and edits.
actor ExecutorTurns {
    private let executor: LibraryExecutor

    init(on executor: LibraryExecutor) {
        self.executor = executor
    }

    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// Runs a closure that reads the library on the executor; blocks the calling thread until it returns.
    ///
    /// - Throws: `.notAuthorized` if Photos may not be read, and then the closure is not called; or the closure's
    ///   error.
    nonisolated func read<Value: Sendable, Failure: Error>(
        refusal: @escaping @Sendable (LibraryError) -> Failure,
        _ body: @escaping @Sendable () throws(Failure) -> Value
    ) throws(Failure) -> Value {
        let result = perform { () -> Result<Value, Failure> in
            let status = AuthorizationStatus.ofPhotos
            guard status.allowsReading else { return .failure(refusal(.notAuthorized(status))) }
            do throws(Failure) {
                return .success(try body())
            } catch {
                return .failure(error)
            }
        }
        return try result.get()
    }

    /// Runs a closure on the executor, and returns what it returns; blocks the calling thread until then.
    nonisolated func perform<Value: Sendable>(_ body: @escaping @Sendable () -> Value) -> Value {
        if executor.isIsolatingCurrentContext() == true { return inPool(body) }
        let outcome = Lock<Value?>(nil)
        let end = DispatchSemaphore(value: 0)
        Task(priority: .userInitiated) {
            let value = await self.run(body)
            outcome.withLock { $0 = value }
            end.signal()
        }
        while true {
            end.wait()
            // It is there: it is set before the signal.
            if let value = outcome.withLock({ $0.take() }) { return value }
        }
    }

    /// Runs a closure on the executor soon, without waiting for it.
    nonisolated func post(_ body: @escaping @Sendable () -> Void) {
        Task(priority: .userInitiated) { await self.run(body) }
    }

    private func run<Value: Sendable>(_ body: @Sendable () -> Value) -> Value {
        inPool(body)
    }
}
#endif
