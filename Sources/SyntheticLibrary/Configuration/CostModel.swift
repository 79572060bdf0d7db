import CameraRoll

/// What the operations of a synthetic library cost *while its lock is held*.
///
/// The time passes asleep, since a real library's work is done by another process; whoever waits for the lock waits for
/// it too, and that is the point. A cost is at least nothing and at most a day; a store with another cannot be opened.
public struct CostModel: Hashable, Sendable {
    /// For each asset that is turned into a `MediaAsset`; on a phone 0.1 ms.
    public var assetMaterialised: Duration
    /// For each exact count and each cover of an album, 25 to 75 ms on a phone; each album has its own value.
    ///
    /// Listing albums is free, and fetching an album costs ``fetch`` like any other fetch: what the reports call slow
    /// is to ask one album after another for its count and its cover.
    public var albumRead: ClosedRange<Duration>
    /// For each request by identifier, however many identifiers it names; 4.5 ms on a phone.
    public var identifierRequest: Duration
    /// For each read of a change token; 2 ms on a phone.
    public var tokenRead: Duration
    /// For each fetch, before anything is materialised; nothing on a phone, where fetch results are lazy.
    public var fetch: Duration
    /// For each transaction that is carried out; 60 ms on a phone in the foreground.
    public var commit: Duration

    /// Costs, each nothing by default.
    public init(
        assetMaterialised: Duration = .zero,
        albumRead: ClosedRange<Duration> = .zero ... .zero,
        identifierRequest: Duration = .zero,
        tokenRead: Duration = .zero,
        fetch: Duration = .zero,
        commit: Duration = .zero
    ) {
        self.assetMaterialised = assetMaterialised
        self.albumRead = albumRead
        self.identifierRequest = identifierRequest
        self.tokenRead = tokenRead
        self.fetch = fetch
        self.commit = commit
    }

    /// Nothing costs anything; no clock is read.
    public static let free = CostModel()

    /// The figures that were published for phones.
    public static let photoKit = CostModel(
        assetMaterialised: .microseconds(100),
        albumRead: .milliseconds(25) ... .milliseconds(75),
        identifierRequest: .microseconds(4500),
        tokenRead: .milliseconds(2),
        commit: .milliseconds(60)
    )

    /// What an exact count or a cover of an album costs: always the same for the same album.
    func albumRead(of album: AlbumID) -> Duration {
        guard albumRead.upperBound > .zero else { return .zero }
        let hash = SeededHash.hash(album.rawValue)
        let width = albumRead.upperBound - albumRead.lowerBound
        return albumRead.lowerBound + width * Int(hash % 1025) / 1024
    }

    /// Up to a day.
    static let allowed: ClosedRange<Duration> = .zero ... .seconds(86_400)

    /// What is wrong with the costs, if anything is.
    var problem: String? {
        let costs = [
            ("assetMaterialised", assetMaterialised), ("albumRead", albumRead.lowerBound),
            ("albumRead", albumRead.upperBound),
            ("identifierRequest", identifierRequest), ("tokenRead", tokenRead), ("fetch", fetch),
            ("commit", commit),
        ]
        return costs.first { !Self.allowed.contains($0.1) }.map { "the cost \($0.0) is not within a day: \($0.1)" }
    }
}
