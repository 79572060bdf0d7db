#if FolderLibrary || canImport(Darwin)
#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

extension OpenFolder {
    /// Opens a folder beneath it, creates missing ones on the way, and flushes their names to the disk.
    func folder(making path: some Sequence<[UInt8]>) throws(SystemError) -> OpenFolder {
        var folder = self
        for name in path {
            folder = try folder.named(name) { (folder, name) throws(SystemError) in
                if mkdirat(folder.descriptor, name, 0o755) == 0 {
                    try folder.synchronize()
                } else if errno != EEXIST {
                    throw SystemError(code: errno)
                }
                return try folder.folder(name)
            }
        }
        return folder
    }

    /// Its current status; nil if the system returns an error.
    var currentStatus: FileStatus? {
        var status = stat()
        return fstat(descriptor, &status) == 0 ? FileStatus(status) : nil
    }

    /// Whether it still has a name.
    var isLinked: Bool {
        var status = stat()
        return fstat(descriptor, &status) == 0 && status.st_nlink > 0
    }

    /// Locks the folder until its descriptor is closed or the process ends.
    ///
    /// - Throws: `EWOULDBLOCK` if another process holds the lock and `waiting` is false; other errors if the volume
    ///   has no locks.
    func lock(waiting: Bool) throws(SystemError) {
        while flock(descriptor, waiting ? LOCK_EX : LOCK_EX | LOCK_NB) != 0 {
            if errno != EINTR { throw SystemError(code: errno) }
        }
    }

    /// Whether it contains any visible entry.
    var hasEntries: Bool { (try? FolderListing(self).entries.isEmpty) == false }

    /// Removes a subfolder with its files, as far as the system permits.
    func remove(_ name: [UInt8]) throws(SystemError) {
        let inner = try folder(at: [name])
        let listing = try FolderListing(inner)
        for entry in listing.entries { listing.withName(entry) { _ = unlinkat(inner.descriptor, $0, 0) } }
        try named(name) { (folder, name) throws(SystemError) in
            if unlinkat(folder.descriptor, name, AT_REMOVEDIR) != 0 { throw SystemError(code: errno) }
        }
    }
}
#endif
