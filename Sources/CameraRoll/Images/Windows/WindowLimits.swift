/// How far a caching window reaches beyond the screen.
public struct WindowLimits: Hashable, Sendable {
    /// The most items in the window, the visible ones included; at least 1, 500 by default.
    ///
    /// What the window holds is to fit in the memory cache: 500 images of 300×300 pixels are 172 MiB.
    public var mostItems: Int
    /// How long before an item is seen its image is asked for; half a second by default.
    ///
    /// Raise it where decodes are slow: the lead in items is this time multiplied by the speed.
    public var leadTime: Duration
    /// The fewest items to lead by, also at rest and at both sides; 0 by default, and then it is half a screen (R70).
    public var smallestLead: Int

    /// Limits, each at its default unless given; wrong ones are refused where a window is worked out.
    public init(mostItems: Int = 500, leadTime: Duration = .milliseconds(500), smallestLead: Int = 0) {
        self.mostItems = mostItems
        self.leadTime = leadTime
        self.smallestLead = smallestLead
    }

    /// Refuses what no window can keep to.
    func validate() throws(WindowError) {
        guard mostItems >= 1 else { throw .invalidMostItems(mostItems) }
        guard leadTime >= .zero else { throw .invalidLeadTime(leadTime) }
        guard smallestLead >= 0 else { throw .invalidSmallestLead(smallestLead) }
    }
}
