import CameraRoll
import Dispatch
import Foundation

/// The cost of a call to an executor and back.
struct ExecutorScenario: Scenario {
    let name = "executor"
    let title = "A call to the library's thread and back"
    let section = "stall"
    let summary = "a hop to the library executor and back, against the alternatives; a read without a hop"
    let provenance = """
        All real: the hops involve no library, the reads a synthetic one without costs. Each variant in turn, in many
          short rounds with new threads. Medians are judged. The fastest tenth of the rounds stands beside, since the
          system's choice of cores decides more than the code: a thread that sleeps on another, idle core wakes late.
          The bare threads show it without any code of ours: one semaphore each way. `taskset -c 0` takes the choice
          away from all of them.
        """

    private static let library = "library executor"
    private static let dispatch = "dispatch queue executor"
    private static let plain = "default actor"
    private static let bare = "two threads, two semaphores"

    let quickSeconds = 0.5

    func run(_ options: Options, into report: inout Report) async throws {
        let rounds = options.isQuick ? 10 : 100
        let calls = 50
        var figures: [String: Figures] = [:]
        var bare = Samples()
        for _ in 0..<rounds {
            // New threads and queues in each round: the core that the system assigns matters more than the code.
            for (name, subject) in Self.makeSubjects() {
                figures[name, default: Figures()].fromMain.add(await Self.hopFromMain(to: subject, calls: calls).median)
                figures[name, default: Figures()].fromPool.add(await Self.hopFromPool(to: subject, calls: calls).median)
                figures[name, default: Figures()].paused.add(
                    await Self.hopWithPauses(to: subject, calls: calls / 5).median)
                figures[name, default: Figures()].contended.add(await Self.contended(subject, calls: calls))
            }
            bare.add(await BareThread().touch(times: calls).median)
        }
        report.record(Self.bare, "hop and back, from main", Double(bare.median), "ns", samples: bare)
        publish(figures, bare, await measureNeighbors(rounds: rounds / 10), into: &report)
        try await IsolatedReads(rounds: rounds, reads: 1_000).publish(into: &report)
    }

    private static func makeSubjects() -> [(String, any Subject)] {
        [
            (library, ExecutorActor(LibraryExecutor(label: "bench.executor"))),
            (dispatch, ExecutorActor(DispatchQueueExecutor())),
            (plain, DefaultActor()),
        ]
    }

    @MainActor private static func hopFromMain(to subject: any Subject, calls: Int) async -> Samples {
        var samples = Samples()
        for _ in 0..<calls {
            let start = uptime()
            await subject.touch()
            samples.add(uptime() - start)
        }
        return samples
    }

    /// Calls from a thread of the cooperative pool.
    ///
    /// The clock is read before and after each call: without work in between, the compiler would remove the hop
    /// back.
    @concurrent private static func hopFromPool(to subject: any Subject, calls: Int) async -> Samples {
        var samples = Samples()
        for _ in 0..<calls {
            let start = uptime()
            await subject.touch()
            samples.add(uptime() - start)
        }
        return samples
    }

    /// Calls from the main actor, which works for 50 µs before each call, so that the executor's thread is asleep.
    @MainActor private static func hopWithPauses(to subject: any Subject, calls: Int) async -> Samples {
        var samples = Samples()
        for _ in 0..<calls {
            let pause = uptime() + 50_000
            while uptime() < pause {}
            let start = uptime()
            await subject.touch()
            samples.add(uptime() - start)
        }
        return samples
    }

    /// The time of one call while 16 tasks make as many calls each.
    private static func contended(_ subject: any Subject, calls: Int) async -> UInt64 {
        let elapsed = await timed {
            await withDiscardingTaskGroup { group in
                for _ in 0..<16 {
                    group.addTask { _ = await hopFromPool(to: subject, calls: calls) }
                }
            }
        }
        return elapsed / UInt64(16 * calls)
    }

    private func measureNeighbors(rounds: Int) async -> Samples {
        let executor = LibraryExecutor(label: "bench.executor")
        let caller = CallingActor(executor, neighbor: ExecutorActor(executor))
        var samples = Samples()
        for _ in 0..<rounds {
            let calls = 100_000
            samples.add(await caller.callNeighbor(times: calls) / UInt64(calls))
        }
        return samples
    }

