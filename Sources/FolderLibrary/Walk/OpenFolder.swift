#if FolderLibrary || canImport(Darwin)
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

    /// Opens a file in it to read; never blocks, as opening a pipe would.
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
#endif
