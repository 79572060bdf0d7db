import Foundation

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
    /// The kernel takes the first 15 bytes. The first job of a new thread waits for this: it takes 5 µs, and by
    /// Foundation's `FileHandle` 30 to 45 µs. The name of `Thread.current` is lost too as long as the thread that
    /// started it has not stored its identifier.
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
