#if FolderLibrary || canImport(Darwin)
#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

extension OpenFolder {
    /// Opens a folder beneath it, and makes those on the way that are not there; their names are on disk then.
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

    /// What the system says of it now; nil if it does not say.
    var currentStatus: FileStatus? {
        var status = stat()
        return fstat(descriptor, &status) == 0 ? FileStatus(status) : nil
    }

    /// Whether it still has a name anywhere.
    var isLinked: Bool {
        var status = stat()
        return fstat(descriptor, &status) == 0 && status.st_nlink > 0
    }

    /// Keeps the folder for whoever has it open, until that is closed or its process ends.
    ///
    /// - Throws: `EWOULDBLOCK` where somebody else has it and this one does not wait; others if the volume has no
    ///   locks.
    func lock(waiting: Bool) throws(SystemError) {
        while flock(descriptor, waiting ? LOCK_EX : LOCK_EX | LOCK_NB) != 0 {
            if errno != EINTR { throw SystemError(code: errno) }
        }
    }

    /// Whether anything is in it that can be seen.
    var hasEntries: Bool { (try? FolderListing(self).entries.isEmpty) == false }

    /// Removes a folder in it with the files in that, as far as the system lets.
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
