import Foundation

#if canImport(ObjectiveC)
    import ObjectiveC
#endif

#if os(Linux)
    import Glibc
#endif

/// A thread of the package's own, which debuggers, crash reports and the system's tools show by its name.
enum NamedThread {
    /// Runs `body` on a new thread.
    ///
    /// - Parameter qualityOfService: how urgent the thread's work is; has an effect on Apple systems only.
    static func start(
        _ name: String, _ qualityOfService: QualityOfService, _ body: @escaping @Sendable () -> Void
    ) {
        let thread = Thread {
            tellSystem(name)
            body()
        }
        thread.name = name
        thread.qualityOfService = qualityOfService
        thread.start()
    }

    /// Names the calling thread on Linux, where the name that a `Thread` was given before its start is lost.
    ///
    /// The kernel takes the first 15 bytes. The first job of a new thread waits for this: it takes 5 µs, against 30 to
    /// 45 µs with Foundation's `FileHandle`. `Thread.current` has no name either, until the thread that started it has
    /// stored its identifier.
    private static func tellSystem(_ name: String) {
        #if os(Linux)
            let file = open("/proc/thread-self/comm", O_WRONLY | O_CLOEXEC)
            guard file >= 0 else { return }
            defer { close(file) }
            let bytes = Array(name.utf8)
            _ = write(file, bytes, bytes.count)
        #endif
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
