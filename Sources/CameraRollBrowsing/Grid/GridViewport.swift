import CameraRoll

/// What is visible of a grid, and how it moves: a pure value.
struct GridViewport: Sendable {
    /// The visible positions, as the view has reported them.
    private(set) var wanted = 0..<0
    /// The speed in items per second, negative toward lower positions.
    private(set) var velocity = 0.0
    /// The asset that the view keeps in place; by default the first visible one.
    private var given: GridGeometry.Anchor?
    /// The state of the scrubber.
    private(set) var phase = Scrubber.Phase.idle

    /// How long before it becomes visible an asset is read, in seconds.
    private static let leadTime = 0.5

    /// Sets what is visible; a speed that is not finite counts as none.
    ///
    /// - Returns: whether other positions are visible now.
    mutating func scroll(to visible: Range<Int>, velocity: Double, anchor: GridGeometry.Anchor?) -> Bool {
        let before = wanted
        // No list is longer, and sums of two positions do not overflow.
        wanted = visible.clamped(to: 0..<1 << 40)
        given = anchor
        self.velocity = velocity.isFinite ? velocity : 0
        return wanted != before
    }

    /// Sets the asset to keep in place.
    mutating func keep(_ anchor: GridGeometry.Anchor?) { given = anchor }

    /// Sets the state of the scrubber.
    mutating func scrub(_ phase: Scrubber.Phase) { self.phase = phase }

    /// Begins at the top of another list.
    mutating func reset() {
        (wanted, velocity, given) = (0..<wanted.count, 0, nil)
    }

    /// The visible positions of a list.
    func visible(in count: Int) -> Range<Int> { wanted.clamped(to: 0..<max(count, 0)) }

    /// The anchor in a list; nil without assets.
    func anchor(in count: Int) -> GridGeometry.Anchor? {
        guard count > 0 else { return nil }
        var anchor = given ?? GridGeometry.Anchor(position: wanted.lowerBound)
        anchor.position = min(max(anchor.position, 0), count - 1)
        return anchor
    }

    /// Moves with the anchor to a new list.
    mutating func follow(_ old: GridGeometry.Anchor?, to new: GridGeometry.Anchor?, in count: Int) {
        guard let old, let new else { return }
        let length = min(wanted.count, max(count, 0))
        let start = min(max(wanted.lowerBound + new.position - old.position, 0), max(count, 0) - length)
        wanted = start..<start + length
        if given != nil { given = new }
    }

    /// Whether anything may be read.
    var allowsReading: Bool {
        if case .dragging = phase { false } else { true }
    }

    /// Which assets are read: those of one screen on either side, and more ahead at speed.
    func lead(in count: Int) -> PageCache.Lead {
        switch phase {
        case .dragging: return .nothing
        case .resting: return .visible
        case .idle:
            let screen = visible(in: count).count
            let ahead = max(screen, Int(min(abs(velocity) * Self.leadTime, 1e6)))
            return velocity < 0 ? .around(before: ahead, after: screen / 2) : .around(before: screen, after: ahead)
        }
    }

    /// The positions whose cells keep their images: the visible ones, and one screen on either side.
    func imageZone(in count: Int) -> Range<Int> {
        let visible = visible(in: count)
        return visible.lowerBound - min(visible.count, visible.lowerBound)..<visible.upperBound + visible.count
    }
}
