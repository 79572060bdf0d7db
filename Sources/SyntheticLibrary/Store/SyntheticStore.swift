public import CameraRoll
import Dispatch
import Foundation

/// The state that Photos' own process keeps: that of a synthetic library, behind the one lock that all readers
/// share.
///
/// It is separate from every library object, so a test that uses the store does not access the library. Assets are
/// generated on first use, on that thread: about a second for ten million.
///
/// ```swift
/// let store = SyntheticStore(assets: 70_000, costs: .photoKit)
/// let manager = MediaManager(.synthetic(store))
/// store.delete([id])                     // another app deletes a photo
/// ```
public final class SyntheticStore: Sendable {
    /// The configuration from which the library was created.
    public let configuration: SyntheticConfiguration
    let census = FetchResultCensus()
    private let waiting = WaiterCounter()
    private let lock: BargingLock<StoreState>
    let hang = Hang()
    let currentFaults: Lock<SyntheticFaults>
    /// Raised when ``SyntheticFaults/memoryPressureAfterDecodes`` pictures have been painted, or by a test.
    public let memoryPressure = MemoryPressure()
    let traffic = ImageTraffic()
    let painters = PaintingThreads()
    let holds = HoldTable()
    let observers = StoreObservers()
    let consents = ConsentQueue()
    let picker = LimitedPicker()

    /// Creates a store; nothing is generated yet.
    public init(_ configuration: SyntheticConfiguration) {
        self.configuration = configuration
        currentFaults = Lock(configuration.faults)
        lock = BargingLock(StoreState(configuration), waiting: waiting)
    }

    /// Creates a store with this many assets, and a dozen albums.
    ///
    /// Queries show fewer: `AssetQuery.all` leaves out hidden assets and all members of a burst but one. Of 70,000
    /// assets of the default seed, "Recents" shows 66,571.
    public convenience init(assets: Int, seed: UInt64 = 1, costs: CostModel = .free) {
        self.init(SyntheticConfiguration(assets: assets, seed: seed, costs: costs))
    }

    /// Runs one read with scheduled changes, faults, and `body`, which pays the costs.
    func read<Value>(
        _ operation: SyntheticOperation,
        album: AlbumID? = nil,
        _ body: (inout StoreState) throws(LibraryError) -> Value
    ) throws(LibraryError) -> Value {
        try withState { state throws(LibraryError) in
            try state.begin(operation, album: album, faults: faults, hang: hang)
            return try body(&state)
        }
    }

    /// Throws if the configuration is invalid or has a fault of opening.
    func checkOpening() throws(LibraryError) {
        if let reason = configuration.problem ?? faults.openFailure {
            throw .cannotOpen(reason: ErrorReason(reason))
        }
    }

    /// Runs `body` with the state exclusively, and notifies the observers afterward if it changed the library.
    func withState<Value, Failure: Error>(
        _ body: (inout StoreState) throws(Failure) -> Value
    ) throws(Failure) -> Value {
        var hasChanged = false
        defer { if hasChanged { observers.tell() } }
        return try lock.withLock { state throws(Failure) in
            state.prepare(configuration)
            defer {
                state.noteChanges()
                hasChanged = state.takeNews()
            }
            return try body(&state)
        }
    }
}

// MARK: - Reading and changing

extension SyntheticStore {
    /// The current contents of the library; costs no modeled time and does not count as a read.
    ///
    /// - Complexity: O(1), but while the value is kept, changes copy the chunks of a thousand rows that they touch.
    public var contents: SyntheticContents {
        withState { $0.contents }
    }

    /// The statistics of the store.
    public var statistics: SyntheticStatistics {
        withState { $0.statistics }
    }

    /// The memory of the library in bytes, as allocated: some 30 for each asset, and 24 for each change in its
    /// history.
    public var memoryFootprint: Int {
        withState { $0.contents.memoryFootprint + $0.journal.memoryFootprint }
    }

    /// Changes the contents of the library in one step: readers see all of the change or none.
    ///
    /// Libraries that are observed are notified afterward, on this thread, unless nothing has changed.
    @discardableResult
    public func change<Value>(_ body: (inout SyntheticContents) -> Value) -> Value {
        withState { body(&$0.contents) }
    }

