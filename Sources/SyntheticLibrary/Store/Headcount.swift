import CameraRoll

/// Counts who is somewhere, such as the threads at a lock, so that a test can tell without a clock when they are there.
final class Headcount: Sendable {
    private struct Watch {
        let count: Int
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
            let met = state.watches.filter { $0.count <= state.count }
            state.watches.removeAll { $0.count <= state.count }
            return met
        }
        for watch in met { watch.continuation.resume() }
    }

    func leave(_ count: Int = 1) {
        state.withLock { $0.count -= count }
    }

    /// Returns once so many are there.
    func reaches(_ count: Int) async {
        await withCheckedContinuation { continuation in
            let isMet = state.withLock { state in
                if state.count < count { state.watches.append(Watch(count: count, continuation: continuation)) }
                return state.count >= count
            }
            if isMet { continuation.resume() }
        }
    }
}
