#if FolderLibrary || canImport(Darwin)
import Foundation

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
    /// The time of the last change of the content, in nanoseconds since 1970.
    let modified: Int64
    /// The time of the last change of content or status, in nanoseconds since 1970; programs cannot set it.
    let changed: Int64
    let inode: Int64
    /// The volume.
    let device: Int64
    /// The time of creation, in nanoseconds since 1970; nil if the volume does not record it.
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

    /// The status of the item at a path, of the link itself for a symbolic link; nil if the system returns an error.
    init?(ofItemAt path: String) {
        var status = stat()
        guard lstat(path, &status) == 0 else { return nil }
        self.init(status)
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

extension timespec {
    /// Impossible times in a damaged file system wrap around; they are only compared.
    fileprivate var nanoseconds: Int64 { Int64(tv_sec) &* 1_000_000_000 &+ Int64(tv_nsec) }
}

extension FileStatus {
    /// A number that changes with the content, as far as the status shows.
    var contentVersion: Int64 { Self.contentVersion(modified, size) }

    static func contentVersion(_ modified: Int64, _ size: Int64) -> Int64 { modified &* 31 &+ size }
}

/// Identifies a file or folder in the system, regardless of its name.
struct FileIdentity: Hashable, Sendable {
    let device: Int64
    let inode: Int64
}

extension FileStatus {
    var identity: FileIdentity { FileIdentity(device: device, inode: inode) }
}

/// Determines from a file's change time whether the file may have changed after it was scanned.
///
/// That time has a limited resolution. A file that was changed within the clock step in which it was scanned may
/// change again without a new time, so it is scanned once more (as Git does with "racily clean" entries).
enum FileAge {
    /// The resolution of the kernel's clock: up to ten milliseconds, with a margin, in nanoseconds.
    static let grain: Int64 = 20_000_000
    /// FAT stores two-second steps, and other old volumes one-second steps.
    private static let coarseGrain: Int64 = 2_100_000_000
    /// Times further ahead come from a wrong clock: the next change will not have the same time.
    private static let future: Int64 = 3_600_000_000_000
    /// The stored time of a file that must be scanned again.
    static let unsure = Int64.min

    /// The moment and the resolution by which files are told that may change again without a new time.
    struct Limit {
        let now: Int64
        let grain: Int64
    }

    /// Returns the change time to store for a file.
    ///
    /// - Parameters:
    ///   - status: the file's status.
    ///   - now: a time before the status was read, in nanoseconds since 1970.
    ///   - grain: the resolution of the clock, in nanoseconds.
    static func kept(of status: FileStatus, at now: Int64, grain: Int64) -> Int64 {
        let isCoarse = status.modified % 1_000_000_000 == 0 && grain > 0
        let age = now &- status.changed
        return age < (isCoarse ? coarseGrain : grain) && age > -future ? unsure : status.changed
    }

    /// Nanoseconds since 1970.
    static var now: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
    }
}

/// The clocks of the volumes that hold the photos: a server's may be slower than this computer's.
///
/// A volume's clock has passed the latest change time that was seen on it, and has gone on since.
struct VolumeClocks {
    private var latest: [Int64: (time: Int64, seen: Int64)] = [:]

    /// A time that is not after that of a volume's clock at a moment, nor after the moment itself.
    ///
    /// - Parameters:
    ///   - changes: times of changes on the volume that have been seen.
    ///   - moment: the moment before they were seen, by this computer's clock.
    mutating func time(on device: Int64, after changes: some Sequence<Int64>, at moment: Int64) -> Int64 {
        let now = FileAge.now
        // Later ones come from a wrong clock.
        let newest = changes.lazy.filter { $0 <= now }.max()
        let known = latest[device].map { $0.time &+ now &- $0.seen }
        if let newest, newest > known ?? .min { latest[device] = (newest, now) }
        guard let time = [newest, known].compactMap(\.self).max() else { return moment }
        return min(time &- (now &- moment), moment)
    }
}

/// The result of comparing a file with the index.
enum FileComparison {
    case same
    /// The same file with another inode, as on volumes without inodes, or with values that the index lacked: it does
    /// not have to be read.
    case renumbered
    case different
    /// Another file; which known one it is turns out once all others have been scanned.
    case replaced
}

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
#endif
