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
        umount2(scratch.url.path, Int32(MNT_DETACH))
    }

    /// Takes up what is left, to the last byte.
    func fill() {
        let file = open(scratch.url.path + "/.filler", O_WRONLY | O_CREAT, 0o644)
        defer { close(file) }
        let bytes = [UInt8](repeating: 0, count: 4_096)
        while write(file, bytes, bytes.count) > 0 {}
    }
}
#endif
