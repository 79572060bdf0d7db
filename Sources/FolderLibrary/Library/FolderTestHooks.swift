#if FolderLibrary || canImport(Darwin)

/// What tests set and nobody else: numbers that only a large folder would reach, and moments at which to step in.
struct FolderTestHooks: Sendable {
    /// Called at each milestone, on the thread that reaches it.
    var onMilestone: (@Sendable (Milestone) -> Void)?
    /// Called behind each durable step of an edit, on the thread that takes it; what it throws, the system said.
    var onDurableStep: (@Sendable (DurableStep) throws -> Void)?
    /// Called while an index is being opened and others have it, on the thread that waits.
    var onWait: (@Sendable () -> Void)?
    /// Called when an index that nobody uses is about to be closed, on the thread that does it.
    var onClose: (@Sendable () -> Void)?
    /// Lists of more rows than this are read as they are asked for.
    var shortList = 1_000
    /// Files of the first transaction of a scan, instead of some hundred; each one after it takes twice as many.
    var firstBatch: Int?
    /// How many folders are watched at most, beside the system's own limit.
    var mostWatches = Int.max
    /// How often everything is looked at where there are not enough watches, in nanoseconds.
    var pollingInterval: UInt64 = 60_000_000_000
    /// How long one connection to the index waits for another one, in milliseconds.
    var patience: Int32 = 5_000
    /// How long readers of an older moment are waited for before the log is emptied, in milliseconds.
    var logPatience: Int32 = 250
    /// How often the index is asked whether another process has written to it, in nanoseconds.
    var askingInterval: UInt64 = 1_000_000_000
    /// Whether the system is asked to tell of what is written to the index.
    var watchesIndex = true

    /// What the volume of the photos is taken for; the system is asked where nil.
    var volume: VolumeKind?

    func reach(_ milestone: Milestone) {
        onMilestone?(milestone)
    }

    func took(_ step: DurableStep) throws {
        try onDurableStep?(step)
    }
}

/// A moment in the middle of something that must be whole when the process ends there.
enum Milestone: String, Codable, Sendable, CaseIterable {
    /// The tables of a new index are made, and not committed.
    case tablesMade
    /// A folder is about to be opened and read, on whatever thread.
    case folderRead
    /// New folders are committed, and nothing that is in them.
    case foldersMade
    /// A batch of files is written, and not committed.
    case batchFilled
    /// A batch of files is committed.
    case batchWritten
    /// All that is new or changed is committed, and nothing that is gone.
    case walked
    /// A batch of files that are gone is taken away, and not committed.
    case vanishedTaken
    /// All files that are gone are taken away, and not their folders.
    case vanishedWritten
    /// All is written but that the scan came to its end.
    case settled

    /// The files of an edit wait to be moved, and nothing is written down.
    case staged
    /// What is to be moved is committed.
    case intended
    /// One more file is moved.
    case fileMoved
    /// All files are moved, and the edit is not committed.
    case filesMoved
    /// The edit is committed, and what it left is not cleaned up.
    case committed
    /// Files that were half moved are moved back, and that is not committed.
    case movedBack

    /// What could be read of a damaged index is in a new one, which is not in its place.
    case salvaged
    /// The damaged index has another name, and the new one is not in its place.
    case setAside

    /// The thread that hears of changes is about to read them.
    case eventsWaiting
}
#endif
