#if FolderLibrary || canImport(Darwin)
#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// When a file was changed last: the only date of a picture that says nothing of one itself.
struct FileTimes {
    private let modified: timespec

    /// The times of the file that a path leads to.
    init(path: String) throws(SystemError) {
        var status = stat()
        guard stat(path, &status) == 0 else { throw SystemError(code: errno) }
        #if canImport(Darwin)
        modified = status.st_mtimespec
        #else
        modified = status.st_mtim
        #endif
    }

    /// Gives another file these times, to the nanosecond.
    func set(on path: String) throws(SystemError) {
        // Twice, since the time of the last access is of no interest.
        guard utimensat(AT_FDCWD, path, [modified, modified], 0) == 0 else { throw SystemError(code: errno) }
    }
}
#endif
