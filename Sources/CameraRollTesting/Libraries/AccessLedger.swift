public import CameraRoll
import Foundation

/// Records every access to a library: its kind and thread, whether it was on the library executor, and the
/// permission.
///
/// It makes *One Door* and *Nothing Before Permission* testable:
///
/// ```swift
/// let ledger = AccessLedger()
/// let manager = MediaManager(factory.recorded(in: ledger))
/// ...
/// #expect(ledger.touchesOffExecutor.isEmpty)
/// #expect(ledger.touchesBeforePermission.isEmpty)
/// ```
///
/// It is bounded: it keeps the latest entries and counts the dropped ones. The first violations are kept separately, so
/// that many later accesses do not hide an early one.
public final class AccessLedger: Sendable {
    /// The maximum number of entries, and of violations.
    public let capacity: Int
    private let ring: Lock<LedgerRing>

    /// Creates an empty ledger.
    ///
    /// - Parameter capacity: the maximum number of entries, at least 1; about 20 bytes each.
    public init(capacity: Int = 4096) {
        self.capacity = max(capacity, 1)
        ring = Lock(LedgerRing(capacity: max(capacity, 1)))
    }

    /// The recorded entries, the oldest first.
    public var entries: [Entry] { ring.withLock { $0.entries } }

    /// The number of entries that were dropped in favor of newer ones.
    public var dropped: Int { ring.withLock { $0.dropped } }

    /// The first accesses without permission, except releases.
    public var touchesBeforePermission: [Entry] {
        ring.withLock(\.beforePermission)
    }

    /// The first accesses, including releases, that were not on the library executor.
    public var touchesOffExecutor: [Entry] {
        ring.withLock(\.offExecutor)
    }

    /// The entries of one kind of access.
    public func entries(of touch: Touch) -> [Entry] {
        entries.filter { $0.touch == touch }
    }

    /// Deletes all entries, and resets the number of dropped ones.
    public func reset() {
        ring.withLock { $0 = LedgerRing(capacity: capacity) }
    }

    func note(_ touch: Touch, executor: LibraryExecutor, authorization: any LibraryAuthorization) {
        let entry = Entry(
            touch: touch,
            thread: Self.currentThread,
            isOnExecutor: executor.isIsolatingCurrentContext() == true,
            status: authorization.status(for: .readWrite)
        )
        ring.withLock { $0.append(entry) }
    }

    private static var currentThread: UInt64 {
        #if canImport(Darwin)
            UInt64(UInt(bitPattern: pthread_self()))
        #else
            UInt64(pthread_self())
        #endif
    }
}

extension AccessLedger {
    /// A kind of access to a library.
    public enum Touch: String, Hashable, Sendable, CaseIterable {
        /// The factory was asked to open the library.
        case open
        /// `PhotoLibraryBackend.identity`.
        case identity
        /// `PhotoLibraryBackend.fetchAssets`.
        case fetchAssets
        /// `PhotoLibraryBackend.assets(after:of:count:)`.
        case readAfterPosition
        /// `PhotoLibraryBackend.assets(withIdentifiers:)`.
        case readIdentifiers
        /// `PhotoLibraryBackend.albums`.
        case listAlbums
        /// `PhotoLibraryBackend.albumTree`.
        case readAlbumTree
        /// `PhotoLibraryBackend.assetCount`.
        case countAlbum
        /// `PhotoLibraryBackend.cover`.
        case readCover
        /// `PhotoLibraryBackend.startObserving`.
        case startObserving
        /// `PhotoLibraryBackend.stopObserving`.
        case stopObserving
        /// `PhotoLibraryBackend.changeToken`.
        case readChangeToken
        /// `PhotoLibraryBackend.changes(since:limit:)`.
        case readHistory
        /// `PhotoLibraryBackend.update(_:of:)`.
        case updateResult
        /// `PhotoLibraryBackend.editor`.
        case findEditor
        /// `PhotoLibraryBackend.searcher`.
        case findSearcher
        /// `PhotoLibraryBackend.imageSource`.
        case findImageSource
        /// `PhotoLibraryBackend.resourceSource`.
        case findResourceSource
        /// `AssetFetchResult.count`.
        case countResult
        /// `AssetFetchResult.assets(in:)` and `identifiers(in:)`.
        case readResult
        /// `AssetFetchResult.index(of:)` and `indexes(of:)`.
        case findInResult
        /// `AssetFetchResult.counts(olderThan:isOldestFirst:)`.
        case countByDate
        /// The last reference to a fetch result was released.
        case releaseResult
        /// The last reference to the library was released.
        case releaseLibrary

        /// Whether it is a release, which needs the executor, but no permission.
        public var isRelease: Bool {
            self == .releaseResult || self == .releaseLibrary || self == .stopObserving
        }
    }

    /// One access.
    public struct Entry: Hashable, Sendable {
        /// The kind of access.
        public let touch: Touch
        /// The system's number of the thread: constant during its lifetime, and then reused.
        public let thread: UInt64
        /// Whether the library's executor was running the code.
        public let isOnExecutor: Bool
        /// The user's permission at that moment.
        public let status: AuthorizationStatus

        /// Whether it needed a permission that the user had not given.
        fileprivate var isBeforePermission: Bool { !touch.isRelease && !status.allowsReading }
    }
}

/// The latest entries and the first violations of a ledger: a pure value.
struct LedgerRing {
    private let capacity: Int
    private var slots: [AccessLedger.Entry] = []
    private var oldest = 0
    private(set) var dropped = 0
    /// The first accesses without permission, the oldest first.
    private(set) var beforePermission: [AccessLedger.Entry] = []
    /// The first accesses off the executor, the oldest first.
    private(set) var offExecutor: [AccessLedger.Entry] = []

    init(capacity: Int) {
        self.capacity = capacity
    }

    /// The entries, the oldest first.
    var entries: [AccessLedger.Entry] {
        Array(slots[oldest...] + slots[..<oldest])
    }

    mutating func append(_ entry: AccessLedger.Entry) {
        if entry.isBeforePermission, beforePermission.count < capacity { beforePermission.append(entry) }
        if !entry.isOnExecutor, offExecutor.count < capacity { offExecutor.append(entry) }
        guard slots.count == capacity else { return slots.append(entry) }
        slots[oldest] = entry
        oldest = (oldest + 1) % capacity
        dropped += 1
    }
}
