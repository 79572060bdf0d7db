#if FolderLibrary && os(Linux)
import Foundation
import Glibc

/// Detects that volumes were mounted or unmounted around a folder of photos: inotify does not report mounts.
///
/// The kernel signals changes of its mount table; the table tells whether they are in or above the folder.
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

    /// Whether the mounts differ from those at the last call; costs one system call if nothing changed.
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
