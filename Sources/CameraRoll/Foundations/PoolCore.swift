import Dispatch
import Foundation

#if canImport(ObjectiveC)
    import ObjectiveC
#endif

/// The working part of a pool: its state under a lock, and its threads.
///
/// The threads retain the core and not the pool. A pool that is no longer used is therefore released although its
/// threads wait, and its release ends them.
final class PoolCore: Sendable {
    private let label: String
    private let idleTime: DispatchTimeInterval
    private let state: Lock<PoolState>
    private let signals = DispatchSemaphore(value: 0)

    init(label: String, limits: PoolLimits) {
        self.label = label
        idleTime = .milliseconds(limits.idleMilliseconds)
        state = Lock(PoolState(limits: limits))
    }

    var statistics: PoolStatistics { state.withLock(\.statistics) }

    func submit(_ work: any PoolWork, priority: PoolPriority) throws(PoolError) -> PoolTicket {
        let (ticket, action) = try state.withLock { state throws(PoolError) in
            try state.submit(work, priority: priority)
        }
        carryOut(action)
        return ticket
    }

    func cancel(_ ticket: PoolTicket) -> Bool {
        guard let work = state.withLock({ $0.cancel(ticket) }) else { return false }
        work.cancel()
        return true
    }

    /// Returns true if the work was running.
    func giveUp(_ ticket: PoolTicket) -> Bool {
        guard let (refused, error, action) = state.withLock({ $0.giveUp(ticket) }) else { return false }
        carryOut(action)
        refused.forEach { $0.refuse(error) }
        return true
    }

    /// Cancels the waiting work and lets the threads end, each after the work it has begun.
    func shutDown() {
        let (work, action) = state.withLock { $0.shutDown() }
        carryOut(action)
        work.forEach { $0.cancel() }
    }

    /// Waits until no thread is left.
    func awaitExit() async {
        await withCheckedContinuation { continuation in
            if !state.withLock({ $0.awaitExit(continuation) }) { continuation.resume() }
        }
    }

    private func carryOut(_ action: PoolState.WakeAction) {
        switch action {
        case .none: break
        case .startThread: NamedThread.start(label, .utility) { self.runUntilExit() }
        case .signal(let count): for _ in 0..<count { signals.signal() }
        }
    }
}

// MARK: - The threads

extension PoolCore {
    private func runUntilExit() {
        var event = PoolState.ThreadEvent.started
        var priority: PoolPriority?
        while let next = carryOut(state.withLock({ $0.next(after: event) }), at: &priority) { event = next }
    }

    /// Carries out an action, and returns the thread's next event; nil if the thread ends.
    ///
    /// - Parameter priority: the priority of the thread's last work; nil before the first one.
    private func carryOut(
        _ action: PoolState.NextAction, at priority: inout PoolPriority?
    ) -> PoolState.ThreadEvent? {
        switch action {
        case .run(let queued, let ticket):
            if priority != queued.priority { Self.setPriority(queued.priority) }
            priority = queued.priority
            withAutoreleasePool { queued.work.run() }
            return .finished(ticket)
        case .wait:
            return signals.wait(timeout: .now() + idleTime) == .success ? .woken : .timedOut
        case .takeSignal:
            signals.wait()
            return .woken
        case .exit(let waiting):
            waiting.forEach { $0.resume() }
            return nil
        }
    }

    /// Gives the calling thread the priority of its next work, and that work's quality of service.
    private static func setPriority(_ priority: PoolPriority) {
        #if canImport(Darwin)
            pthread_set_qos_class_self_np(priority.qualityOfService, 0)
        #endif
        BlockingThread.markCurrent(priority)
    }
}

/// The threads that may block: those of pools, and those on which sources are checked.
package enum BlockingThread {
    private static let key = "CameraRoll.mayBlock"

    /// The priority of the calling thread's work; nil in tasks and on the main thread, which must not block.
    static var currentPriority: PoolPriority? { Thread.current.threadDictionary[key] as? PoolPriority }

    /// Marks the calling thread until it is marked again.
    package static func markCurrent(_ priority: PoolPriority) {
        Thread.current.threadDictionary[key] = priority
    }
}

#if canImport(Darwin)
    extension PoolPriority {
        fileprivate var qualityOfService: qos_class_t {
            switch self {
            // More urgent work may wait for the thread, so it is never throttled as background work is.
            case .background, .prefetch: QOS_CLASS_UTILITY
            case .standard: QOS_CLASS_DEFAULT
            case .visible: QOS_CLASS_USER_INITIATED
            }
        }
    }
#endif

/// Runs work within its own autorelease pool; a plain call on systems without Objective-C.
///
/// Apple's frameworks autorelease much of what they return: each object of a fetch, each bridged array, codec
/// buffers. Such an object lives until the innermost pool of its thread ends. The Swift runtime puts a pool around
/// each job of an actor or a task, and Foundation puts one around the whole life of a thread. Library calls run as
/// turns of the executor and not as runtime jobs, and the threads of the executor and of pools do not end while there
/// is work. Without its own pool, a long read would retain everything that a library autoreleased during it.
///
/// Therefore each turn has a pool, and each slice of a call (several slices may run in one turn if nothing else
/// waits), and each piece of work of a thread pool. A pool costs about as much as a function call.
///
/// - Parameter body: the work. It does not throw, since Apple declares `autoreleasepool` with typed errors in newer
///   SDKs, and with untyped ones in older SDKs.
/// - Returns: what `body` returns.
package func withAutoreleasePool<Result>(_ body: () -> Result) -> Result {
    #if canImport(ObjectiveC)
        return autoreleasepool(invoking: body)
    #else
        return body()
    #endif
}
