import CameraRoll
import Dispatch
import Foundation

/// The results of a heartbeat measurement.
struct Heartbeat: Sendable {
    /// The delays of the main actor.
    var gaps = Samples()
    /// The delays of an idle thread at the same time: the effect of the machine on every thread.
    var idle = Samples()
    /// The processor time of the main actor's turns between two responses; `threadWork` if turns are not measured.
    ///
    /// The rest of a longer delay was spent by other threads, or sleeping.
    var work = Samples()
    /// The maximum of this work, and what the benchmark was doing then.
    var mostWork = MainActorTurns.Turn()
    /// The processor time of the responding thread between two consecutive responses on that thread.
    ///
    /// No turn of the main actor there took more; other work of the thread counts too.
    var threadWork = Samples()
    /// The maximum number of threads of the process.
    var threads = 0
    /// The delays of a millisecond or longer, with their times.
    var longGaps: [StallTimeline.Interval] = []

    /// Whether the main actor's longest delay is below the limit, or that of the idle thread.
    var isAllowed: Bool { gaps.max <= max(Self.allowedGap, idle.max) }
    /// Whether it is allowed only because the idle thread was no faster.
    var isExcused: Bool { isAllowed && gaps.max > Self.allowedGap }

    /// Half a frame at 60 frames per second.
    static let allowedGap: UInt64 = 8_300_000
}

/// Measures once per millisecond how long the main actor takes to respond.
///
/// The heartbeat comes from its own thread, so that a pool with blocked threads cannot hide a blocked main actor.
enum MainActorHeartbeat {
    /// Measures the main actor, and an idle thread, while `body` runs.
    static func during<Value: Sendable>(
        _ body: () async throws -> Value
    ) async rethrows -> (value: Value, heartbeat: Heartbeat) {
        let isOver = Lock(false)
        // The turn that began earlier does not count.
        await Task.yield()
        _ = MainActorTurns.takeWork()
        let goesOn: @Sendable () -> Bool = { !isOver.withLock(\.self) }
        async let felt = HeartbeatThread(measuresTurns: true, askMainActor).beat(while: goesOn)
        async let idle = HeartbeatThread(IdleThread().ask).beat(while: goesOn)
        defer { isOver.withLock { $0 = true } }
        let value = try await body()
        isOver.withLock { $0 = true }
        var heartbeat = await felt
        heartbeat.idle = await idle.gaps
        return (value, heartbeat)
    }

    /// Measures the main actor until an uptime.
    @concurrent static func until(_ end: UInt64) async -> Heartbeat {
        await HeartbeatThread(measuresTurns: true, askMainActor).beat { uptime() < end }
    }

    @Sendable private static func askMainActor(_ answer: @escaping @Sendable () -> Void) {
        Task(priority: .high) { @MainActor in answer() }
    }
}

/// A thread that sends a heartbeat every millisecond, and records the time until the response.
private final class HeartbeatThread: Sendable {
    typealias Ask = @Sendable (_ answer: @escaping @Sendable () -> Void) -> Void

    private struct Response {
        let thread: ObjectIdentifier
        let time: UInt64
    }

    private let ask: Ask
    private let measuresTurns: Bool
    private let heartbeat = Lock(Heartbeat())
    private let lastResponse = Lock<Response?>(nil)

    /// - Parameter measuresTurns: whether the main actor responds.
    init(measuresTurns: Bool = false, _ ask: @escaping Ask) {
        (self.ask, self.measuresTurns) = (ask, measuresTurns)
    }

    @concurrent func beat(while goesOn: @escaping @Sendable () -> Bool) async -> Heartbeat {
        await withCheckedContinuation { continuation in
            let thread = Thread {
                while goesOn() { self.beatOnce() }
                continuation.resume(returning: self.heartbeat.withLock(\.self))
            }
            thread.qualityOfService = .userInteractive
            thread.start()
        }
    }

    private func beatOnce() {
        let served = DispatchSemaphore(value: 0)
        let asked = uptime()
        ask { [self] in
            addGap(from: asked, to: uptime())
            addWork()
            served.signal()
        }
        served.wait()
        let threads = threadCount() ?? 0
        heartbeat.withLock { $0.threads = max($0.threads, threads) }
        Thread.sleep(forTimeInterval: 0.001)
    }

    /// Adds the work of the main actor since the last response.
    private func addWork() {
        let threadWork = addThreadWork()
        guard measuresTurns, let work = MainActorTurns.takeWork() ?? threadWork.map({ .init(work: $0) }) else { return }
        heartbeat.withLock { heartbeat in
            heartbeat.work.add(work.work)
            if work.work > heartbeat.mostWork.work { heartbeat.mostWork = work }
        }
    }

    /// Adds the processor time since the last response, and returns it; nil if another thread responded then.
    private func addThreadWork() -> UInt64? {
        let response = Response(thread: ObjectIdentifier(Thread.current), time: threadTime())
        let last = lastResponse.withLock { last in
            defer { last = response }
            return last
        }
        guard let last, last.thread == response.thread else { return nil }
        heartbeat.withLock { $0.threadWork.add(response.time - last.time) }
        return response.time - last.time
    }

    /// Adds the delays of all heartbeats that were due during a gap: a long gap delays many heartbeats, and does not
    /// count as a single slow one among many fast ones.
    private func addGap(from start: UInt64, to end: UInt64) {
        let nanoseconds = end - start
        heartbeat.withLock { heartbeat in
            if nanoseconds >= 1_000_000 { heartbeat.longGaps.append(.init(label: "gap", start: start, end: end)) }
            for missed in stride(from: 0, through: nanoseconds, by: 1_000_000) {
                heartbeat.gaps.add(nanoseconds - missed)
            }
        }
    }
}

/// A thread that only responds to heartbeats until it is released.
private final class IdleThread: Sendable {
    private final class Box: Sendable {
        /// The pending responses; nil once the thread is no longer needed.
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
