/// How urgent a job is on a library executor: each lane is first in, first out, and the most urgent lane goes first.
public enum ExecutorLane: Int, Hashable, Sendable, CaseIterable, Comparable {
    /// What the user waits for: `TaskPriority.userInitiated` (`.high`) and above.
    case interactive
    /// The middle: `.medium`, and tasks without a priority of their own.
    case standard
    /// What the user will need soon: `.utility`, such as windows and preloads.
    case utility
    /// Everything below.
    case background

    /// The lane for jobs of a task priority.
    public init(_ priority: TaskPriority) {
        self.init(rawPriority: priority.rawValue)
    }

    init(rawPriority: UInt8) {
        self =
            switch rawPriority {
            case TaskPriority.userInitiated.rawValue...: .interactive
            case TaskPriority.medium.rawValue...: .standard
            case TaskPriority.utility.rawValue...: .utility
            default: .background
            }
    }

    /// The more urgent lane is the smaller.
    public static func < (lhs: ExecutorLane, rhs: ExecutorLane) -> Bool {
        lhs.rawValue < rhs.rawValue
    }
}
