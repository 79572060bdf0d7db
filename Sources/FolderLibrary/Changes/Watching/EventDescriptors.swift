#if FolderLibrary && os(Linux)
import Glibc

/// The descriptors that the thread waits for: inotify's, and a pipe that wakes it; closed on release.
final class EventDescriptors: Sendable {
    private let inotify = inotify_init1(O_CLOEXEC | O_NONBLOCK)
    private let waker: (reading: Int32, writing: Int32)

    init() {
        var ends: [Int32] = [-1, -1]
        // Without the pipe nothing wakes the thread, and it ends at its next check.
        if pipe(&ends) == 0 {
            for end in ends {
                _ = fcntl(end, F_SETFD, FD_CLOEXEC)
                _ = fcntl(end, F_SETFL, O_NONBLOCK)
            }
        }
        waker = (ends[0], ends[1])
    }

    deinit {
        for descriptor in [inotify, waker.reading, waker.writing] { close(descriptor) }
    }

    /// Watches a folder.
    ///
    /// - Returns: the watch, the same one for repeated calls; negative after an error, with the reason in
    ///   `errno`.
    func watch(_ folder: OpenFolder, for mask: UInt32) -> Int32 {
        // By the descriptor, so that renaming the folder does not matter.
        inotify_add_watch(inotify, "/proc/self/fd/\(folder.descriptor)", mask)
    }

    /// Stops watching a folder.
    func unwatch(_ watch: Int32) {
        inotify_rm_watch(inotify, watch)
    }

    func wake() {
        _ = Glibc.write(waker.writing, "x", 1)
    }

    func wait(milliseconds: Int) {
        var descriptors = [
            pollfd(fd: inotify, events: Int16(POLLIN), revents: 0),
            pollfd(fd: waker.reading, events: Int16(POLLIN), revents: 0),
        ]
        poll(&descriptors, 2, Int32(milliseconds))
        var byte: UInt8 = 0
        while Glibc.read(waker.reading, &byte, 1) > 0 {}
    }

    /// Calls `body` with each pending event, and the name in the watched folder that it is about.
    func read(_ body: (inotify_event, _ name: Substring) -> Void) {
        let length = 64 << 10
        withUnsafeTemporaryAllocation(byteCount: length, alignment: 8) { buffer in
            var count = Glibc.read(inotify, buffer.baseAddress, length)
            while count > 0 {
                var position = 0
                while position + MemoryLayout<inotify_event>.size <= count {
                    let event = buffer.loadUnaligned(fromByteOffset: position, as: inotify_event.self)
                    let start = position + MemoryLayout<inotify_event>.size
                    position = start + Int(event.len)
                    let name = String(decoding: buffer[start..<min(position, count)], as: UTF8.self)
                    // The name is padded with zeros.
                    body(event, name.prefix { $0 != "\0" })
                }
                count = Glibc.read(inotify, buffer.baseAddress, length)
            }
        }
    }
}
#endif
