import CameraRoll

/// Counts the threads that wait at a lock, so that a test can tell without a clock that one is blocked.
final class ThreadsAtLock: Sendable {
    private struct Watch {
        let threads: Int
        let continuation: CheckedContinuation<Void, Never>
    }

    private struct State {
        var count = 0
        var watches: [Watch] = []
    }

    private let state = Lock(State())

    var count: Int { state.withLock { $0.count } }

    func enter() {
        let met = state.withLock { state in
            state.count += 1
            let met = state.watches.filter { $0.threads <= state.count }
            state.watches.removeAll { $0.threads <= state.count }
            return met
        }
        for watch in met { watch.continuation.resume() }
    }

    func leave() {
        state.withLock { $0.count -= 1 }
    }

    /// Returns once so many threads wait.
    func reaches(_ threads: Int) async {
        await withCheckedContinuation { continuation in
            let isMet = state.withLock { state in
                if state.count < threads { state.watches.append(Watch(threads: threads, continuation: continuation)) }
                return state.count >= threads
            }
            if isMet { continuation.resume() }
        }
    }
}
