#if FolderLibrary || canImport(Darwin)
import CameraRoll

/// The scans of a folder with their subscribers, behind a lock; no callback is called while it is held.
final class ScanRegistry: Sendable {
    private struct Contents {
        var book = ScanQueueState()
        var scans: [ScanQueueState.ID: (control: ScanControl, seats: [ScanSubscription])] = [:]
        var readers: [Int: AsyncStream<Void>.Continuation] = [:]
        var lastReader = 0
        var isClosed = false
        var watch: (any ScanWatch)?
    }

    private let contents = Lock(Contents())

    /// Adds a subscription to an existing or a new scan.
    ///
    /// - Returns: the scan, and its control if it is new and must be carried out.
    func admit(
        _ subscription: ScanSubscription, isWhole: Bool, joiningOneUnderWay: Bool
    ) -> (id: ScanQueueState.ID, new: ScanControl?) {
        change { contents in
            switch contents.book.admit(isWhole: isWhole, joiningOneUnderWay: joiningOneUnderWay) {
            case .joined(let id):
                contents.scans[id]?.seats.append(subscription)
                return (id, nil)
            case .new(let id):
                let control = ScanControl(
                    onProgress: { [weak self] in self?.report($0, of: id) },
                    onVisit: { [weak self] in self?.visit($0, $1, in: id) })
                contents.scans[id] = (control, [subscription])
                return (id, control)
            }
        }
    }

    func begin(_ id: ScanQueueState.ID) {
        let watch = contents.withLock(\.watch)
        let isWatched = watch?.reportsEverything ?? false
        // The watch may have ended or been replaced meanwhile.
        change { $0.book.begin(id, isWatched: isWatched && $0.watch === watch) }
    }

    private func visit(_ folder: OpenFolder, _ folderID: FolderID, in id: ScanQueueState.ID) {
        guard let watch = contents.withLock(\.watch), !watch.watch(folder, folderID) else { return }
        contents.withLock { $0.book.loseWatch(id) }
    }

    /// Sets the watch for all folders visited from now on; running scans have passed folders without it.
    func setWatch(_ new: any ScanWatch) {
        let before = contents.withLock { contents in
            defer { contents.watch = new }
            contents.book.loseWatches()
            return contents.watch
        }
        withExtendedLifetime(before) {}
    }

    /// Removes the watch, unless another one has replaced it; running scans are no longer watched.
    func endWatch(_ old: any ScanWatch) {
        contents.withLock { contents in
            guard contents.watch === old else { return }
            contents.watch = nil
            contents.book.loseWatches()
        }
    }

    /// Records why the index cannot be written; nil if it can.
    func note(indexProblem: FolderError?) {
        change { $0.book.note(indexProblem: indexProblem) }
    }

    private func report(_ progress: IndexingProgress, of id: ScanQueueState.ID) {
        let seats = change { contents in
            contents.book.advance(id, to: progress)
            return contents.scans[id]?.seats ?? []
        }
        for subscription in seats { subscription.report(progress) }
    }

    /// Removes a subscription, once; the scan ends if it was the last one.
    ///
    /// The last subscription ends with the scan, but not later than now if the scan is still waiting.
    func leave(_ id: ScanQueueState.ID, _ subscription: ScanSubscription) {
        let endsNow = contents.withLock { contents in
            let endsNow: Bool
            switch contents.book.leave(id) {
            case .none: endsNow = false
            case .leaves: endsNow = true
            case .endsScan:
                contents.scans[id]?.control.cancel()
                endsNow = !contents.book.hasBegun(id)
            }
            if endsNow { contents.scans[id]?.seats.removeAll { $0 === subscription } }
            return endsNow
        }
        if endsNow { subscription.end(.failure(.cancelled)) }
    }

    /// Ends a scan for all subscribers.
    func end(_ id: ScanQueueState.ID, _ outcome: Result<IndexingProgress, FolderError>) {
        let seats = change { contents in
            contents.book.end(id, outcome)
            return contents.scans.removeValue(forKey: id)?.seats ?? []
        }
        for subscription in seats { subscription.end(outcome) }
    }
}

// MARK: - Status readers

extension ScanRegistry {
    /// The current state of the folder's indexing.
    var status: IndexingStatus { contents.withLock(\.book.status) }

    /// A signal immediately, and whenever the status may have changed; signals that were not taken are merged.
    func signals() -> AsyncStream<Void> {
        let (signals, continuation) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        let number: Int? = contents.withLock { contents in
            guard !contents.isClosed else { return nil }
            contents.lastReader += 1
            contents.readers[contents.lastReader] = continuation
            return contents.lastReader
        }
        continuation.yield()
        guard let number else {
            continuation.finish()
            return signals
        }
        continuation.onTermination = { [weak self] _ in self?.dismiss(number) }
        return signals
    }

    /// Cancels all scans, and finishes all signal streams.
    func close() {
        let (readers, controls) = contents.withLock { contents in
            contents.isClosed = true
            defer { contents.readers = [:] }
            return (contents.readers, contents.scans.values.map(\.control))
        }
        for control in controls { control.cancel() }
        for reader in readers.values { reader.finish() }
    }

    private func dismiss(_ number: Int) {
        let reader = contents.withLock { $0.readers.removeValue(forKey: number) }
        // Released outside of the lock.
        withExtendedLifetime(reader) {}
    }

    private func change<Value>(_ body: (inout Contents) -> Value) -> Value {
        let (value, readers) = contents.withLock { contents in
            let before = contents.book.status
            let value = body(&contents)
            return (value, contents.book.status == before ? [] : Array(contents.readers.values))
        }
        for reader in readers { reader.yield() }
        return value
    }
}

