#if FolderLibrary || canImport(Darwin)
import Foundation

/// Tells a file that was changed since it was looked at from one that was not, by the time of its last change.
///
/// That time goes on in steps. A file that was changed within the step in which it was looked at may be changed once
/// more without showing it, so it is looked at once more (as Git does with what it calls racily clean).
enum FileAge {
    /// A step of the kernel's clock takes up to ten milliseconds, in nanoseconds.
    static let grain: Int64 = 20_000_000
    /// FAT keeps two seconds, and other old volumes one.
    private static let coarseGrain: Int64 = 2_100_000_000
    /// Times further ahead are a clock's that was wrong: the next change will not be of this time.
    private static let future: Int64 = 3_600_000_000_000
    /// The time of a file that must be looked at again.
    static let unsure = Int64.min

    /// The time to be kept of a file.
    ///
    /// - Parameters:
    ///   - status: what the system said of the file.
    ///   - now: a time before that, in nanoseconds since 1970.
    ///   - grain: a step of the clock, in nanoseconds.
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

/// How a file compares with what the index has of it.
enum FileComparison {
    case same
    /// The same under another inode, as volumes without any have them, or the index did not know all of it: nothing
    /// is to be read.
    case renumbered
    case different
    /// Another file: which one is known when all others were looked at.
    case replaced
}
#endif
