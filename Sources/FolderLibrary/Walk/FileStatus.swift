#if FolderLibrary || canImport(Darwin)
#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// What the system says of a file, as far as a rescan compares it.
struct FileStatus: Hashable, Sendable {
    /// What a name in a folder stands for.
    enum Kind: Hashable, Sendable {
        case file
        case folder
        case symbolicLink
        /// A socket, a pipe, a device: opening one may block for ever.
        case other
    }

    let kind: Kind
    /// Bytes.
    let size: Int64
    /// When the content was changed last, in nanoseconds since 1970.
    let modified: Int64
    /// When anything of the file was changed last, which nobody can set, in nanoseconds since 1970.
    let changed: Int64
    let inode: Int64
    /// The volume.
    let device: Int64

    init(_ status: stat) {
        kind =
            switch status.st_mode & S_IFMT {
            case S_IFREG: .file
            case S_IFDIR: .folder
            case S_IFLNK: .symbolicLink
            default: .other
            }
        size = Int64(status.st_size)
        #if canImport(Darwin)
        (modified, changed) = (status.st_mtimespec.nanoseconds, status.st_ctimespec.nanoseconds)
        #else
        (modified, changed) = (status.st_mtim.nanoseconds, status.st_ctim.nanoseconds)
        #endif
        inode = Int64(truncatingIfNeeded: status.st_ino)
        device = Int64(truncatingIfNeeded: status.st_dev)
    }
}

extension stat {
    /// When the file's name or content was changed last, in seconds since 1970.
    var changeTime: time_t {
        #if canImport(Darwin)
        st_ctimespec.tv_sec
        #else
        st_ctim.tv_sec
        #endif
    }
}

extension timespec {
    /// Times that no file has, in a damaged file system, wrap around; they are compared, not computed with.
    fileprivate var nanoseconds: Int64 { Int64(tv_sec) &* 1_000_000_000 &+ Int64(tv_nsec) }
}

extension FileStatus {
    /// Changes when the content does, as far as the status tells.
    var contentVersion: Int64 { modified &* 31 &+ size }
}

/// What tells a file or folder from any other of the system, whatever it is called.
struct FileIdentity: Hashable, Sendable {
    let device: Int64
    let inode: Int64
}

extension FileStatus {
    var identity: FileIdentity { FileIdentity(device: device, inode: inode) }
}
#endif
