/// How far a caching window reaches beyond the screen.
public struct WindowLimits: Hashable, Sendable {
    /// The most items in the window, the visible ones included; 1 to 10,000, 250 by default.
    ///
    /// What the window holds is to fit into the part of the cache that is kept for pinned images, 128 MiB by default:
    /// 250 images of 4:3 that fill 300×300 pixels are 400×300 each, 115 MiB in all. What does not fit may be evicted.
    public var mostItems: Int
    /// How long before an item is seen its image is asked for; half a second by default.
    ///
    /// Raise it where decodes are slow: the lead in items is this time multiplied by the speed.
    public var leadTime: Duration
    /// The fewest items to lead by, also at rest and at both sides; 0 by default, and then it is half a screen (R70).
    public var smallestLead: Int

    /// Limits, each at its default unless given; wrong ones are refused where a window is worked out.
    public init(mostItems: Int = 250, leadTime: Duration = .milliseconds(500), smallestLead: Int = 0) {
        self.mostItems = mostItems
        self.leadTime = leadTime
        self.smallestLead = smallestLead
    }

    /// The most items that a window may be asked to hold: what it has to know of them is looked through now and then.
    private static let mostItemsAllowed = 10_000

    /// Refuses what no window can keep to.
    func validate() throws(WindowError) {
        guard (1...Self.mostItemsAllowed).contains(mostItems) else { throw .invalidMostItems(mostItems) }
        guard leadTime >= .zero else { throw .invalidLeadTime(leadTime) }
        guard smallestLead >= 0 else { throw .invalidSmallestLead(smallestLead) }
    }
}
