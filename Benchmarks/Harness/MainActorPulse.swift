import CameraRoll
import Dispatch
import Foundation

/// What a pulse felt.
struct Pulse: Sendable {
    /// How long the main actor let it wait.
    var gaps = Samples()
    /// How long a thread let it wait that does nothing else, at the same time: what the machine does to everybody.
    var idle = Samples()
    /// The most threads that the process had.
    var threads = 0

    /// Whether the main actor let nobody wait longer than it may, or than an idle thread did.
    var isAllowed: Bool { gaps.max <= max(Self.allowedGap, idle.max) }
    /// Whether it is allowed only because an idle thread was no quicker.
    var isExcused: Bool { isAllowed && gaps.max > Self.allowedGap }

    /// Half a frame of a screen that has 60 a second.
    static let allowedGap: UInt64 = 8_300_000
}

/// Feels each millisecond how long the main actor lets others wait.
///
/// The pulse comes from a thread of its own, so that a pool whose threads are blocked cannot hide what the main actor
/// does.
enum MainActorPulse {
    /// Feels the main actor, and an idle thread beside it, while something goes on.
    static func during<Value: Sendable>(
        _ body: () async throws -> Value
    ) async rethrows -> (value: Value, pulse: Pulse) {
        let isOver = Lock(false)
        let goesOn: @Sendable () -> Bool = { !isOver.withLock(\.self) }
        async let felt = PulseThread(askMainActor).beat(while: goesOn)
        async let idle = PulseThread(IdleThread().ask).beat(while: goesOn)
        defer { isOver.withLock { $0 = true } }
        let value = try await body()
        isOver.withLock { $0 = true }
        var pulse = await felt
        pulse.idle = await idle.gaps
        return (value, pulse)
    }

    /// Feels the main actor until some uptime.
    @concurrent static func until(_ end: UInt64) async -> Pulse {
        await PulseThread(askMainActor).beat { uptime() < end }
    }

    @Sendable private static func askMainActor(_ answer: @escaping @Sendable () -> Void) {
        Task(priority: .high) { @MainActor in answer() }
    }
}

/// A thread that asks somebody each millisecond, and takes note of how long the answer takes.
private final class PulseThread: Sendable {
    typealias Ask = @Sendable (_ answer: @escaping @Sendable () -> Void) -> Void

    private let ask: Ask
    private let pulse = Lock(Pulse())

    init(_ ask: @escaping Ask) {
        self.ask = ask
    }

    @concurrent func beat(while goesOn: @escaping @Sendable () -> Bool) async -> Pulse {
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
        ask { [self] in
            addGap(uptime() - asked)
            served.signal()
        }
        served.wait()
        let threads = threadCount() ?? 0
        pulse.withLock { $0.threads = max($0.threads, threads) }
        Thread.sleep(forTimeInterval: 0.001)
    }

    /// Adds what each millisecond's pulse would have waited that nobody answered: one long gap is many late pulses, and
    /// not one slow pulse among many quick ones.
    private func addGap(_ nanoseconds: UInt64) {
        pulse.withLock { pulse in
            for missed in stride(from: 0, through: nanoseconds, by: 1_000_000) { pulse.gaps.add(nanoseconds - missed) }
        }
    }
}

/// A thread that does nothing but answer, as long as somebody has it.
private final class IdleThread: Sendable {
    private final class Box: Sendable {
        /// Those that were asked for; nil where nobody will ask any more.
        let answers = Lock<[@Sendable () -> Void]?>([])
        let signal = DispatchSemaphore(value: 0)

        func run() {
            while true {
                signal.wait()
                let asked = answers.withLock { answers in
                    defer { if answers != nil { answers = [] } }
                    return answers
                }
                guard let asked else { return }
                asked.forEach { $0() }
            }
        }
    }

    private let box = Box()

    init() {
        let thread = Thread { [box] in box.run() }
        thread.qualityOfService = .userInteractive
        thread.start()
    }

    deinit {
        box.answers.withLock { $0 = nil }
        box.signal.signal()
    }

    @Sendable func ask(_ answer: @escaping @Sendable () -> Void) {
        box.answers.withLock { $0?.append(answer) }
        box.signal.signal()
    }
}