    /// Changes the contents right before a read, so that a change between two pages does not depend on timing.
    ///
    /// - Parameters:
    ///   - count: the read, counted from now: 1 is the next one.
    ///   - change: the change, made while the lock is held.
    public func schedule(beforeRead count: Int, _ change: @escaping @Sendable (inout SyntheticContents) -> Void) {
        withState { $0.schedule(beforeRead: count, change) }
    }

    /// Adds assets at the end of the library; see ``SyntheticContents/insert(_:_:)``.
    @discardableResult
    public func insert(_ count: Int = 1, _ edit: ((inout MediaAsset) -> Void)? = nil) -> [AssetID] {
        change { $0.insert(count, edit) }
    }

    /// Deletes assets; unknown ones are ignored.
    public func delete(_ ids: some Sequence<AssetID>) {
        change { $0.delete(ids) }
    }

    /// Changes an asset; does nothing if it does not exist.
    public func edit(_ id: AssetID, _ edit: (inout MediaAsset) -> Void) {
        change { $0.edit(id, edit) }
    }
}

// MARK: - The lock

extension SyntheticStore {
    /// Takes the library's lock on another thread, and returns once it is held.
    public func hold() async -> LockHold {
        let hold = LockHold()
        Thread.detachNewThread { [lock, held = hold.held, end = hold.end] in
            lock.withLock { _ in
                held.end()
                end.wait()
            }
        }
        await hold.held.wait()
        return hold
    }

    /// The number of threads that are blocked at the lock now.
    public var blockedThreads: Int { waiting.count }

    /// Returns once at least this many threads are blocked at the lock, or the task is canceled.
    public func waitUntilThreadsBlock(_ threads: Int = 1) async {
        await waiting.reaches(threads)
    }
}

// MARK: - Bursts of changes

extension SyntheticStore {
    /// Makes random changes of the library step by step: each step is a separate change with its own signal.
    ///
    /// - Returns: the changes.
    @discardableResult
    public func applyBurst(
        seed: UInt64, steps: Int, kinds: Set<ChangeBurst.Kind> = Set(ChangeBurst.Kind.allCases)
    ) -> [SyntheticChange] {
        var burst = ChangeBurst(seed: seed, kinds: kinds)
        return (0..<max(steps, 0)).compactMap { _ in change { burst.next(&$0) } }
    }
}

extension SyntheticStore {
    /// The current faults; setting them never waits for the library's lock.
    public var faults: SyntheticFaults {
        get { currentFaults.withLock { $0 } }
        set {
            let before = currentFaults.withLock { faults in
                defer { faults = newValue }
                return faults
            }
            if newValue.hangingRead != before.hangingRead { hang.rearm() }
        }
    }

    /// Returns once the read that ``SyntheticFaults/hangingRead`` names hangs, or the task is canceled.
    public func waitUntilReadHangs() async {
        await hang.waitUntilHung()
    }

    /// Lets the hung read continue, or keeps it from hanging if it has not begun.
    ///
    /// A read that is named in ``SyntheticFaults/hangingRead`` later still hangs.
    public func endHang() {
        hang.end()
    }
}

/// The libraries that observe a store.
final class StoreObservers: Sendable {
    private struct Contents {
        var signals: [ObjectIdentifier: (number: Int, signal: ChangeSignal)] = [:]
        var last = 0
    }

    private let contents = Lock(Contents())

    func add(_ signal: ChangeSignal, of library: AnyObject) {
        let key = ObjectIdentifier(library)
        let before = contents.withLock { contents in
            contents.last += 1
            return contents.signals.updateValue((contents.last, signal), forKey: key)
        }
        withExtendedLifetime(before) {}
    }

    func remove(_ library: AnyObject) {
        let key = ObjectIdentifier(library)
        let before = contents.withLock { $0.signals.removeValue(forKey: key) }
        withExtendedLifetime(before) {}
    }

    /// Calls all of them, in the order of their registration, on the calling thread; no lock may be held.
    func tell() {
        let signals = contents.withLock { $0.signals.values.sorted { $0.number < $1.number } }
        for (_, signal) in signals { signal.libraryChanged() }
    }
}
