import CameraRoll
import Foundation

/// A line that says what is running, for how long, and for about how much longer.
///
/// In a terminal it overwrites the previous line; elsewhere each is a line of its own.
final class StatusLine: Sendable {
    private let began = uptime()
    private let expected: Double
    private let isTerminal = isatty(STDERR_FILENO) == 1
    private let width = Terminal(of: STDERR_FILENO).width
    private let scenarios = Lock<(current: String, pace: Double)>(("", 1))

    /// - Parameter expected: the number of seconds that all scenarios take together; 0 if unknown.
    init(expected: Double) {
        self.expected = expected
    }

    /// Begins a scenario; the previous ones usually take this number of seconds.
    func begin(_ scenario: String, after done: Double) {
        // How much slower than usual this machine has been so far; the first scenarios are too short to tell.
        let pace = done > 5 ? Double(uptime() - began) / 1e9 / done : 1
        scenarios.withLock { $0 = (scenario, pace) }
    }

    func show(_ text: String) {
        let (scenario, pace) = scenarios.withLock(\.self)
        let elapsed = Double(uptime() - began) / 1e9
        let line = Self.line(scenario, text, elapsed: elapsed, expected: expected * pace)
        // Erased to its end, so that a shorter line leaves nothing of a longer one.
        let whole = isTerminal ? "\r\u{1B}[K\(Self.cut(line, to: width - 1))" : "\(line)\n"
        FileHandle.standardError.write(Data(whole.utf8))
    }

    /// Shortens a line so that a narrow terminal does not break it into two, of which only the second would be
    /// overwritten.
    static func cut(_ line: String, to width: Int) -> String {
        line.count <= width ? line : line.prefix(max(width - 1, 0)) + "…"
    }

    /// Prints lines in place of the status line in a terminal.
    ///
    /// Piped output is buffered, so it is flushed to keep lines of progress from appearing in the middle of a line.
    func print(_ lines: [String]) {
        clear()
        for line in lines { Swift.print(line) }
        fflush(nil)
    }

    /// Ends the status line in a terminal before something else is printed.
    func clear() {
        if isTerminal { FileHandle.standardError.write(Data("\r\u{1B}[K".utf8)) }
    }

    /// - Parameter expected: the number of seconds that the whole run takes at the current pace; 0 if unknown.
    static func line(_ scenario: String, _ text: String, elapsed: Double, expected: Double) -> String {
        let spent = "\(Int(elapsed)) s"
        guard expected > 0 else { return "  … \(scenario): \(text) (\(spent))" }
        let left = max(expected - elapsed, 0)
        let rest = left >= 1 ? ", about \(Int((left / 5).rounded(.up)) * 5) s left" : ""
        return "  … \(scenario): \(text) (\(spent)\(rest))"
    }
}
