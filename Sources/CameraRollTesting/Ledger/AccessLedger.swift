import CameraRoll
import Foundation

/// Notes every touch of a library: what, by which thread, whether on the library executor, and with which permission.
///
/// It turns *One Door* and *Nothing Before Permission* into something a test can look at:
///
/// ```swift
/// let ledger = AccessLedger()
/// let manager = MediaManager(factory.recorded(in: ledger))
/// ...
/// #expect(ledger.touchesOffExecutor.isEmpty)
/// #expect(ledger.touchesBeforePermission.isEmpty)
/// ```
///
/// It is bounded: of many touches it keeps the last ones and counts those it dropped.
public final class AccessLedger: Sendable {
    /// How many entries it keeps.
    public let capacity: Int
    private let ring: Lock<LedgerRing>

    /// An empty ledger.
    ///
    /// - Parameter capacity: how many entries to keep, at least 1; about 20 bytes each.
    public init(capacity: Int = 4096) {
        self.capacity = max(capacity, 1)
        ring = Lock(LedgerRing(capacity: max(capacity, 1)))
    }

    /// What was noted, the oldest first.
    public var entries: [Entry] { ring.withLock { $0.entries } }

    /// How many entries were dropped because newer ones took their place.
    public var dropped: Int { ring.withLock { $0.dropped } }

    /// The touches that no permission covered; releases are none.
    public var touchesBeforePermission: [Entry] {
        entries.filter { !$0.touch.isRelease && !$0.status.allowsReading }
    }

    /// The touches, and the releases, that were not on the library executor.
    public var touchesOffExecutor: [Entry] {
        entries.filter { !$0.isOnExecutor }
    }

    /// The entries of one kind of touch.
    public func entries(of touch: Touch) -> [Entry] {
        entries.filter { $0.touch == touch }
    }

    /// Forgets everything, the number of dropped entries too.
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
