#if FolderLibrary || canImport(Darwin)
#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// The fields of a file's status that a rescan compares.
struct FileStatus: Hashable, Sendable {
    /// The kind of a directory entry.
    enum Kind: Hashable, Sendable {
        case file
        case folder
        case symbolicLink
        /// A socket, a pipe, a device: opening one may block forever.
        case other
    }

    let kind: Kind
    /// The size in bytes.
    let size: Int64
    /// When the content was last changed, in nanoseconds since 1970.
    let modified: Int64
    /// When content or status was last changed, in nanoseconds since 1970; programs cannot set it.
    let changed: Int64
    let inode: Int64
    /// The volume.
    let device: Int64
    /// When the file was created, in nanoseconds since 1970; nil if the volume does not record it.
    let birth: Int64?
    /// A hash of permissions, owner and link count, which change ``changed`` but not the content.
    let attributes: Int64

    init(_ status: stat) {
        kind = Kind(mode: status.st_mode)
        size = Int64(status.st_size)
        #if canImport(Darwin)
        (modified, changed) = (status.st_mtimespec.nanoseconds, status.st_ctimespec.nanoseconds)
        birth = status.st_birthtimespec.nanoseconds == 0 ? nil : status.st_birthtimespec.nanoseconds
        #else
        (modified, changed) = (status.st_mtim.nanoseconds, status.st_ctim.nanoseconds)
        birth = nil
        #endif
        inode = Int64(truncatingIfNeeded: status.st_ino)
        device = Int64(truncatingIfNeeded: status.st_dev)
        attributes = Self.attributes(
            mode: UInt64(status.st_mode), names: UInt64(status.st_nlink), user: status.st_uid, group: status.st_gid)
    }

    #if os(Linux)
    /// Reads the bytes that ``ExtendedStatus`` has filled, in the layout of the kernel's `struct statx`.
    init(extended bytes: UnsafeRawBufferPointer) {
        func number<Number: FixedWidthInteger & BitwiseCopyable>(_ offset: Int, _: Number.Type) -> Number {
            bytes.loadUnaligned(fromByteOffset: offset, as: Number.self)
        }
        func time(_ offset: Int) -> Int64 {
            number(offset, Int64.self) &* 1_000_000_000 &+ Int64(number(offset + 8, UInt32.self))
        }
        let mode = number(28, UInt16.self)
        kind = Kind(mode: mode_t(mode))
        size = number(40, Int64.self)
        (changed, modified) = (time(96), time(112))
        birth = number(0, UInt32.self) & ExtendedStatus.birthMask != 0 && time(80) != 0 ? time(80) : nil
        inode = number(32, Int64.self)
        device = Self.device(major: UInt64(number(136, UInt32.self)), minor: UInt64(number(140, UInt32.self)))
        attributes = Self.attributes(
            mode: UInt64(mode), names: UInt64(number(16, UInt32.self)), user: number(20, UInt32.self),
            group: number(24, UInt32.self))
    }

    /// The volume's number in the form of `stat`.
    private static func device(major: UInt64, minor: UInt64) -> Int64 {
        let low = minor & 0xFF | (major & 0xFFF) << 8
        return Int64(truncatingIfNeeded: low | (minor & ~0xFF) << 12 | (major & ~0xFFF) << 32)
    }
    #endif

    private static func attributes(mode: UInt64, names: UInt64, user: UInt32, group: UInt32) -> Int64 {
        let owner = (UInt64(user) << 32 | UInt64(group)) &* 0x9E37_79B9_7F4A_7C15
        return Int64(truncatingIfNeeded: (owner >> 32) << 32 | (names & 0xFFFF) << 16 | mode & 0xFFFF)
    }
}

extension FileStatus.Kind {
    fileprivate init(mode: mode_t) {
        self =
            switch mode & S_IFMT {
            case S_IFREG: .file
            case S_IFDIR: .folder
            case S_IFLNK: .symbolicLink
            default: .other
            }
    }
}

extension stat {
    /// When the file's name or content was last changed, in seconds since 1970.
    var changeTime: time_t {
        #if canImport(Darwin)
        st_ctimespec.tv_sec
        #else
        st_ctim.tv_sec
        #endif
    }
}

extension timespec {
    /// Impossible times in a damaged file system wrap around; they are only compared.
    fileprivate var nanoseconds: Int64 { Int64(tv_sec) &* 1_000_000_000 &+ Int64(tv_nsec) }
}

extension FileStatus {
    /// A number that changes with the content, as far as the status tells.
    var contentVersion: Int64 { modified &* 31 &+ size }
}

/// Identifies a file or folder in the system, regardless of its name.
struct FileIdentity: Hashable, Sendable {
    let device: Int64
    let inode: Int64
}

extension FileStatus {
    var identity: FileIdentity { FileIdentity(device: device, inode: inode) }
}
#endif
