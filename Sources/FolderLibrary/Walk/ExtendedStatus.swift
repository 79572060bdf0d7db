#if FolderLibrary && os(Linux)
import Glibc

/// The kernel's `statx`: like `stat`, with the creation time, at the cost of one call as well.
enum ExtendedStatus {
    private typealias Function =
        @convention(c) (Int32, UnsafePointer<CChar>, Int32, UInt32, UnsafeMutableRawPointer) -> Int32

    /// Declared only for GNU sources, which Swift does not import; nil if the C library lacks it.
    private static let function = dlsym(nil, "statx").map { unsafeBitCast($0, to: Function.self) }
    /// The length of `struct statx`, which is the same on all machines.
    private static let length = 256
    /// `STATX_BASIC_STATS`: the fields of `stat`.
    private static let basicMask: UInt32 = 0x7FF
    /// `STATX_BTIME`.
    static let birthMask: UInt32 = 0x800

    /// The status of a name in a folder, of the link itself for a symbolic link; nil if the system lacks the call.
    ///
    /// - Throws: the system's error.
    static func status(_ name: UnsafePointer<CChar>, in folder: Int32) throws(SystemError) -> FileStatus? {
        guard let function else { return nil }
        let outcome = withUnsafeTemporaryAllocation(byteCount: length, alignment: 8) { buffer in
            Result { () throws(SystemError) -> FileStatus? in
                guard let start = buffer.baseAddress else { return nil }
                if function(folder, name, AT_SYMLINK_NOFOLLOW, basicMask | birthMask, start) == 0 {
                    return FileStatus(extended: UnsafeRawBufferPointer(buffer))
                }
                // Old kernels do not support it, and some sandboxes forbid it.
                if errno == ENOSYS || errno == EPERM { return nil }
                throw SystemError(code: errno)
            }
        }
        return try outcome.get()
    }
}
#endif
