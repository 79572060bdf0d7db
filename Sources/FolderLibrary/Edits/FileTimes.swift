#if FolderLibrary || canImport(Darwin)
#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// The time of a file's last change: the only date of a picture whose metadata have none.
struct FileTimes {
    private let modified: timespec

    /// Reads the time of the file at a path.
    init(path: String) throws(SystemError) {
        var status = stat()
        guard stat(path, &status) == 0 else { throw SystemError(code: errno) }
        #if canImport(Darwin)
        modified = status.st_mtimespec
        #else
        modified = status.st_mtim
        #endif
    }

    /// Sets this time on another file, to the nanosecond.
    func set(on path: String) throws(SystemError) {
        // The access time gets the same value, since it is not needed.
        guard utimensat(AT_FDCWD, path, [modified, modified], 0) == 0 else { throw SystemError(code: errno) }
    }
}
#endif
