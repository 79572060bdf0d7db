#if FolderLibrary && os(Linux)
@testable import FolderLibrary
import Foundation

/// A disk in memory, mounted for a test.
final class SmallDisk {
    let scratch: ScratchFolder

    /// Whether this machine permits mounting one.
    static let isPossible = getuid() == 0 && (try? SmallDisk(bytes: 4_096)) != nil

    init(bytes: Int) throws {
        scratch = try ScratchFolder()
        guard mount("none", scratch.url.path, "tmpfs", 0, "size=\(bytes)") == 0 else { throw SystemError(code: errno) }
    }

    deinit {
        // The topmost mount is removed first.
        while umount2(scratch.url.path, Int32(MNT_DETACH)) == 0 {}
    }

    /// Prevents writes through its path until the result is released.
    ///
    /// A second mount of the same disk is put on top of the first one. The first stays as it is, so that files
    /// opened through it do not prevent the read-only mount.
    func readOnly() throws -> ReadOnlyMount { try ReadOnlyMount(at: scratch.url.path) }

    /// Uses up the free space, to the last byte.
    func fill() {
        let file = open(scratch.url.path + "/.filler", O_WRONLY | O_CREAT, 0o644)
        defer { close(file) }
        let bytes = [UInt8](repeating: 0, count: 4_096)
        while write(file, bytes, bytes.count) > 0 {}
    }
}

/// A folder that is bind-mounted on itself, read-only.
final class ReadOnlyMount {
    private let path: String

    init(at path: String) throws {
        self.path = path
        guard mount(path, path, nil, UInt(MS_BIND), nil) == 0 else { throw SystemError(code: errno) }
        let flags = UInt(MS_REMOUNT) | UInt(MS_BIND) | UInt(MS_RDONLY)
        guard mount("none", path, nil, flags, nil) == 0 else {
            let code = errno
            umount2(path, Int32(MNT_DETACH))
            throw SystemError(code: code)
        }
    }

    /// Permits writes again.
    func end() {
        umount2(path, Int32(MNT_DETACH))
    }
}
#endif
