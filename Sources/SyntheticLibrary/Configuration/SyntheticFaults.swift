public import CameraRoll

/// What goes wrong in a synthetic library: always the same reads, so that a test sees the same failures every time.
///
/// A read that fails throws `LibraryError.failed` with the reason given here, and costs nothing but its latency.
public struct SyntheticFaults: Hashable, Sendable {
    /// Why the library cannot be opened: `LibraryError.cannotOpen`; nil where it can.
    public var openFailure: String?
    /// Which operations fail, and with which reason.
    public var failingOperations: [SyntheticOperation: String]
    /// Which albums cannot be counted, and the reason.
    public var failingCounts: [AlbumID: String]
    /// Which albums' covers cannot be read, and the reason.
    public var failingCovers: [AlbumID: String]
    /// Every read whose number, from 1, can be divided by this fails; none where nil.
    ///
    /// At least 1.
    public var failingEvery: Int?
    /// How much longer the reads of an operation take, the lock held, before they fail or succeed.
    public var latencies: [SyntheticOperation: Duration]
    /// The number of the read that does not end, the lock held (P26), before ``SyntheticStore/endWedge()``; nil: none.
    public var wedgedRead: Int?

    /// Faults, none by default.
    public init(
        openFailure: String? = nil,
        failingOperations: [SyntheticOperation: String] = [:],
        failingCounts: [AlbumID: String] = [:],
        failingCovers: [AlbumID: String] = [:],
        failingEvery: Int? = nil,
        latencies: [SyntheticOperation: Duration] = [:],
        wedgedRead: Int? = nil
    ) {
        self.openFailure = openFailure
        self.failingOperations = failingOperations
        self.failingCounts = failingCounts
        self.failingCovers = failingCovers
        self.failingEvery = failingEvery
        self.latencies = latencies
        self.wedgedRead = wedgedRead
    }

    /// Nothing goes wrong.
    public static let none = SyntheticFaults()

    /// Why a read fails, if it does.
    func failure(of operation: SyntheticOperation, album: AlbumID?, read: Int) -> String? {
        if let reason = failingOperations[operation] { return reason }
        if let period = failingEvery, period > 0, read.isMultiple(of: period) { return "failingEvery \(period)" }
        guard let album else { return nil }
        switch operation {
        case .countAlbum: return failingCounts[album]
        case .readCover: return failingCovers[album]
        default: return nil
        }
    }

    /// What is wrong with the faults themselves, if anything is.
    var problem: String? {
        if let failingEvery, failingEvery < 1 { return "failingEvery is less than 1: \(failingEvery)" }
        return latencies.first { $0.value < .zero }.map { "the latency of \($0.key) is negative: \($0.value)" }
    }
}
