/// How a list is scrolled: where it is and how fast it moves, as a function of time alone.
///
/// A frame that comes late finds the list where it is by then, as on a screen.
struct ScrollScript: Sendable {
    /// A stretch of time in which the speed changes evenly.
    struct Phase: Sendable {
        let name: String
        /// How long it takes, in seconds.
        var seconds: Double
        /// Rows a second at its start.
        var from = 0.0
        /// Rows a second at its end.
        var to = 0.0
        /// Rows that the list jumps by as it begins.
        var jump = 0.0

        /// Rows from the phase's start.
        fileprivate func distance(at time: Double) -> Double {
            jump + from * time + (to - from) * time * time / (2 * seconds)
        }

        fileprivate func speed(at time: Double) -> Double {
            from + (to - from) * time / seconds
        }
    }

    /// What is at one time.
    struct Moment: Equatable, Sendable {
        /// The upper edge of the screen, in rows.
        var row: Double
        /// Rows a second, less than 0 upwards.
        var speed: Double
        /// The number of the phase.
        var phase: Int
    }

    /// The row that the screen begins with.
    let start: Double
    let phases: [Phase]

    /// How long all takes, in seconds.
    var seconds: Double { phases.reduce(0) { $0 + $1.seconds } }

    /// Where the list is so many seconds after the start; behind the end it rests.
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

    /// When a phase begins and ends, in seconds; nil where there is none of the name.
    func times(of name: String) -> Range<Double>? {
        guard let number = phases.firstIndex(where: { $0.name == name }) else { return nil }
        let start = phases[..<number].reduce(0) { $0 + $1.seconds }
        return start..<start + phases[number].seconds
    }
}

extension ScrollScript {
    static let hold = "hold"
    static let rest = "rest"

    /// A fling: it accelerates, holds its speed, reverses, and jumps; `scale` stretches each phase.
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

    /// The scroll bar dragged over so many rows, and let go.
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
