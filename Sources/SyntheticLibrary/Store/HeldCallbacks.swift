import CameraRoll

/// Callbacks that a store holds back until a test lets them go.
///
/// They are given the store rather than keep it, so that a store with callbacks that nobody lets go can be released.
final class HeldCallbacks: Sendable {
    typealias Callback = @Sendable (SyntheticStore) -> Void

    /// Names one of them.
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

    /// Holds a callback; ``announce()`` is to follow once the caller has taken note of the ticket.
    func hold(_ callback: @escaping Callback) -> Ticket {
        contents.withLock { contents in
            contents.next += 1
            contents.callbacks[contents.next] = callback
            return Ticket(number: contents.next)
        }
    }

    /// Tells those who wait that one more is held.
    func announce() {
        announced.enter()
    }

    /// Forgets a callback; nothing happens where it was let go or dropped before.
    func drop(_ ticket: Ticket) {
        let dropped = contents.withLock { $0.callbacks.removeValue(forKey: ticket.number) }
        if dropped != nil { announced.leave() }
    }

    /// Calls all that are held now, in the order in which they came, on the caller's thread.
    func letGo(in store: SyntheticStore) -> Int {
        let callbacks = contents.withLock { contents in
            defer { contents.callbacks = [:] }
            return contents.callbacks
        }
        announced.leave(callbacks.count)
        for (_, callback) in callbacks.sorted(by: { $0.key < $1.key }) { callback(store) }
        return callbacks.count
    }

    /// Returns once at least so many are held.
    func reaches(_ count: Int) async {
        await announced.reaches(count)
    }

    /// Returns once none is held any more.
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
