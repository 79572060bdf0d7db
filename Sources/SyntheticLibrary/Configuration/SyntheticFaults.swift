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
    /// How much longer the reads of an operation take, the lock held, before they fail or succeed; at most a day.
    public var latencies: [SyntheticOperation: Duration]
    /// The number of the read that does not end, the lock held, before ``SyntheticStore/endWedge()``; nil: none.
    public var wedgedRead: Int?
    /// What goes wrong with the images of all assets; nothing where nil.
    public var imageFault: SyntheticImageFault?
    /// What goes wrong with the images of some assets, whatever goes wrong with those of all.
    public var imageFaults: [AssetID: SyntheticImageFault]
    /// How downloads go, where ``SyntheticConfiguration/cloudOriginals`` has any; well by default, in four steps.
    public var download: SyntheticDownload
    /// How the downloads of some assets go, whatever those of all do.
    public var downloads: [AssetID: SyntheticDownload]
    /// Memory gets short when so many pictures have been painted, counted from the store's beginning; never where nil.
    ///
    /// At least 1. ``SyntheticStore/memoryPressure`` is raised then, once.
    public var memoryPressureAfterDecodes: Int?
    /// What goes wrong with every transaction of edits; nothing where nil.
    public var editFailure: SyntheticEditFault?

    /// Faults, none by default.
    public init(
        openFailure: String? = nil,
        failingOperations: [SyntheticOperation: String] = [:],
        failingCounts: [AlbumID: String] = [:],
        failingCovers: [AlbumID: String] = [:],
        failingEvery: Int? = nil,
        latencies: [SyntheticOperation: Duration] = [:],
        wedgedRead: Int? = nil,
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
        self.wedgedRead = wedgedRead
        self.imageFault = imageFault
        self.imageFaults = imageFaults
        self.download = download
        self.downloads = downloads
        self.memoryPressureAfterDecodes = memoryPressureAfterDecodes
        self.editFailure = editFailure
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

    /// What goes wrong with an asset's images, if anything does.
    func imageFault(of id: AssetID) -> SyntheticImageFault? { imageFaults[id] ?? imageFault }

    /// How the download of an asset's original goes.
    func download(of id: AssetID) -> SyntheticDownload { downloads[id] ?? download }

    /// What is wrong with the faults themselves, if anything is.
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
        latencies.filter { !CostModel.allowed.contains($0.value) }.min { $0.key.rawValue < $1.key.rawValue }
            .map { latency in
                let flaw = latency.value < .zero ? "negative" : "more than a day"
                return "the latency of \(latency.key) is \(flaw): \(latency.value)"
            }
    }

    private static func byAsset<Fault>(_ faults: [AssetID: Fault]) -> [Fault] {
        faults.sorted { $0.key.rawValue < $1.key.rawValue }.map(\.value)
    }
}

/// What goes wrong with every transaction, and where: nothing of it may be left behind.
public struct SyntheticEditFault: Hashable, Sendable {
    /// Before which edit of the transaction, from 1; one behind the last: after all of them, before the commit.
    public var edit: Int
    /// What the transaction fails with.
    public var error: EditError

    /// A fault at one edit.
    public init(at edit: Int, _ error: EditError) {
        self.edit = edit
        self.error = error
    }
}
