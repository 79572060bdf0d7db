#if FolderLibrary || canImport(Darwin)

/// Folders in which something happened, until it is time to look at them.
///
/// Programs save a picture by several steps within moments: write a new file and rename it over the old one, or cut the
/// old one and write it again. So what happens is gathered until it has been quiet for a while, and becomes one change.
struct DirtyFolders {
    /// How long it must have been quiet, in nanoseconds.
    static let quiet: UInt64 = 100_000_000
    /// How long something waits at most, where it is never quiet.
    static let patience: UInt64 = 1_000_000_000

    /// The longest pause after a failure, in patiences.
    private static let mostPauses: UInt64 = 60

    private var folders: Set<FolderID> = []
    private var isEverything = false
    private var first: UInt64 = 0
    private var last: UInt64 = 0
    /// Whether what was taken last is still being looked at; what happens meanwhile waits, as one.
    private var isLooking: Bool
    /// How often in a row it could not be looked at.
    private var failures: UInt64 = 0
    private var earliest: UInt64 = 0

    /// - Parameter isLooking: whether everything is being looked at already.
    init(isLooking: Bool = false) {
        self.isLooking = isLooking
    }

    /// Something happened in a folder; anywhere where nil.
    mutating func note(_ folder: FolderID?, at now: UInt64) {
        if isEmpty { first = now }
        last = now
        if let folder { folders.insert(folder) } else { isEverything = true }
    }

    private var isEmpty: Bool { folders.isEmpty && !isEverything }

    /// When it will be time to look; nil if nothing happened, or where somebody is looking.
    var deadline: UInt64? {
        isEmpty || isLooking ? nil : max(earliest, min(last + Self.quiet, first + Self.patience))
    }

    /// What to look at, where it is time; it is forgotten here.
    mutating func take(at now: UInt64) -> ScanScope? {
        guard let deadline, now >= deadline else { return nil }
        let scope = isEverything ? ScanScope.everything : .folders(folders)
        (folders, isEverything, isLooking) = ([], false, true)
        return scope
    }

    /// What was taken was looked at, or could not be: then everything is to be, after a pause that grows.
    mutating func endLooking(succeeded: Bool, at now: UInt64) {
        isLooking = false
        failures = succeeded ? 0 : min(failures + 1, Self.mostPauses)
        guard !succeeded else { return }
        note(nil, at: now)
        earliest = now + failures * Self.patience
    }
}
#endif
