import CameraRoll
import Dispatch

/// A lock that is handed over in the order of arrival; system locks let a running thread barge in.
final class FairLock: Sendable {
    private struct State {
        var isHeld = false
        var waiting: [DispatchSemaphore] = []
    }

    private let state = Lock(State())

    func withLock<Value>(_ body: () throws -> Value) rethrows -> Value {
        let turn = state.withLock { state -> DispatchSemaphore? in
            guard state.isHeld else {
                state.isHeld = true
                return nil
            }
            let turn = DispatchSemaphore(value: 0)
            state.waiting.append(turn)
            return turn
        }
        turn?.wait()
        defer { handOver() }
        return try body()
    }

    private func handOver() {
        let next = state.withLock { state -> DispatchSemaphore? in
            guard state.waiting.isEmpty else { return state.waiting.removeFirst() }
            state.isHeld = false
            return nil
        }
        next?.signal()
    }
}

/// A library whose readers are let in by a fair lock.
struct FairlyLockedLibrary: UnprotectedLibrary {
    let library: any UnprotectedLibrary
    private let lock = FairLock()

    init(_ library: any UnprotectedLibrary) {
        self.library = library
    }

    func assets(in range: Range<Int>) throws -> [MediaAsset] {
        try lock.withLock { try library.assets(in: range) }
    }
}
