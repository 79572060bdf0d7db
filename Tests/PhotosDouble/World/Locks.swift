#if PhotosDouble
    import Foundation

    /// A value behind a lock, which the Thread Sanitizer sees; it does not see Linux's `Mutex`.
    package final class Locked<Value>: @unchecked Sendable {  // The value is only reached with the lock held.
        private let lock = NSLock()
        private var value: Value

        package init(_ value: Value) {
            self.value = value
        }

        package func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
            lock.lock()
            defer { lock.unlock() }
            return try body(&value)
        }
    }

    /// A value that one thread hands to another, and does not touch afterwards.
    struct Handed<Value>: @unchecked Sendable {  // Apple's blocks are not Sendable, and called on other threads.
        let value: Value
    }

    /// Ends the process, where Apple raises an exception that Swift cannot catch.
    func raise(_ reason: String) -> Never {
        fatalError("PhotoKit raises an exception here: \(reason)")
    }

    /// Lets tasks pass one at a time, in their order.
    final class Turnstile: Sendable {
        private let state = Locked<(isTaken: Bool, waiting: [CheckedContinuation<Void, Never>])>((false, []))

        func enter() async {
            await withCheckedContinuation { continuation in
                let isFree = state.withLock { state in
                    if state.isTaken {
                        state.waiting.append(continuation)
                        return false
                    }
                    state.isTaken = true
                    return true
                }
                if isFree { continuation.resume() }
            }
        }

        func leave() {
            let next = state.withLock { state -> CheckedContinuation<Void, Never>? in
                if state.waiting.isEmpty {
                    state.isTaken = false
                    return nil
                }
                return state.waiting.removeFirst()
            }
            next?.resume()
        }
    }
#endif
