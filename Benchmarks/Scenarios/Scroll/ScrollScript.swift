/// A scrolled list's position and speed as a function of time.
///
/// A late frame finds the list where it would be by then, as on a screen.
struct ScrollScript: Sendable {
    /// A period in which the speed changes linearly.
    struct Phase: Sendable {
        let name: String
        /// Its duration in seconds.
        var seconds: Double
        /// The speed at its start, in rows per second.
        var from = 0.0
        /// The speed at its end, in rows per second.
        var to = 0.0
        /// The rows that the list jumps by at its start.
        var jump = 0.0

        /// The rows from the phase's start.
        fileprivate func distance(at time: Double) -> Double {
            jump + from * time + (to - from) * time * time / (2 * seconds)
        }

        fileprivate func speed(at time: Double) -> Double {
            from + (to - from) * time / seconds
        }
    }

    /// The state at one time.
    struct Moment: Equatable, Sendable {
        /// The upper edge of the screen, in rows.
        var row: Double
        /// The speed in rows per second, negative upward.
        var speed: Double
        /// The number of the phase.
        var phase: Int
    }

    /// The row at which the screen starts.
    let start: Double
    let phases: [Phase]

    /// The total duration in seconds.
    var seconds: Double { phases.reduce(0) { $0 + $1.seconds } }

    /// The state a number of seconds after the start; after the end, the list rests.
    func moment(at time: Double) -> Moment {
        var (row, time) = (start, time)
        for (number, phase) in phases.enumerated() {
            if time < phase.seconds {
                return Moment(row: row + phase.distance(at: time), speed: phase.speed(at: time), phase: number)
            }
            row += phase.distance(at: phase.seconds)
            time -= phase.seconds
        }
        return Moment(row: row, speed: 0, phase: phases.count - 1)
    }

    /// The start and the end of a phase in seconds; nil if no phase has the name.
    func times(of name: String) -> Range<Double>? {
        guard let number = phases.firstIndex(where: { $0.name == name }) else { return nil }
        let start = phases[..<number].reduce(0) { $0 + $1.seconds }
        return start..<start + phases[number].seconds
    }
}

extension ScrollScript {
    static let hold = "hold"
    static let rest = "rest"

    /// A fast scroll that accelerates, holds its speed, reverses, and jumps; `scale` stretches each phase.
    static func fling(from row: Double, speed: Double, jump: Double, scale: Double) -> ScrollScript {
        ScrollScript(
            start: row,
            phases: [
                Phase(name: "open", seconds: 0.5 * scale),
                Phase(name: "accelerate", seconds: 1 * scale, to: speed),
                Phase(name: hold, seconds: 3 * scale, from: speed, to: speed),
                Phase(name: "reverse", seconds: 1.5 * scale, from: speed, to: -speed),
                Phase(name: "jump", seconds: 1 * scale, jump: jump),
            ])
    }

    /// The scroll bar dragged over a number of rows, and released.
    static func drag(over rows: Double, scale: Double) -> ScrollScript {
        let speed = rows / (2 * scale)
        return ScrollScript(
            start: 0,
            phases: [
                Phase(name: "open", seconds: 0.5 * scale),
                Phase(name: "drag", seconds: 2 * scale, from: speed, to: speed),
                Phase(name: rest, seconds: 1 * scale),
            ])
    }
}
