#if PhotosDouble
    /// The numbers of living objects by type.
    package final class Census: Sendable {
        private struct State {
            var counts: [String: Int] = [:]
            var waiters: [Int: CheckedContinuation<Void, Never>] = [:]
            var lastWaiter = 0
        }

        private let state = Locked(State())

        /// Living objects by the name of their type; types without any are left out.
        package var alive: [String: Int] {
            state.withLock { $0.counts.filter { $0.value != 0 } }
        }

        /// Waits until no object is alive; a canceled task stops waiting.
        ///
        /// A callback that has just ended may still hold its objects for a moment.
        package func waitUntilEmpty() async {
            let number = state.withLock { state in
                state.lastWaiter += 1
                return state.lastWaiter
            }
            await withTaskCancellationHandler {
                await withCheckedContinuation { continuation in
                    let isOver = state.withLock { state in
                        let isOver = Task.isCancelled || state.counts.allSatisfy { $0.value == 0 }
                        if !isOver { state.waiters[number] = continuation }
                        return isOver
                    }
                    if isOver { continuation.resume() }
                }
            } onCancel: {
                state.withLock { $0.waiters.removeValue(forKey: number) }?.resume()
            }
        }

        func count(_ name: String) -> Alive {
            state.withLock { $0.counts[name, default: 0] += 1 }
            return Alive(name, in: self)
        }

        func count(_ type: Any.Type) -> Alive {
            count(String(describing: type))
        }

        fileprivate func end(_ name: String) {
            let waiters = state.withLock { state in
                state.counts[name, default: 0] -= 1
                guard state.counts.allSatisfy({ $0.value == 0 }) else { return [CheckedContinuation<Void, Never>]() }
                defer { state.waiters = [:] }
                return Array(state.waiters.values)
            }
            for waiter in waiters { waiter.resume() }
        }
    }

    /// Counts an object for as long as the object holds it.
    package final class Alive: Sendable {
        private let name: String
        private let census: Census

        fileprivate init(_ name: String, in census: Census) {
            (self.name, self.census) = (name, census)
        }

        deinit {
            census.end(name)
        }
    }
#endif
