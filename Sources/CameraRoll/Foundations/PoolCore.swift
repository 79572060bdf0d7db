import Dispatch
import Foundation

#if canImport(ObjectiveC)
    import ObjectiveC
#endif

/// The working part of a pool: its state under a lock, and its threads.
///
/// The threads hold the core and not the pool: so a pool that nobody uses any more is released although its threads
/// wait, and its release ends them.
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

    func setPriority(_ priority: PoolPriority, of ticket: PoolTicket) -> Bool {
        state.withLock { $0.setPriority(priority, of: ticket) }
    }

    func cancel(_ ticket: PoolTicket) -> Bool {
        guard let work = state.withLock({ $0.cancel(ticket) }) else { return false }
        work.cancel()
        return true
    }

    /// True where the work ran.
    func giveUp(_ ticket: PoolTicket) -> Bool {
        guard let (refused, error, action) = state.withLock({ $0.giveUp(ticket) }) else { return false }
        carryOut(action)
        refused.forEach { $0.refuse(error) }
        return true
    }

    /// Cancels what waits and lets the threads end, each after the work that it has begun.
    func shutDown() {
        let (work, action) = state.withLock { $0.shutDown() }
        carryOut(action)
        work.forEach { $0.cancel() }
    }

    /// Waits until there is no thread.
    func awaitExit() async {
        await withCheckedContinuation { continuation in
            if !state.withLock({ $0.awaitExit(continuation) }) { continuation.resume() }
        }
    }

    private func carryOut(_ action: PoolState.WakeAction) {
        switch action {
        case .none: break
        case .startThread: PoolThread.start(label) { self.runUntilExit() }
        case .signal(let count): for _ in 0..<count { signals.signal() }
        }
    }
}

// MARK: - The threads

extension PoolCore {
    private func runUntilExit() {
        var event = PoolState.ThreadEvent.started
        while let next = carryOut(state.withLock({ $0.next(after: event) })) { event = next }
    }

    /// Returns what the thread comes from then; nil where it ends.
    private func carryOut(_ action: PoolState.NextAction) -> PoolState.ThreadEvent? {
        switch action {
        case .run(let work, let priority, let ticket):
            PoolThread.run(work, priority)
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
}

/// Starts the threads of a pool.
enum PoolThread {
    /// Runs `body` on a new thread of a name, at utility service on Apple systems.
    static func start(_ name: String, _ body: @escaping @Sendable () -> Void) {
        let thread = Thread {
            tellSystem(name)
            body()
        }
        thread.name = name
        thread.qualityOfService = .utility
        thread.start()
    }

    /// `Thread.name` reaches the system on Apple platforms only; Linux takes the first 15 bytes from this file.
    private static func tellSystem(_ name: String) {
        #if os(Linux)
            try? FileHandle(forWritingTo: URL(filePath: "/proc/thread-self/comm")).write(contentsOf: Data(name.utf8))
        #endif
    }

    /// Runs work on the calling thread, at the service that its priority is worth.
    ///
    /// Within an autorelease pool: a thread that goes on would keep what codecs autorelease.
    static func run(_ work: any PoolWork, _ priority: PoolPriority) {
        #if canImport(Darwin)
            pthread_set_qos_class_self_np(priority == .visible ? QOS_CLASS_USER_INITIATED : QOS_CLASS_UTILITY, 0)
        #endif
        withAutoreleasePool { work.run() }
    }
}

/// Runs work within an autorelease pool of its own; a plain call on systems without Objective-C.
///
/// Apple's frameworks autorelease much of what they return: each object of a fetch, each bridged array, buffers of
/// codecs. Such an object lives until the innermost pool of its thread ends. The Swift runtime puts a pool around each
/// job of an actor or a task, and Foundation one around the whole life of a thread. Library calls are turns of the
/// executor and not jobs, and the threads of the executor and of pools never end while there is work: without a pool of
/// its own, a long read would keep all that a library autoreleased in it.
///
/// So every turn has one, every slice of a call (several may run in one turn where nothing else waits), and every piece
/// of work of a thread pool. A pool costs about as much as a call of a function.
///
/// - Parameter body: the work; it does not throw, since Apple declares `autoreleasepool` with typed errors in newer
///   SDKs, and with untyped ones in older ones.
/// - Returns: what `body` returns.
package func withAutoreleasePool<Result>(_ body: () -> Result) -> Result {
    #if canImport(ObjectiveC)
        return autoreleasepool(invoking: body)
    #else
        return body()
    #endif
}
