import CameraRoll

/// Counts waiters, such as the threads at a lock, so that a test can detect their arrival without a clock.
final class WaiterCounter: Sendable {
    private struct Watch {
        let isMet: @Sendable (_ count: Int) -> Bool
        let wait: Completion<Void>
    }

    private struct State {
        var count = 0
        var watches: [Watch] = []

        /// Removes and returns the watches whose condition is met.
        mutating func takeMet() -> [Watch] {
            let met = watches.filter { $0.isMet(count) }
            watches.removeAll { $0.isMet(count) }
            return met
        }
    }

    private let state = Lock(State())

    var count: Int { state.withLock { $0.count } }

    func enter() {
        change(by: 1)
    }

    func leave(_ count: Int = 1) {
        change(by: -count)
    }

    /// Returns once at least this many have arrived, or the task is canceled.
    func reaches(_ count: Int) async {
        await wait { $0 >= count }
    }

    /// Returns at most once this many are left, or the task is canceled.
    func falls(to count: Int) async {
        await wait { $0 <= count }
    }

    private func change(by step: Int) {
        let met = state.withLock { state in
            state.count += step
            return state.takeMet()
        }
        for watch in met { watch.wait.end() }
    }

    private func wait(until isMet: @escaping @Sendable (_ count: Int) -> Bool) async {
        let wait = Completion<Void>()
        let mustWait = state.withLock { state in
            guard !isMet(state.count) else { return false }
            state.watches.append(Watch(isMet: isMet, wait: wait))
            return true
        }
        guard mustWait else { return }
        await wait.wait()
        // A canceled wait is still in the list.
        state.withLock { $0.watches.removeAll { $0.wait === wait } }
    }
}
