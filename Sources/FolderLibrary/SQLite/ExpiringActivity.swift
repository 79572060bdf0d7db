#if FolderLibrary || canImport(Darwin)
#if os(iOS) || os(tvOS) || os(visionOS)
import CameraRoll
import Dispatch
import Foundation
#endif

/// Work that the process finishes before it is suspended.
///
/// iOS terminates an app that is suspended while it holds the lock of a file or a database in a shared container. So
/// the writer of an index is held only within an expiring activity, and with it the locks of the index, of its folder,
/// and of the folder of photos. The lock of a staging folder is an exception: it is held while files of any length are
/// copied, which may take longer than the system grants. On systems that suspend no process, nothing is done.
enum ExpiringActivity {
    /// Whether the caller is within an activity.
    @TaskLocal static var isRunning = false

    /// Runs a closure, and keeps the process from being suspended meanwhile; not nested.
    ///
    /// The system grants about ten seconds or more; a transaction takes a fraction of one. A process that is about to
    /// be suspended waits here, without a lock, until it runs again, but at most five seconds of its own time.
    static func run<Value, Thrown: Error>(_ body: () throws(Thrown) -> Value) throws(Thrown) -> Value {
        #if os(iOS) || os(tvOS) || os(visionOS)
        let end = begin()
        defer { end?.signal() }
        #endif
        return try $isRunning.withValue(true) { Result { () throws(Thrown) in try body() } }.get()
    }
}

#if os(iOS) || os(tvOS) || os(visionOS)
extension ExpiringActivity {
    private static let mostAttempts = 50

    /// Returns the semaphore that ends the activity; nil if the system does not grant one.
    private static func begin() -> DispatchSemaphore? {
        for attempt in 0..<mostAttempts {
            if attempt > 0 { Thread.sleep(forTimeInterval: 0.1) }
            if let end = request() { return end }
        }
        return nil
    }

    /// Asks the system once, and waits for its answer.
    private static func request() -> DispatchSemaphore? {
        let (answer, end) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let isGranted = Lock(false)
        // Called on a queue of the system: once with the answer, and again if the time is up.
        ProcessInfo.processInfo.performExpiringActivity(withReason: "CameraRoll index") { @Sendable isExpired in
            if !isExpired { isGranted.withLock { $0 = true } }
            answer.signal()
            // The activity lasts as long as this call.
            if !isExpired { end.wait() }
        }
        answer.wait()
        return isGranted.withLock(\.self) ? end : nil
    }
}
#endif
#endif
