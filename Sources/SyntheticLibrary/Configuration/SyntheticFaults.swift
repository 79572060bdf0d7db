public import CameraRoll

/// The faults of a synthetic library: always at the same reads, so that a test sees the same failures every time.
///
/// A failing read throws `LibraryError.failed` with the given reason, and costs only its latency.
public struct SyntheticFaults: Hashable, Sendable {
    /// The reason why the library cannot be opened: `LibraryError.cannotOpen`; nil if it can.
    public var openFailure: String?
    /// The operations that fail, with the reasons.
    public var failingOperations: [SyntheticOperation: String]
    /// The albums that cannot be counted, with the reasons.
    public var failingCounts: [AlbumID: String]
    /// The albums whose covers cannot be read, with the reasons.
    public var failingCovers: [AlbumID: String]
    /// Every read whose number, counted from 1, is divisible by this value fails; nil for none.
    ///
    /// At least 1.
    public var failingEvery: Int?
    /// The additional time of an operation's reads while the lock is held, before they fail or succeed; at most a
    /// day.
    public var latencies: [SyntheticOperation: Duration]
    /// The number of the read that hangs, with the lock held, until ``SyntheticStore/endHang()``; nil for none.
    public var hangingRead: Int?
    /// The fault of all assets' images; nil for none.
    public var imageFault: SyntheticImageFault?
    /// The faults of some assets' images, which replace that of all.
    public var imageFaults: [AssetID: SyntheticImageFault]
    /// The course of downloads if ``SyntheticConfiguration/cloudOriginals`` is set; by default they succeed in four
    /// steps.
    public var download: SyntheticDownload
    /// The course of some assets' downloads, which replaces that of all.
    public var downloads: [AssetID: SyntheticDownload]
    /// The number of painted pictures, from the store's creation, after which memory is short; nil for never.
    ///
    /// At least 1. ``SyntheticStore/memoryPressure`` is then raised, once.
    public var memoryPressureAfterDecodes: Int?
    /// The fault of every transaction of edits; nil for none.
    public var editFailure: SyntheticEditFault?

    /// Creates faults, none by default.
    public init(
        openFailure: String? = nil,
        failingOperations: [SyntheticOperation: String] = [:],
        failingCounts: [AlbumID: String] = [:],
        failingCovers: [AlbumID: String] = [:],
        failingEvery: Int? = nil,
        latencies: [SyntheticOperation: Duration] = [:],
        hangingRead: Int? = nil,
        imageFault: SyntheticImageFault? = nil,
        imageFaults: [AssetID: SyntheticImageFault] = [:],
        download: SyntheticDownload = .succeeds(steps: 4),
        downloads: [AssetID: SyntheticDownload] = [:],
        memoryPressureAfterDecodes: Int? = nil,
        editFailure: SyntheticEditFault? = nil
    ) {
        self.openFailure = openFailure
        self.failingOperations = failingOperations
        self.failingCounts = failingCounts
        self.failingCovers = failingCovers
        self.failingEvery = failingEvery
        self.latencies = latencies
        self.hangingRead = hangingRead
        self.imageFault = imageFault
        self.imageFaults = imageFaults
        self.download = download
        self.downloads = downloads
        self.memoryPressureAfterDecodes = memoryPressureAfterDecodes
        self.editFailure = editFailure
    }

    /// No faults.
    public static let none = SyntheticFaults()

    /// The reason why a read fails; nil if it does not.
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

    /// The fault of an asset's images; nil for none.
    func imageFault(of id: AssetID) -> SyntheticImageFault? { imageFaults[id] ?? imageFault }

    /// The course of the download of an asset's original.
    func download(of id: AssetID) -> SyntheticDownload { downloads[id] ?? download }

    /// The reason why the faults themselves are invalid; nil if they are valid.
    var problem: String? {
        if let failingEvery, failingEvery < 1 { return "failingEvery is less than 1: \(failingEvery)" }
        if let decodes = memoryPressureAfterDecodes, decodes < 1 {
            return "memoryPressureAfterDecodes is less than 1: \(decodes)"
        }
        if let editFailure, editFailure.edit < 1 { return "editFailure names edit \(editFailure.edit), not 1 or more" }
        return imageProblem ?? latencyProblem
    }

    private var imageProblem: String? {
        let faults = [imageFault].compactMap(\.self) + Self.byAsset(imageFaults)
        let problems = faults.lazy.map(\.problem) + ([download] + Self.byAsset(downloads)).lazy.map(\.problem)
        return problems.compactMap(\.self).first
    }

    private var latencyProblem: String? {
        latencies.filter { !CostModel.allowed.contains($0.value) }.min { "\($0.key)" < "\($1.key)" }
            .map { latency in
                let flaw = latency.value < .zero ? "negative" : "more than a day"
                return "the latency of \(latency.key) is \(flaw): \(latency.value)"
            }
    }

    private static func byAsset<Fault>(_ faults: [AssetID: Fault]) -> [Fault] {
        faults.sorted { $0.key.rawValue < $1.key.rawValue }.map(\.value)
    }
}

/// A fault of every transaction, at one of its edits; the transaction must leave no trace.
public struct SyntheticEditFault: Hashable, Sendable {
    /// The edit before which it occurs, from 1; a number past the last edit means after all of them, before the commit.
    public var edit: Int
    /// The error of the transaction.
    public var error: EditError

    /// Creates a fault at an edit.
    public init(at edit: Int, _ error: EditError) {
        self.edit = edit
        self.error = error
    }
}
