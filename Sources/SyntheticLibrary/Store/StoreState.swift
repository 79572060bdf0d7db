import CameraRoll

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// The state that the store's lock protects.
struct StoreState: Sendable {
    private struct ScheduledChange: Sendable {
        let read: Int
        let change: @Sendable (inout SyntheticContents) -> Void
    }

    let costs: CostModel
    let limits: SyntheticLimitedAccess
    var contents = SyntheticContents(.empty)
    private(set) var journal: ChangeJournal
    private(set) var statistics = SyntheticStatistics()
    private var isPrepared = false
    /// Whether the journal has changes that the observers have not been notified of.
    private var hasNews = false
    private var scheduled: [ScheduledChange] = []
    private var ledger = CostLedger()

    init(_ configuration: SyntheticConfiguration) {
        costs = configuration.costs
        limits = configuration.limitedAccess
        journal = ChangeJournal(limit: configuration.historyLimit)
    }

    /// Generates the library on first use.
    mutating func prepare(_ configuration: SyntheticConfiguration) {
        guard !isPrepared else { return }
        isPrepared = true
        // A library with an invalid configuration cannot be opened; direct access to the store finds it empty.
        if configuration.problem == nil { contents = SyntheticContents(configuration) }
    }

    /// Schedules a change before the read that comes `count`th from now.
    mutating func schedule(beforeRead count: Int, _ change: @escaping @Sendable (inout SyntheticContents) -> Void) {
        let (read, overflows) = statistics.reads.addingReportingOverflow(max(count, 1))
        scheduled.append(ScheduledChange(read: overflows ? .max : read, change: change))
    }

    /// Counts a read, makes the changes scheduled before it, and throws if a fault requires it.
    mutating func begin(
        _ operation: SyntheticOperation, album: AlbumID?, faults: SyntheticFaults, hang: Hang
    ) throws(LibraryError) {
        statistics.reads += 1
        statistics.readsByOperation[operation, default: 0] += 1
        runScheduledChanges()
        // The read sees them, so they come before its place in the journal.
        noteChanges()
        if faults.hangingRead == statistics.reads { hang.block() }
        if let latency = faults.latencies[operation] { pay(latency) }
        if let reason = faults.failure(of: operation, album: album, read: statistics.reads) {
            throw .failed(operation.rawValue, reason: ErrorReason(reason))
        }
    }

    mutating func pay(_ cost: Duration) {
        ledger.pay(cost)
        statistics.modelledTime = ledger.total
    }

    /// Pays for assets and creates them.
    mutating func materialise(_ rows: [UInt32]) -> [MediaAsset] {
        statistics.assetsMaterialised += rows.count
        pay(costs.assetMaterialised * rows.count)
        return rows.map(contents.table.asset)
    }

    /// The contents as a reader sees them.
    func contents(isLimited: Bool) -> SyntheticContents {
        isLimited ? contents.limited(limits) : contents
    }

    /// Adds logged changes to the journal.
    mutating func noteChanges() {
        let log = contents.log
        if log.start == journal.end {
            guard !log.entries.isEmpty else { return }
            for entry in log.entries { journal.append(entry) }
        } else {
            // The contents were replaced as a whole, so the difference is unknown.
            journal.forget()
        }
        contents.log.restart(at: journal.end)
        hasNews = true
    }

    /// Returns whether changes were added to the journal since the last call.
    mutating func takeNews() -> Bool {
        defer { hasNews = false }
        return hasNews
    }

    private mutating func runScheduledChanges() {
        guard !scheduled.isEmpty else { return }
        let read = statistics.reads
        let due = scheduled.filter { $0.read == read }
        scheduled.removeAll { $0.read == read }
        for item in due { item.change(&contents) }
    }
}

/// Lets modeled time pass, and records it.
///
/// A sleep lasts longer than requested. The excess is subtracted from the next sleeps, so that the total is correct
/// although a single asset may cost less than a sleep's error.
struct CostLedger: Sendable {
    /// The total time paid.
    private(set) var total: Duration = .zero
    /// The total excess of the sleeps.
    private var credit: Duration = .zero

    /// Sleeps for the time of a cost; reads no clock if it is zero.
    mutating func pay(_ cost: Duration) {
        guard cost > .zero else { return }
        total += cost
        let due = cost - credit
        let slept = due > .zero ? ContinuousClock().measure { ThreadSleep.sleep(due) } : .zero
        credit = slept - due
    }
}

/// Blocks a thread for a while, as a synchronous library does to its callers.
enum ThreadSleep {
    /// Sleeps for at least this long, even if signals interrupt it.
    static func sleep(_ duration: Duration) {
        let (seconds, attoseconds) = duration.components
        var asked = timespec(tv_sec: Int(seconds), tv_nsec: Int(attoseconds / 1_000_000_000))
        var rest = timespec()
        while nanosleep(&asked, &rest) != 0, errno == EINTR { asked = rest }
    }
}
