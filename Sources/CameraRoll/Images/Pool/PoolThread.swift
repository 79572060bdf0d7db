import Foundation

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
    static func run(_ work: any PoolWork, _ priority: ImagePriority) {
        #if canImport(Darwin)
            pthread_set_qos_class_self_np(priority == .visible ? QOS_CLASS_USER_INITIATED : QOS_CLASS_UTILITY, 0)
        #endif
        withAutoreleasePool { work.run() }
    }
}
