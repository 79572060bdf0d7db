#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// An open file, read at positions with `pread`; closed when it is released.
///
/// Reads do not move a file position, so several threads may read at once.
public final class FileBytes: ByteSource, Sendable {
    /// How many bytes the file had when it was opened.
    public let byteCount: Int
    let descriptor: Int32

    /// Opens a file for reading.
    ///
    /// - Parameter path: where the file is; a symbolic link is followed.
    /// - Throws: `MetadataError.cannotOpen` where there is no such file, it may not be read, or it is no regular file.
    public init(path: String) throws(MetadataError) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw .cannotOpen(path: path, code: errno) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            let code = status.st_mode & S_IFMT == S_IFDIR ? EISDIR : EINVAL
            close(descriptor)
            throw .cannotOpen(path: path, code: code)
        }
        self.descriptor = descriptor
        byteCount = Int(status.st_size)
    }

    /// Takes over a descriptor of a regular file, which is closed with this.
    ///
    /// - Parameters:
    ///   - descriptor: open for reading.
    ///   - byteCount: how many bytes the file has.
    package init(adopting descriptor: Int32, byteCount: Int) {
        self.descriptor = descriptor
        self.byteCount = byteCount
    }

    deinit {
        close(descriptor)
    }

    /// Copies bytes from a position on into a buffer; an interrupted read goes on.
    ///
    /// - Throws: `MetadataError.cannotRead` with the system's error number.
    public func read(at position: Int, into buffer: UnsafeMutableRawBufferPointer) throws(MetadataError) -> Int {
        var done = 0
        while done < buffer.count, let start = buffer.baseAddress {
            let count = pread(descriptor, start + done, buffer.count - done, off_t(position + done))
            if count == 0 { break }
            if count > 0 {
                done += count
            } else if errno != EINTR {
                throw .cannotRead(at: position + done, code: errno)
            }
        }
        return done
    }
}
