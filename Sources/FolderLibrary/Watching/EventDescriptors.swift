#if FolderLibrary && os(Linux)
import Foundation
import Glibc

/// The descriptors on which the thread waits: inotify's, and a pipe that wakes it; closed on release.
final class EventDescriptors: Sendable {
    private let inotify: Int32
    private let waker: (reading: Int32, writing: Int32)

    /// - Parameter inotify: negative if the system has no more descriptors: then nothing can be watched.
    init(inotify: Int32 = inotify_init1(O_CLOEXEC | O_NONBLOCK)) {
        self.inotify = inotify
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
        // By descriptor, so that renaming the folder does not matter.
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

    /// Calls `body` with each pending event, and the name in the watched folder that it concerns.
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

/// Detects that volumes were mounted or unmounted in or above a folder of photos: inotify does not report mounts.
///
/// The kernel signals changes of its mount table; the table shows whether they are in or above the folder.
struct MountTable: ~Copyable {
    private let root: String
    private let descriptor: Int32
    private var known: Set<String> = []

    init(around root: String) {
        self.root = root
        descriptor = open("/proc/self/mountinfo", O_RDONLY | O_CLOEXEC)
        known = read()
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    /// Whether the mounts differ from those at the last call; costs one system call if nothing has changed.
    mutating func hasChanged() -> Bool {
        var event = pollfd(fd: descriptor, events: Int16(POLLPRI), revents: 0)
        guard poll(&event, 1, 0) > 0, event.revents & Int16(POLLNVAL) == 0 else { return false }
        let before = known
        known = read()
        return known != before
    }

    private func read() -> Set<String> {
        let table = (try? String(contentsOfFile: "/proc/self/mountinfo", encoding: .utf8)) ?? ""
        return Self.mounts(in: table, around: root)
    }

    /// The mounts in or above a folder, each by its number, volume and mount point.
    static func mounts(in table: String, around root: String) -> Set<String> {
        Set(
            table.split(separator: "\n").compactMap { line in
                let fields = line.split(separator: " ")
                guard fields.count > 4 else { return nil }
                let place = String(fields[4]).replacingEscapes
                let isAround = place == "/" || "\(root)/".hasPrefix("\(place)/") || place.hasPrefix("\(root)/")
                return isAround ? "\(fields[0]) \(fields[2]) \(place)" : nil
            })
    }
}

extension String {
    /// The kernel escapes spaces, tabs, line feeds and backslashes as three octal digits.
    fileprivate var replacingEscapes: String {
        let escapes = [("\\040", " "), ("\\011", "\t"), ("\\012", "\n"), ("\\134", "\\")]
        return escapes.reduce(self) { $0.replacing($1.0, with: $1.1) }
    }
}
#endif
