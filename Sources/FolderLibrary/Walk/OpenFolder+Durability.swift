#if FolderLibrary || canImport(Darwin)
#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

extension OpenFolder {
    /// Waits until the names in it are on disk.
    func synchronize() throws(SystemError) {
        try Self.synchronize(descriptor)
    }

    /// Waits until the bytes of a file in it are on disk; the file may be read-only.
    func synchronizeFile(_ name: [UInt8]) throws(SystemError) {
        let file = try named(name) { (folder, name) throws(SystemError) in try folder.file(name) }
        defer { close(file) }
        try Self.synchronize(file)
    }

    private static func synchronize(_ descriptor: Int32) throws(SystemError) {
        #if canImport(Darwin)
        // On Apple systems `fsync` leaves the bytes in the drive's cache.
        if fcntl(descriptor, F_FULLFSYNC) == 0 { return }
        #endif
        while fsync(descriptor) != 0 {
            // Some network volumes do not support flushing folders.
            if [EINVAL, ENOTSUP, EROFS].contains(errno) { return }
            if errno != EINTR { throw SystemError(code: errno) }
        }
    }
}
#endif
