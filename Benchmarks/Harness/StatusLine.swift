import CameraRoll
import Foundation

/// One line that says what runs, for how long, and about how long still.
///
/// On a terminal it is written over the line before; elsewhere each is a line of its own.
final class StatusLine: Sendable {
    private let began = uptime()
    private let expected: Double
    private let isTerminal = isatty(STDERR_FILENO) == 1
    private let width = Terminal(of: STDERR_FILENO).width
    private let scenarios = Lock<(current: String, pace: Double)>(("", 1))

    /// - Parameter expected: how many seconds all scenarios take together; 0 if that is not known.
    init(expected: Double) {
        self.expected = expected
    }

    /// Begins a scenario; those before it usually take so many seconds.
    func begin(_ scenario: String, after done: Double) {
        // How much slower than usual this machine was until here; the first scenarios are too short to tell.
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

    /// A line that a narrow terminal does not break into two, of which only the second would be written over.
    static func cut(_ line: String, to width: Int) -> String {
        line.count <= width ? line : line.prefix(max(width - 1, 0)) + "…"
    }

    /// Prints lines in place of the line on a terminal.
    ///
    /// Output that is piped is buffered: it is flushed, so that no line of progress comes into the middle of one.
    func print(_ lines: [String]) {
        clear()
        for line in lines { Swift.print(line) }
        fflush(nil)
    }

    /// Ends the line on a terminal, before something else is printed.
    func clear() {
        if isTerminal { FileHandle.standardError.write(Data("\r\u{1B}[K".utf8)) }
    }

    /// - Parameter expected: how many seconds the whole run takes at the present pace; 0 if that is not known.
    static func line(_ scenario: String, _ text: String, elapsed: Double, expected: Double) -> String {
        let spent = "\(Int(elapsed)) s"
        guard expected > 0 else { return "  … \(scenario): \(text) (\(spent))" }
        let left = max(expected - elapsed, 0)
        let rest = left >= 1 ? ", about \(Int((left / 5).rounded(.up)) * 5) s still" : ""
        return "  … \(scenario): \(text) (\(spent)\(rest))"
    }
}
