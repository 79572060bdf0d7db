/// How long changes are gathered before subscribers hear of them: libraries call many times for one change (R45).
public struct ChangeDelay: Hashable, Sendable {
    /// Subscribers hear of a burst once nothing more has come for so long; 30 ms by default.
    public var quiet: Duration
    /// They hear of it at the latest so long after it began, however it goes on; 250 ms by default.
    public var longest: Duration

    /// Delays, each with its default; what is not more than zero means at once, and 100 years are the most.
    public init(quiet: Duration = .milliseconds(30), longest: Duration = .milliseconds(250)) {
        self.quiet = quiet
        self.longest = longest
    }

    /// Every call of the library is heard of at once.
    public static let none = ChangeDelay(quiet: .zero, longest: .zero)
}
