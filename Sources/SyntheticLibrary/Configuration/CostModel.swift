import CameraRoll

/// The costs of a synthetic library's operations *while its lock is held*.
///
/// The calling thread sleeps for this time, since a real library's work is done by another process. Threads that wait
/// for the lock wait for it too, which is the purpose. A cost is between zero and a day; a store with other values
/// cannot be opened.
public struct CostModel: Hashable, Sendable {
    /// The cost of each asset that is converted to a `MediaAsset`; on a phone 0.1 ms.
    public var assetMaterialised: Duration
    /// The cost of each exact count and each cover of an album, 25 to 75 ms on a phone; each album has its own
    /// value.
    ///
    /// Listing albums is free, and fetching an album costs ``fetch`` like any other fetch: the slow operations in
    /// reports are the counts and covers of album after album.
    public var albumRead: ClosedRange<Duration>
    /// The cost of each request by identifier, regardless of the number of identifiers; 4.5 ms on a phone.
    public var identifierRequest: Duration
    /// The cost of each read of a change token; 2 ms on a phone.
    public var tokenRead: Duration
    /// The cost of each fetch, before anything is materialized; zero on a phone, where fetch results are lazy.
    public var fetch: Duration
    /// The cost of each transaction; 60 ms on a phone in the foreground.
    public var commit: Duration

    /// Creates costs, each zero by default.
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

    /// Zero costs; no clock is read.
    public static let free = CostModel()

    /// The figures published for phones.
    public static let photoKit = CostModel(
        assetMaterialised: .microseconds(100),
        albumRead: .milliseconds(25) ... .milliseconds(75),
        identifierRequest: .microseconds(4500),
        tokenRead: .milliseconds(2),
        commit: .milliseconds(60)
    )

    /// The cost of an exact count or a cover of an album: always the same for the same album.
    func albumRead(of album: AlbumID) -> Duration {
        guard albumRead.upperBound > .zero else { return .zero }
        let hash = SeededHash.hash(album.rawValue)
        let width = albumRead.upperBound - albumRead.lowerBound
        return albumRead.lowerBound + width * Int(hash % 1025) / 1024
    }

    /// The allowed costs: up to a day.
    static let allowed: ClosedRange<Duration> = .zero ... .seconds(86_400)

    /// The reason why the costs are invalid; nil if they are valid.
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
