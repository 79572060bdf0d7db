/// What an image cache may hold, and for how long.
public struct ImageCacheLimits: Hashable, Sendable {
    /// The most that all images together may cost, in bytes; 256 MiB by default.
    public var cost: Int
    /// The most images, however small, since each also costs some 300 bytes to keep in order; 65,536 by default.
    public var count: Int
    /// The part of `cost` that one image may have, 0 to 1; a quarter by default, which is room for 12 megapixels.
    public var entryShare: Double
    /// The part of `cost` that is kept for pinned images, 0 to 1; half by default.
    public var pinnedShare: Double
    /// The part of `cost` that is kept while the app is in the background, 0 to 1; a quarter by default.
    public var backgroundShare: Double
    /// How long an image is good for; for ever where nil, and then no clock is read.
    public var timeToLive: Duration?

    /// Limits, each with its default.
    public init(
        cost: Int = 256 << 20,
        count: Int = 65_536,
        entryShare: Double = 0.25,
        pinnedShare: Double = 0.5,
        backgroundShare: Double = 0.25,
        timeToLive: Duration? = nil
    ) {
        self.cost = cost
        self.count = count
        self.entryShare = entryShare
        self.pinnedShare = pinnedShare
        self.backgroundShare = backgroundShare
        self.timeToLive = timeToLive
    }
}

extension ImageCacheLimits {
    /// Refuses what makes no sense.
    func validate() throws(ImageError) {
        for limit in [cost, count] where limit < 1 { throw .invalidLimit(limit) }
        for share in [entryShare, pinnedShare, backgroundShare] where !(0...1).contains(share) {
            throw .invalidShare(share)
        }
        if let timeToLive, timeToLive <= .zero { throw .invalidTimeToLive(timeToLive) }
    }

    /// The most that one image may cost, in bytes.
    var entryCost: Int { part(entryShare) }
    /// The most that pinned images may cost together, in bytes.
    var pinnedCost: Int { part(pinnedShare) }
    /// The most that images may cost while the app is in the background, in bytes.
    var backgroundCost: Int { part(backgroundShare) }
    /// What images that have not proved themselves may cost while others want the room, in bytes: a tenth.
    var freshCost: Int { cost / 10 }

    /// A part of the cost, exact where it is the whole, which as a floating point number may be more than an integer.
    private func part(_ share: Double) -> Int {
        share == 1 ? cost : Int(Double(cost) * share)
    }
}
