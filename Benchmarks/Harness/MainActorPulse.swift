import CameraRoll
import Dispatch
import Foundation

/// What a pulse felt of the main actor.
struct Pulse: Sendable {
    var gaps = Samples()
    /// The most threads that the process had.
    var threads = 0

    /// Adds what each millisecond's pulse would have waited that the main actor was not there for: one long gap is many
    /// late pulses, and not one slow pulse among many quick ones.
    mutating func addGap(_ nanoseconds: UInt64) {
        for missed in stride(from: 0, through: nanoseconds, by: 1_000_000) { gaps.add(nanoseconds - missed) }
    }
}

/// Feels each millisecond how long the main actor lets others wait.
///
/// The pulse comes from a thread of its own, so that a pool whose threads are blocked cannot hide what the main actor
/// does.
final class MainActorPulse: Sendable {
    private let pulse = Lock(Pulse())
    private let isOver = Lock(false)

    /// Feels the main actor while something goes on.
    static func during<Value: Sendable>(
        _ body: () async throws -> Value
    ) async rethrows -> (value: Value, pulse: Pulse) {
        let pulse = MainActorPulse()
        async let felt = pulse.beat()
        defer { pulse.end() }
        let value = try await body()
        pulse.end()
        return (value, await felt)
    }

    /// Feels the main actor until some uptime.
    @concurrent static func until(_ end: UInt64) async -> Pulse {
        await MainActorPulse().beat { uptime() < end }
    }

    private func end() { isOver.withLock { $0 = true } }

    @concurrent private func beat() async -> Pulse {
        await beat { !self.isOver.withLock(\.self) }
    }

    private func beat(while goesOn: @escaping @Sendable () -> Bool) async -> Pulse {
        await withCheckedContinuation { continuation in
            let thread = Thread {
                while goesOn() { self.beatOnce() }
                continuation.resume(returning: self.pulse.withLock(\.self))
            }
            thread.qualityOfService = .userInteractive
            thread.start()
        }
    }

    private func beatOnce() {
        let served = DispatchSemaphore(value: 0)
        let asked = uptime()
        Task(priority: .high) { @MainActor in
            let gap = uptime() - asked
            pulse.withLock { $0.addGap(gap) }
            served.signal()
        }
        served.wait()
        let threads = threadCount() ?? 0
        pulse.withLock { $0.threads = max($0.threads, threads) }
        Thread.sleep(forTimeInterval: 0.001)
    }
}