    private func publish(
        _ figures: [String: Figures], _ bare: Samples, _ neighbor: Samples, into report: inout Report
    ) {
        let mine = figures[Self.library] ?? Figures()
        let dispatch = figures[Self.dispatch] ?? Figures()
        let rows = [Self.library, Self.dispatch, Self.plain].map { name in
            let figure = figures[name] ?? Figures()
            for (metric, samples) in figure.byMetric {
                // The cores on which a process finds its threads change the ratio of two hops fivefold from run to run.
                report.record(
                    name, metric, Double(samples.median), "ns", samples: samples,
                    rival: name == Self.library ? Measurement.placementOfThreads : nil)
            }
            return [name] + figure.byMetric.flatMap { [time($0.samples.median), time($0.samples.fast)] }
        }
        report.record(Self.library, "call between actors on it", Double(neighbor.median), "ns")
        let columns = ["from the main actor", "from the pool", "main, after 50 µs of work", "16 callers at once"]
        let control = [Self.bare, time(bare.median), time(bare.fast)] + Array(repeating: "–", count: 6)
        report.table(
            ["hop and back: median, fastest tenth"] + columns.flatMap { [$0, "fastest"] }, rows + [control])
        let pairs = zip(mine.byMetric, dispatch.byMetric).prefix(3)
        let worst = pairs.map { $0.samples.over($1.samples) }.max() ?? 0
        let fastest = pairs.map { $0.samples.fastOver($1.samples) }.max() ?? 0
        show(figures, in: report)
        report.goal(
            "hop against a dispatch queue's, the worst of three", "\(ratio(worst)), fastest tenth \(ratio(fastest))",
            asked: "≤ 1.0×", isMet: worst <= 1, bound: .atMost(1, found: worst))
        report.goal(
            "call between two actors on it", time(neighbor.median), asked: "≤ 20 ns", isMet: neighbor.median <= 20,
            bound: .atMost(20, found: Double(neighbor.median)))
        conclude(mine.fromMain, dispatch.fromMain, neighbor, in: report)
    }

    private func conclude(_ mine: Samples, _ dispatch: Samples, _ neighbor: Samples, in report: Report) {
        report.conclude(
            "From the main actor to the library's thread and back takes \(time(mine.median)), to a dispatch queue "
                + "\(time(dispatch.median)): \(ratio(mine.over(dispatch))). The fastest tenth: \(time(mine.fast)) and "
                + "\(time(dispatch.fast)).")
        report.conclude(
            "A call between two actors on the library's executor takes \(time(neighbor.median)). An ordinary actor is "
                + "quicker than both, and must not block.")
    }

    private func show(_ figures: [String: Figures], in report: Report) {
        let series = [Self.library, Self.dispatch, Self.plain].map { name in
            Series(name: name, isOwn: name == Self.library, values: Quantiles((figures[name] ?? Figures()).fromMain))
        }
        report.show(LatencyCurve(name: "executor", title: "A hop from the main actor and back", series: series))
    }

    private struct Figures {
        var fromMain = Samples()
        var fromPool = Samples()
        var paused = Samples()
        var contended = Samples()

        /// The samples, each with the name of its measurement.
        var byMetric: [(metric: String, samples: Samples)] {
            [
                ("hop and back, from main", fromMain), ("hop and back, from the pool", fromPool),
                ("hop and back, from main, with pauses", paused), ("call, 16 producers", contended),
            ]
        }
    }
}

/// The called actor.
private protocol Subject: Actor {
    func touch()
}

private actor DefaultActor: Subject {
    private var touches = 0
    func touch() { touches += 1 }
}

private actor ExecutorActor: Subject {
    private let executor: any SerialExecutor
    private var touches = 0

    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    init(_ executor: any SerialExecutor) {
        self.executor = executor
    }

    func touch() { touches += 1 }
}

private actor CallingActor {
    private let executor: LibraryExecutor
    private let neighbor: ExecutorActor

    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    init(_ executor: LibraryExecutor, neighbor: ExecutorActor) {
        self.executor = executor
        self.neighbor = neighbor
    }

    func callNeighbor(times: Int) async -> UInt64 {
        await timed { for _ in 0..<times { await neighbor.touch() } }
    }
}

/// A thread that answers one caller, who blocks: what the system takes for two switches of threads.
private final class BareThread: Sendable {
    private let question = DispatchSemaphore(value: 0)
    private let answer = DispatchSemaphore(value: 0)

    @MainActor func touch(times: Int) -> Samples {
        let (question, answer) = (question, answer)
        Thread.detachNewThread {
            for _ in 0..<times {
                question.wait()
                answer.signal()
            }
        }
        var samples = Samples()
        for _ in 0..<times {
            let start = uptime()
            question.signal()
            answer.wait()
            samples.add(uptime() - start)
        }
        return samples
    }
}