/// The queued and running scans of a folder, the number of subscribers of each, and the last result.
///
/// A scan of the whole tree that has not begun serves every caller that requests one: it will see all changes up to its
/// start. A running scan may have missed changes in folders that it has passed; callers join it only if a watch reports
/// such changes since its start.
struct ScanQueueState {
    /// Identifies a scan; scans are numbered in the order of their requests.
    typealias ID = Int

    /// The result of a request for a scan.
    enum Admission: Equatable {
        /// The caller joins this scan.
        case joined(ID)
        /// This scan is new, and must be carried out.
        case new(ID)
    }

    /// The result of a subscriber's departure.
    enum Departure: Equatable {
        /// Nothing to do: the scan has ended, or is ending.
        case none
        /// Other subscribers remain: only the departing one is ended.
        case leaves
        /// No subscriber remains: the scan must end.
        case endsScan
    }

    private struct Entry {
        let id: ID
        let isWhole: Bool
        var members = 1
        /// Whether a watch reports changes in all folders visited since its start; nil if it has not begun.
        var isWatched: Bool?

        func canBeJoined(whileUnderWay: Bool) -> Bool {
            isWhole && members > 0 && (isWatched == nil || whileUnderWay && isWatched == true)
        }
    }

    private var entries: [Entry] = []
    private var lastID: ID = 0
    private(set) var status = IndexingStatus()

    /// Joins a queued or running scan, or adds a new one.
    ///
    /// - Parameters:
    ///   - isWhole: whether the caller requests the whole tree.
    ///   - joiningOneUnderWay: whether the scan may have begun.
    /// - Complexity: O(n) in the queued scans.
    mutating func admit(isWhole: Bool, joiningOneUnderWay: Bool) -> Admission {
        let fitting = entries.lastIndex { isWhole && $0.canBeJoined(whileUnderWay: joiningOneUnderWay) }
        if let fitting {
            entries[fitting].members += 1
            return .joined(entries[fitting].id)
        }
        lastID += 1
        entries.append(Entry(id: lastID, isWhole: isWhole))
        note()
        return .new(lastID)
    }

    /// Marks a scan as running.
    mutating func begin(_ id: ID, isWatched: Bool) {
        guard let index = index(of: id) else { return }
        entries[index].isWatched = isWatched
        status.progress = IndexingProgress()
    }

    /// Whether a scan is running.
    func hasBegun(_ id: ID) -> Bool { index(of: id).map { entries[$0].isWatched != nil } ?? false }

    /// Records that a running scan has passed a folder whose changes are not reported.
    mutating func loseWatch(_ id: ID) {
        guard let index = index(of: id), entries[index].isWatched != nil else { return }
        entries[index].isWatched = false
    }

    /// Records that changes in folders that the running scans have passed are no longer reported.
    mutating func loseWatches() {
        for index in entries.indices where entries[index].isWatched != nil { entries[index].isWatched = false }
    }

    /// Records the progress of a scan.
    mutating func advance(_ id: ID, to progress: IndexingProgress) {
        if index(of: id) != nil { status.progress = progress }
    }

    /// Removes a subscriber from a scan.
    mutating func leave(_ id: ID) -> Departure {
        guard let index = index(of: id), entries[index].members > 0 else { return .none }
        entries[index].members -= 1
        return entries[index].members > 0 ? .leaves : .endsScan
    }

    /// Removes a scan that has ended, whether or not it had begun.
    mutating func end(_ id: ID, _ outcome: Result<IndexingProgress, FolderError>) {
        guard let index = index(of: id) else { return }
        let entry = entries.remove(at: index)
        if entry.isWatched != nil { status.progress = nil }
        status.lastOutcome = outcome
        note()
    }

    /// Records whether the index can be written.
    mutating func note(indexProblem: FolderError?) {
        status.indexProblem = indexProblem
    }

    private func index(of id: ID) -> Int? { entries.firstIndex { $0.id == id } }

    private mutating func note() {
        status.isLookingAtEverything = entries.contains(where: \.isWhole)
    }
}

/// A caller's subscription to a scan: receives the latest progress, and the end.
final class ScanSubscription: Sendable {
    typealias Outcome = Result<IndexingProgress, FolderError>

    private struct Contents {
        var outcome: Outcome?
        var waiters: [CallerContinuation<Outcome>] = []
    }

    let progress: AsyncStream<IndexingProgress>
    private let continuation: AsyncStream<IndexingProgress>.Continuation
    private let onEnd: @Sendable (Bool) -> Void
    private let contents = Lock(Contents())

    /// - Parameter onEnd: called once, on any thread, with whether the scan succeeded.
    init(onEnd: @escaping @Sendable (Bool) -> Void) {
        self.onEnd = onEnd
        (progress, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    func report(_ progress: IndexingProgress) {
        continuation.yield(progress)
    }

    func wait(_ waiter: CallerContinuation<Outcome>) {
        let outcome = contents.withLock { contents in
            if contents.outcome == nil { contents.waiters.append(waiter) }
            return contents.outcome
        }
        if let outcome { waiter.resume(returning: outcome) }
    }

    /// Ends the subscription and resumes all waiters; only the first call has an effect.
    func end(_ outcome: Outcome) {
        let waiters: [CallerContinuation<Outcome>]? = contents.withLock { contents in
            guard contents.outcome == nil else { return nil }
            defer { contents.waiters = [] }
            contents.outcome = outcome
            return contents.waiters
        }
        guard let waiters else { return }
        continuation.finish()
        for waiter in waiters { waiter.resume(returning: outcome) }
        if case .success = outcome { onEnd(true) } else { onEnd(false) }
    }
}
#endif
