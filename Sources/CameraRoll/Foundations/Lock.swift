import Synchronization

#if !canImport(Darwin)
    import Glibc
#endif

#if canImport(Darwin)
    /// A value behind a lock: what the state machines of this package are kept in.
    ///
    /// A class around the system's `Mutex`, which cannot be copied, and so cannot be captured by a closure.
    package final class Lock<Value>: Sendable {
        private let mutex: Mutex<Value>

        package init(_ value: sending Value) {
            mutex = Mutex(value)
        }

        /// Runs `body` with the value, alone; blocks the thread until it may.
        package func withLock<Result, Failure: Error>(
            _ body: (inout sending Value) throws(Failure) -> sending Result
        ) throws(Failure) -> sending Result {
            try mutex.withLock(body)
        }

        /// Runs `body` with the value, alone, where that takes no waiting; nil otherwise.
        package func withLockIfAvailable<Result, Failure: Error>(
            _ body: (inout sending Value) throws(Failure) -> sending Result
        ) throws(Failure) -> sending Result? {
            try mutex.withLockIfAvailable(body)
        }
    }
#else
    /// A value behind a lock: what the state machines of this package are kept in.
    ///
    /// Does what `Mutex` does, by a plain pthread mutex. Linux's own `Mutex` is invisible to ThreadSanitizer, which
    /// then reports a race for every lock that two threads want at once, and would bury the real ones.
    package final class Lock<Value>: @unchecked Sendable {  // `mutex` guards every access to `value`.
        private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
        private var value: Value

        package init(_ value: sending Value) {
            self.value = value
            pthread_mutex_init(mutex, nil)
        }

        deinit {
            pthread_mutex_destroy(mutex)
            mutex.deallocate()
        }

        /// Runs `body` with the value, alone; blocks the thread until it may.
        package func withLock<Result, Failure: Error>(
            _ body: (inout sending Value) throws(Failure) -> sending Result
        ) throws(Failure) -> sending Result {
            pthread_mutex_lock(mutex)
            defer { pthread_mutex_unlock(mutex) }
            return try body(&value)
        }

        /// Runs `body` with the value, alone, where that takes no waiting; nil otherwise.
        package func withLockIfAvailable<Result, Failure: Error>(
            _ body: (inout sending Value) throws(Failure) -> sending Result
        ) throws(Failure) -> sending Result? {
            guard pthread_mutex_trylock(mutex) == 0 else { return nil }
            defer { pthread_mutex_unlock(mutex) }
            return try body(&value)
        }
    }
#endif

/// Numbers from 1 on, each once, to whoever asks.
final class Counter: Sendable {
    private let last = Atomic<UInt64>(0)

    /// The last number that was given; 0 before the first.
    var current: UInt64 { last.load(ordering: .acquiring) }

    @discardableResult func next() -> UInt64 {
        last.add(1, ordering: .acquiringAndReleasing).newValue
    }
}
