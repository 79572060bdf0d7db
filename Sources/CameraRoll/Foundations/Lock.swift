import Synchronization

#if !canImport(Darwin)
    import Glibc
#endif

#if canImport(Darwin)
    /// A value protected by a lock: the storage of this package's state machines.
    ///
    /// A class around the system's `Mutex`, which is noncopyable and therefore cannot be captured by a closure.
    package final class Lock<Value>: Sendable {
        private let mutex: Mutex<Value>

        package init(_ value: sending Value) {
            mutex = Mutex(value)
        }

        /// Runs `body` with exclusive access to the value; blocks the thread until the lock is available.
        package func withLock<Result, Failure: Error>(
            _ body: (inout sending Value) throws(Failure) -> sending Result
        ) throws(Failure) -> sending Result {
            try mutex.withLock(body)
        }

        /// Runs `body` with exclusive access to the value if the lock is available without waiting; otherwise returns
        /// nil.
        package func withLockIfAvailable<Result, Failure: Error>(
            _ body: (inout sending Value) throws(Failure) -> sending Result
        ) throws(Failure) -> sending Result? {
            try mutex.withLockIfAvailable(body)
        }
    }
#else
    /// A value protected by a lock: the storage of this package's state machines.
    ///
    /// Equivalent to `Mutex`, implemented with a plain pthread mutex. ThreadSanitizer does not see Linux's own
    /// `Mutex`: it would report a race for every contended lock, and bury the real ones. The mutex stands behind the
    /// value in one allocation, where it does not move.
    package struct Lock<Value>: @unchecked Sendable {  // The mutex guards every access to the value.
        private final class Storage: ManagedBuffer<Value, pthread_mutex_t> {
            deinit {
                _ = withUnsafeMutablePointerToElements { pthread_mutex_destroy($0) }
            }
        }

        private let storage: ManagedBuffer<Value, pthread_mutex_t>

        package init(_ value: sending Value) {
            storage = Storage.create(minimumCapacity: 1) { _ in value }
            _ = storage.withUnsafeMutablePointerToElements { pthread_mutex_init($0, nil) }
        }

        /// Runs `body` with exclusive access to the value; blocks the thread until the lock is available.
        package func withLock<Result, Failure: Error>(
            _ body: (inout sending Value) throws(Failure) -> sending Result
        ) throws(Failure) -> sending Result {
            _ = storage.withUnsafeMutablePointerToElements(pthread_mutex_lock)
            defer { _ = storage.withUnsafeMutablePointerToElements(pthread_mutex_unlock) }
            return try body(&storage.header)
        }

        /// Runs `body` with exclusive access to the value if the lock is available without waiting; otherwise returns
        /// nil.
        package func withLockIfAvailable<Result, Failure: Error>(
            _ body: (inout sending Value) throws(Failure) -> sending Result
        ) throws(Failure) -> sending Result? {
            guard storage.withUnsafeMutablePointerToElements(pthread_mutex_trylock) == 0 else { return nil }
            defer { _ = storage.withUnsafeMutablePointerToElements(pthread_mutex_unlock) }
            return try body(&storage.header)
        }
    }
#endif

/// A thread-safe counter that returns 1, 2, 3, ….
final class Counter: Sendable {
    private let last = Atomic<UInt64>(0)

    /// The last number returned; 0 before the first.
    var current: UInt64 { last.load(ordering: .acquiring) }

    @discardableResult func next() -> UInt64 {
        last.add(1, ordering: .acquiringAndReleasing).newValue
    }
}
