#if FolderLibrary && os(Linux)
import Glibc

/// The kernel's `statx`: `stat` with the time at which a file was made, at the cost of one call as well.
enum ExtendedStatus {
    private typealias Function =
        @convention(c) (Int32, UnsafePointer<CChar>, Int32, UInt32, UnsafeMutableRawPointer) -> Int32

    /// Declared for GNU sources only, which Swift does not see; nil if the C library lacks it.
    private static let function = dlsym(nil, "statx").map { unsafeBitCast($0, to: Function.self) }
    /// The length of `struct statx`, which is the same on all machines.
    private static let length = 256
    /// `STATX_BASIC_STATS`: what `stat` says.
    private static let basicMask: UInt32 = 0x7FF
    /// `STATX_BTIME`.
    static let birthMask: UInt32 = 0x800

    /// What a name in a folder stands for, a symbolic link for itself; nil if the system has no such call.
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
                // Old kernels do not know it, and some sandboxes forbid it.
                if errno == ENOSYS || errno == EPERM { return nil }
                throw SystemError(code: errno)
            }
        }
        return try outcome.get()
    }
}
#endif
