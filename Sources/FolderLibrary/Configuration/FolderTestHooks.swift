#if FolderLibrary || canImport(Darwin)
import Foundation

/// Hooks that only tests set: limits that only a large folder would reach, and callbacks at defined moments.
package struct FolderTestHooks: Sendable {
    /// Called at each point, on the thread that reaches it.
    package var onCrashPoint: (@Sendable (CrashPoint) -> Void)?
    /// Called after each durable step of an edit, on the thread that takes it; a thrown error replaces the system's
    /// result.
    package var onDurableStep: (@Sendable (DurableStep) throws -> Void)?
    /// Called on the waiting thread while another process or connection is waited for.
    package var onWait: (@Sendable () -> Void)?
    /// Called when an index without users is about to be closed, on the thread that closes it.
    package var onClose: (@Sendable () -> Void)?
    /// Lists with more rows than this are read on demand.
    package var shortList: Int
    /// The number of files in the first transaction of a scan, instead of 256; each later one has twice as many.
    package var firstBatch: Int?
    /// The maximum number of watched folders, in addition to the system's limit.
    package var mostWatches: Int
    /// The interval of scans if there are not enough watches, in nanoseconds.
    package var pollingInterval: UInt64
    /// How long another connection to the index, or another process that moves files, is waited for, in milliseconds.
    package var patience: Int32
    /// How long emptying the log waits for readers of an older snapshot, in milliseconds.
    package var logPatience: Int32
    /// The interval of checks whether another process has written to the index, in nanoseconds.
    package var askingInterval: UInt64
    /// Whether the system's events for writes to the index are used.
    package var watchesIndex: Bool
    /// The assumed kind of the photos' volume; nil to ask the system.
    package var volume: VolumeKind?
    /// Called before a call of the system; a returned error number replaces the call.
    package var onCall: (@Sendable (FileCall) -> Int32?)?
    /// The assumed identity of a folder at a path beneath the root; nil, also for single folders, to ask the system.
    package var volumeIdentity: (@Sendable (String) -> VolumeIdentity?)?
    /// The assumed clock, in seconds since 1970, by which photos age in the trash; nil for the system's.
    package var clock: (@Sendable () -> Int64)?

    /// Creates hooks; by default they have no effect, and the limits are those of an app.
    package init(
        onCrashPoint: (@Sendable (CrashPoint) -> Void)? = nil,
        onDurableStep: (@Sendable (DurableStep) throws -> Void)? = nil,
        onWait: (@Sendable () -> Void)? = nil, onClose: (@Sendable () -> Void)? = nil,
        shortList: Int = 1_000, firstBatch: Int? = nil, mostWatches: Int = .max,
        pollingInterval: UInt64 = 60_000_000_000, patience: Int32 = 5_000, logPatience: Int32 = 250,
        askingInterval: UInt64 = 1_000_000_000, watchesIndex: Bool = true, volume: VolumeKind? = nil
    ) {
        (self.onCrashPoint, self.onDurableStep) = (onCrashPoint, onDurableStep)
        (self.onWait, self.onClose) = (onWait, onClose)
        (self.shortList, self.firstBatch, self.mostWatches) = (shortList, firstBatch, mostWatches)
        (self.pollingInterval, self.askingInterval) = (pollingInterval, askingInterval)
        (self.patience, self.logPatience) = (patience, logPatience)
        (self.watchesIndex, self.volume) = (watchesIndex, volume)
    }

    func refusal(of call: FileCall) -> Int32? { onCall?(call) }

    /// The time by which photos age in the trash, in seconds since 1970.
    var now: Int64 { clock?() ?? Self.systemTime }

    /// The time of the system's clock, in seconds since 1970.
    static var systemTime: Int64 { Int64(Date().timeIntervalSince1970) }

    func reach(_ point: CrashPoint) {
        onCrashPoint?(point)
    }

    func took(_ step: DurableStep) throws {
        try onDurableStep?(step)
    }
}

/// A call of the system that some volumes do not support.
package enum FileCall: Sendable {
    /// A rename that never replaces a file.
    case exclusiveRename
    case link
    /// A rename that replaces a file, after it was made sure that there is none.
    case rename
    /// The storing of an extended attribute.
    case attribute
}

/// A crash point: a moment at which the process may end without damage.
package enum CrashPoint: String, Codable, Sendable, CaseIterable {
    /// The tables of a new index exist, but are not committed.
    case tablesMade
    /// A folder is about to be opened and read, on any thread.
    case folderRead
    /// New folders are committed, without their contents.
    case foldersMade
    /// A batch of files is written, but not committed.
    case batchFilled
    /// A batch of files is committed.
    case batchWritten
    /// All new and changed files are committed; missing ones are not yet removed.
    case walked
    /// A batch of missing files is removed, but not committed.
    case vanishedTaken
    /// All missing files are removed, but not their folders.
    case vanishedWritten
    /// All changes are written, but not the end of the scan.
    case settled

    /// The files of an edit are staged; their moves are not recorded.
    case staged
    /// The record of the moves is committed.
    case intended
    /// A file to be moved was found in its place.
    case fileChecked
    /// A file was moved.
    case fileMoved
    /// All files are moved; the edit is not committed.
    case filesMoved
    /// The edit is committed; its remains are not cleaned up.
    case committed
    /// Moved files were moved back; this is not committed.
    case movedBack

    /// A new index is made from the backup of a damaged one; it is not in its place yet.
    case rebuilt
    /// The damaged index has another name; the new one is not in its place yet.
    case setAside

    /// The thread of the watch is about to read events.
    case eventsWaiting
}

/// A step of an edit that is on disk before the next one begins, so that no power failure undoes it afterward.
package enum DurableStep: Hashable, Sendable {
    /// The bytes of a new file, at a path beneath the root.
    case fileSynced(String)
    /// The names in a folder, at a path beneath the root, or absolute with a leading slash.
    case folderSynced(String)
    /// The files have their new names, which are not on disk yet.
    case filesMoved
    case committed
    /// The original, at a path, of a file that was moved into the library by copying has been removed.
    case sourceRemoved(String)
}
#endif
