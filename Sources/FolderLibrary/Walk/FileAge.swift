#if FolderLibrary || canImport(Darwin)
import Foundation

/// Tells by its change time whether a file may have changed after it was scanned.
///
/// That time has a limited resolution. A file that was changed within the clock step in which it was scanned may
/// change again without a new time, so it is scanned once more (as Git does with "racily clean" entries).
enum FileAge {
    /// The resolution of the kernel's clock: up to ten milliseconds, with a margin, in nanoseconds.
    static let grain: Int64 = 20_000_000
    /// FAT stores two-second steps, and other old volumes one-second steps.
    private static let coarseGrain: Int64 = 2_100_000_000
    /// Times further ahead come from a wrong clock: the next change will not have this time.
    private static let future: Int64 = 3_600_000_000_000
    /// The stored time of a file that must be scanned again.
    static let unsure = Int64.min

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

/// The result of comparing a file with the index.
enum FileComparison {
    case same
    /// The same file with another inode, as on volumes without inodes, or with values that the index lacked: it
    /// need not be read.
    case renumbered
    case different
    /// Another file: which one is known when all others have been scanned.
    case replaced
}
#endif
