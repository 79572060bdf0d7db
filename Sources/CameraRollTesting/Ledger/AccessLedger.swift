import CameraRoll
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
/// It is bounded: it keeps the latest entries and counts the dropped ones.
public final class AccessLedger: Sendable {
    /// The maximal number of entries.
    public let capacity: Int
    private let ring: Lock<LedgerRing>

    /// Creates an empty ledger.
    ///
    /// - Parameter capacity: the maximal number of entries, at least 1; about 20 bytes each.
    public init(capacity: Int = 4096) {
        self.capacity = max(capacity, 1)
        ring = Lock(LedgerRing(capacity: max(capacity, 1)))
    }

    /// The recorded entries, the oldest first.
    public var entries: [Entry] { ring.withLock { $0.entries } }

    /// The number of entries that were dropped in favor of newer ones.
    public var dropped: Int { ring.withLock { $0.dropped } }

    /// The accesses without permission, except releases.
    public var touchesBeforePermission: [Entry] {
        entries.filter { !$0.touch.isRelease && !$0.status.allowsReading }
    }

    /// The accesses, including releases, that were not on the library executor.
    public var touchesOffExecutor: [Entry] {
        entries.filter { !$0.isOnExecutor }
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
