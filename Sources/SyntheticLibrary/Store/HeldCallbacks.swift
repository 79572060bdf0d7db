import CameraRoll

/// Callbacks that a store holds back until a test releases them.
///
/// They are passed the store instead of retaining it, so that a store with unreleased callbacks can itself be
/// released.
final class HeldCallbacks: Sendable {
    typealias Callback = @Sendable (SyntheticStore) -> Void

    /// Identifies a held callback.
    struct Ticket: Hashable, Sendable {
        fileprivate let number: UInt64
    }

    private struct Contents {
        var callbacks: [UInt64: Callback] = [:]
        var next: UInt64 = 0
    }

    private let contents = Lock(Contents())
    private let announced = WaiterCounter()

    var count: Int { contents.withLock { $0.callbacks.count } }

    /// The number of held callbacks that waiting tasks know of.
    var announcedCount: Int { announced.count }

    /// Holds a callback; the caller must store the ticket and then call ``announce()``.
    func hold(_ callback: @escaping Callback) -> Ticket {
        contents.withLock { contents in
            contents.next += 1
            contents.callbacks[contents.next] = callback
            return Ticket(number: contents.next)
        }
    }

    /// Notifies waiting tasks that one more callback is held.
    func announce() {
        announced.enter()
    }

    /// Drops a callback; does nothing if it was released or dropped before.
    func drop(_ ticket: Ticket) {
        let dropped = contents.withLock { $0.callbacks.removeValue(forKey: ticket.number) }
        if dropped != nil { announced.leave() }
    }

    /// Calls all held callbacks, in order of arrival, on the caller's thread.
    func release(in store: SyntheticStore) -> Int {
        let callbacks = contents.withLock { contents in
            defer { contents.callbacks = [:] }
            return contents.callbacks
        }
        announced.leave(callbacks.count)
        for (_, callback) in callbacks.sorted(by: { $0.key < $1.key }) { callback(store) }
        return callbacks.count
    }

    /// Returns once at least this many are held.
    func reaches(_ count: Int) async {
        await announced.reaches(count)
    }

    /// Returns once none is held.
    func empties() async {
        await announced.falls(to: 0)
    }
}

/// All that a store holds back, by the reason.
struct HoldTable: Sendable {
    private let late = HeldCallbacks()
    private let never = HeldCallbacks()
    private let downloads = HeldCallbacks()

    subscript(hold: SyntheticHold) -> HeldCallbacks {
        switch hold {
        case .late: late
        case .never: never
        case .download: downloads
        }
    }
}
