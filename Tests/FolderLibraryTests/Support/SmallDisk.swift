#if FolderLibrary && os(Linux)
@testable import FolderLibrary
import Foundation

/// A disk in memory, mounted for a test.
final class SmallDisk {
    let scratch: ScratchFolder

    /// Whether this machine lets anybody mount one.
    static let isPossible = getuid() == 0 && (try? SmallDisk(bytes: 4_096)) != nil

    init(bytes: Int) throws {
        scratch = try ScratchFolder()
        guard mount("none", scratch.url.path, "tmpfs", 0, "size=\(bytes)") == 0 else { throw SystemError(code: errno) }
    }

    deinit {
        // What lies on top goes first.
        while umount2(scratch.url.path, Int32(MNT_DETACH)) == 0 {}
    }

    /// Lets nothing be written by way of its path until what is given is released.
    ///
    /// A second mount of the same disk is put on top of the first one. The first stays as it is, so that files that
    /// are still open by way of it do not keep the second one from being read-only.
    func readOnly() throws -> ReadOnlyMount { try ReadOnlyMount(at: scratch.url.path) }

    /// Takes up what is left, to the last byte.
    func fill() {
        let file = open(scratch.url.path + "/.filler", O_WRONLY | O_CREAT, 0o644)
        defer { close(file) }
        let bytes = [UInt8](repeating: 0, count: 4_096)
        while write(file, bytes, bytes.count) > 0 {}
    }
}

/// A folder that is mounted on itself, to be read only.
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

    /// Lets it be written again.
    func end() {
        umount2(path, Int32(MNT_DETACH))
    }
}
#endif
