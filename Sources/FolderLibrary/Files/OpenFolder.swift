#if FolderLibrary || canImport(Darwin)
import Foundation

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// An open folder, through which its files and folders are opened by name; closed when it is released.
///
/// Names are resolved in the open folder without following symbolic links, so nothing outside the root can be
/// reached, even if folders are renamed meanwhile.
final class OpenFolder: Sendable {
    let descriptor: Int32
    /// Its status when it was opened.
    let status: FileStatus

    /// Opens the root, whose path may be a symbolic link.
    convenience init(root path: String) throws(SystemError) {
        try self.init(adopting: open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC))
    }

    private init(adopting descriptor: Int32) throws(SystemError) {
        guard descriptor >= 0 else { throw SystemError(code: errno) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else {
            let code = errno
            close(descriptor)
            throw SystemError(code: code)
        }
        self.descriptor = descriptor
        self.status = FileStatus(status)
    }

    deinit {
        close(descriptor)
    }

    /// Opens a subfolder.
    func folder(_ name: UnsafePointer<CChar>) throws(SystemError) -> OpenFolder {
        try OpenFolder(adopting: openat(descriptor, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC))
    }

    /// Opens a folder beneath it, component by component.
    func folder(at path: some Sequence<[UInt8]>) throws(SystemError) -> OpenFolder {
        var folder = self
        for name in path {
            folder = try folder.named(name) { (folder, name) throws(SystemError) in try folder.folder(name) }
        }
        return folder
    }

    /// The status of a name in it; of the link itself for a symbolic link.
    func status(_ name: UnsafePointer<CChar>) throws(SystemError) -> FileStatus {
        #if os(Linux)
        if let status = try ExtendedStatus.status(name, in: descriptor) { return status }
        #endif
        var status = stat()
        guard fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else { throw SystemError(code: errno) }
        return FileStatus(status)
    }

    /// The status of a name in it; of the link itself for a symbolic link.
    func status(named name: [UInt8]) throws(SystemError) -> FileStatus {
        try named(name) { (folder, name) throws(SystemError) in try folder.status(name) }
    }

    /// Whether a name does not exist in it; false if that cannot be checked.
    func lacks(_ name: [UInt8]) -> Bool {
        do throws(SystemError) {
            _ = try status(named: name)
            return false
        } catch {
            return error.code == ENOENT
        }
    }

    /// Opens a file in it to read; never blocks, unlike opening a pipe.
    func file(_ name: UnsafePointer<CChar>) throws(SystemError) -> Int32 {
        let file = openat(descriptor, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard file >= 0 else { throw SystemError(code: errno) }
        return file
    }

    /// Calls `body` with a name as a C string; throws for a name with a zero or a slash.
    func named<Value>(
        _ name: [UInt8], _ body: (OpenFolder, UnsafePointer<CChar>) throws(SystemError) -> Value
    ) throws(SystemError) -> Value {
        guard !name.isEmpty, !name.contains(0), !name.contains(47), name != [46], name != [46, 46] else {
            throw SystemError(code: EINVAL)
        }
        // Called for each file of a scan, so that an array for each would be noticeable.
        let outcome = withUnsafeTemporaryAllocation(of: CChar.self, capacity: name.count + 1) { terminated in
            for (index, byte) in name.enumerated() {
                terminated.initializeElement(at: index, to: CChar(bitPattern: byte))
            }
            terminated.initializeElement(at: name.count, to: 0)
            return Result { () throws(SystemError) in
                guard let start = terminated.baseAddress else { throw SystemError(code: EINVAL) }
                return try body(self, start)
            }
        }
        return try outcome.get()
    }
}

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

    /// Whether it contains any visible entry; also false if it cannot be read.
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

/// The system's error number.
struct SystemError: Error, Hashable {
    let code: Int32
}

extension SystemError {
    /// The system's error that a Foundation error contains; `EIO` if it contains none.
    init(_ error: CocoaError) {
        code = (error.underlying as? POSIXError)?.code.rawValue ?? Self.codes[error.code] ?? EIO
    }

    /// The errors for which Foundation uses its own codes.
    private static let codes: [CocoaError.Code: Int32] = [
        .fileReadNoSuchFile: ENOENT, .fileNoSuchFile: ENOENT, .fileReadNoPermission: EACCES,
        .fileWriteNoPermission: EACCES, .fileWriteOutOfSpace: ENOSPC, .fileWriteVolumeReadOnly: EROFS,
        .fileWriteFileExists: EEXIST,
    ]
}

extension SystemError: CustomStringConvertible {
    /// The system's message.
    var description: String { String(cString: strerror(code)) }
}
#endif
