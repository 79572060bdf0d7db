import CameraRoll
import Foundation

/// How late an idle thread wakes during the whole run: the effect of the machine on every thread.
final class MachineNoise: Sendable {
    /// The delays of one second of the run, in nanoseconds.
    struct Second: Equatable, Sendable {
        /// The seconds since the beginning.
        var time: Double
        var median: Double
        var slow: Double
        var longest: Double
    }

    /// The pause between two beats, long enough for the thread to cost nothing.
    private static let pause = 0.01

    private struct State {
        var seconds: [Second] = []
        var current = Samples()
        var isOver = false
    }

    /// The time at which the measurement began, in nanoseconds of the system's uptime.
    let began = uptime()
    private let state = Lock(State())

    /// The completed seconds so far.
    var seconds: [Second] { state.withLock(\.seconds) }

    /// Starts the thread; ``stop()`` ends it.
    func start() {
        let thread = Thread { while self.beat() {} }
        thread.qualityOfService = .userInteractive
        thread.name = "bench.noise"
        thread.start()
    }

    func stop() {
        state.withLock { $0.isOver = true }
    }

    /// Returns whether another beat follows.
    private func beat() -> Bool {
        let due = uptime() + UInt64(Self.pause * 1e9)
        Thread.sleep(forTimeInterval: Self.pause)
        let now = uptime()
        return state.withLock { state in
            state.current.add(now - min(due, now))
            let elapsed = Double(now - began) / 1e9
            guard elapsed >= Double(state.seconds.count + 1) else { return !state.isOver }
            let beats = state.current
            state.seconds.append(
                Second(
                    time: elapsed, median: Double(beats.median), slow: Double(beats.percentile(99)),
                    longest: Double(beats.max)))
            state.current = Samples()
            return !state.isOver
        }
    }
}

extension MachineNoise {
    /// The noise as a figure, with the beginning of each scenario.
    func figure(_ sections: [RunRecord.Section]) -> LineChart {
        Self.figure(seconds, marks: sections.map { (Double($0.began - min(began, $0.began)) / 1e9, $0.name) })
    }

    static func figure(_ seconds: [Second], marks: [(time: Double, name: String)]) -> LineChart {
        LineChart(
            name: "noise", title: "The machine during the run",
            reading: """
                How late an idle thread woke, second by second: where these lines rise, the machine was busy with \
                something else, and figures of that moment are slow for every variant. Upright lines begin a scenario.
                """,
            quantity: .nanoseconds, isLogarithmic: true, values: "wakes late by",
            series: [
                Series(name: "half of the beats", values: seconds.map { ($0.time, $0.median) }),
                Series(name: "99 %", values: seconds.map { ($0.time, $0.slow) }),
                Series(name: "longest", values: seconds.map { ($0.time, $0.longest) }),
            ], marks: marks)
    }
}
