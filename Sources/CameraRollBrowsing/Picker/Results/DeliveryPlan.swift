import CameraRoll

/// Decides which results of a picker are read and delivered next: a pure state machine.
///
/// At most `limit` results are read or wait to be taken, so that their bytes are never all in memory.
struct DeliveryPlan {
    /// The state of one result.
    private enum Step: Hashable {
        case waiting
        case inCloud
        case reading
        case ready
        case taken
    }

    /// What to read.
    struct Start: Hashable {
        let index: Int
        /// Whether the original may be downloaded.
        let isNetworkAccessAllowed: Bool
    }

    let policy: PickerConfiguration.CloudPolicy
    let limit: Int
    private var steps: [Step]
    /// The first result that has not been started.
    private var nextWaiting = 0
    /// The results that were found in the cloud, in this order, and the number of them that were started.
    private var inCloud: [Int] = []
    private var startedDownloads = 0
    private var runningDownloads = 0
    /// The results that were read but not taken, in the order of their arrival: at most `limit`.
    private var arrivals: [Int] = []
    /// The first result that has not been taken, in the order of selection.
    private var nextInOrder = 0
    private var takenCount = 0
    /// The number of results that are read or wait to be taken.
    private(set) var inFlight = 0

    init(count: Int, policy: PickerConfiguration.CloudPolicy, limit: Int) {
        (self.policy, self.limit) = (policy, max(limit, 1))
        steps = [Step](repeating: .waiting, count: max(count, 0))
    }

    /// Whether every result was taken.
    var isOver: Bool { takenCount == steps.count }

    /// Starts the next result; returns nil if none may be started now.
    mutating func start() -> Start? {
        guard inFlight < limit else { return nil }
        if mayDownload, startedDownloads < inCloud.count {
            let index = inCloud[startedDownloads]
            (startedDownloads, runningDownloads) = (startedDownloads + 1, runningDownloads + 1)
            return begin(index, isNetworkAccessAllowed: true)
        }
        guard nextWaiting < steps.count else { return nil }
        defer { nextWaiting += 1 }
        return begin(nextWaiting, isNetworkAccessAllowed: policy == .wait)
    }

    /// Whether a download may begin: one place is kept for results that are on the device.
    private var mayDownload: Bool { nextWaiting == steps.count || runningDownloads < limit - 1 }

    private mutating func begin(_ index: Int, isNetworkAccessAllowed: Bool) -> Start {
        steps[index] = .reading
        inFlight += 1
        return Start(index: index, isNetworkAccessAllowed: isNetworkAccessAllowed)
    }

    /// Records the end of a read; the result is delivered unless it was found in the cloud and has to be downloaded.
    ///
    /// - Returns: whether the result has to be kept until it is taken.
    mutating func end(_ start: Start, isInCloud: Bool) -> Bool {
        guard steps.indices.contains(start.index), steps[start.index] == .reading else { return false }
        if isInCloud, policy == .deliverAsTheyCome, !start.isNetworkAccessAllowed {
            steps[start.index] = .inCloud
            inCloud.append(start.index)
            inFlight -= 1
            return false
        }
        if policy == .deliverAsTheyCome, start.isNetworkAccessAllowed { runningDownloads -= 1 }
        steps[start.index] = .ready
        arrivals.append(start.index)
        return true
    }

    /// Takes the next result that may be delivered; nil if no result may be delivered now.
    mutating func take() -> Int? {
        let index: Int
        switch policy {
        case .deliverAsTheyCome:
            guard !arrivals.isEmpty else { return nil }
            index = arrivals.removeFirst()
        case .wait, .references:
            guard nextInOrder < steps.count, steps[nextInOrder] == .ready else { return nil }
            index = nextInOrder
            nextInOrder += 1
            arrivals.removeAll { $0 == index }
        }
        steps[index] = .taken
        (inFlight, takenCount) = (inFlight - 1, takenCount + 1)
        return index
    }
}
