/// Why a caching window cannot be worked out; each case carries the value that was wrong.
public enum WindowError: Error, Hashable, Sendable {
    /// A list holds at least no items.
    case invalidCount(Int)
    /// The visible positions are not all within the list.
    case visibleRangeOutOfBounds(Range<Int>, count: Int)
    /// The speed is not a number of items a second.
    case invalidSpeed(Double)
    /// A window holds 1 to 10,000 items.
    case invalidMostItems(Int)
    /// A lead is at least no time.
    case invalidLeadTime(Duration)
    /// A lead is at least no items.
    case invalidSmallestLead(Int)
    /// The list is a snapshot from behind another door than the manager's.
    case foreignSnapshot(of: LibraryIdentity)
}

extension WindowError: CustomStringConvertible {
    /// What went wrong with which value, for logs; the wording may change.
    public var description: String {
        switch self {
        case .invalidCount(let count): "A list cannot hold \(count) items."
        case .visibleRangeOutOfBounds(let range, let count): "Positions \(range) are not within 0..<\(count)."
        case .invalidSpeed(let speed): "\(speed) is no speed in items a second."
        case .invalidMostItems(let items): "A window cannot hold \(items) items; 1 to 10,000."
        case .invalidLeadTime(let time): "A window cannot lead by \(time)."
        case .invalidSmallestLead(let lead): "A window cannot lead by \(lead) items."
        case .foreignSnapshot(let library): "The snapshot of '\(library)' is from behind another door."
        }
    }
}
