import CameraRoll
import Dispatch

/// Counts waiters, such as the threads at a lock, so that a test can detect their arrival without a clock.
final class WaiterCounter: Sendable {
    private struct Watch {
        let number: UInt64
        let isMet: @Sendable (_ count: Int) -> Bool
        let continuation: CheckedContinuation<Void, Never>
    }

    private struct State {
        var count = 0
        var watches: [Watch] = []
        var next: UInt64 = 0

        /// Removes and returns the watches whose condition is met.
        mutating func takeMet() -> [Watch] {
            let met = watches.filter { $0.isMet(count) }
            watches.removeAll { $0.isMet(count) }
            return met
        }

        mutating func take(_ number: UInt64) -> Watch? {
            watches.firstIndex { $0.number == number }.map { watches.remove(at: $0) }
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

    /// Returns once so many have arrived, or the task is cancelled.
    func reaches(_ count: Int) async {
        await wait { $0 >= count }
    }

    /// Returns once no more than so many are left, or the task is cancelled.
    func falls(to count: Int) async {
        await wait { $0 <= count }
    }

    private func change(by step: Int) {
        let met = state.withLock { state in
            state.count += step
            return state.takeMet()
        }
        for watch in met { watch.continuation.resume() }
    }

    private func wait(until isMet: @escaping @Sendable (_ count: Int) -> Bool) async {
        let number = state.withLock { state in
            state.next += 1
            return state.next
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let mustWait = state.withLock { state in
                    // A cancellation before this has found no watch to end.
                    guard !isMet(state.count), !Task.isCancelled else { return false }
                    state.watches.append(Watch(number: number, isMet: isMet, continuation: continuation))
                    return true
                }
                if !mustWait { continuation.resume() }
            }
        } onCancel: {
            state.withLock { $0.take(number) }?.continuation.resume()
        }
    }
}

/// A one-time event for any number of waiting tasks.
final class Signal: Sendable {
    private struct State {
        var isSet = false
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Lock(State())

    func set() {
        let waiting = state.withLock { state in
            state.isSet = true
            defer { state.waiting = [] }
            return state.waiting
        }
        for continuation in waiting { continuation.resume() }
    }

    /// Returns once the signal is set.
    func wait() async {
        await withCheckedContinuation { continuation in
            let isSet = state.withLock { state in
                if !state.isSet { state.waiting.append(continuation) }
                return state.isSet
            }
            if isSet { continuation.resume() }
        }
    }
}

/// Reads that hang, one at a time since they hold the library's lock.
final class Hang: Sendable {
    private enum State {
        case armed
        case hung
        /// The next hang has been ended before it began.
        case calledOff
    }

    private let state = Lock(State.armed)
    private let hung = WaiterCounter()
    private let turnstile = DispatchSemaphore(value: 0)

    /// Blocks the thread until the hang is ended.
    func block() {
        let hangs = state.withLock { state in
            defer { state = state == .armed ? .hung : .armed }
            return state == .armed
        }
        guard hangs else { return }
        hung.enter()
        turnstile.wait()
    }

    /// Ends the hang, or keeps the next one from beginning.
    func end() {
        let isHung = state.withLock { state in
            defer { state = state == .hung ? .armed : .calledOff }
            return state == .hung
        }
        guard isHung else { return }
        hung.leave()
        turnstile.signal()
    }

    /// Has the next hang begin even if it was called off.
    func rearm() {
        state.withLock { if $0 == .calledOff { $0 = .armed } }
    }

    /// Returns once a read hangs, or the task is cancelled.
    func waitUntilHung() async {
        await hung.reaches(1)
    }
}
