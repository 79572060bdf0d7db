#if FolderLibrary || canImport(Darwin)

/// Collects folders with changes until they are due for a scan.
///
/// Programs save a picture in several steps within moments: they write a new file and rename it over the old one,
/// or truncate the old one and write it again. So events are collected until there has been none for a while, and
/// become one change.
struct DirtyFolders {
    /// The time without events before a scan, in nanoseconds.
    static let quiet: UInt64 = 100_000_000
    /// The maximal wait if events do not stop, in nanoseconds.
    static let patience: UInt64 = 1_000_000_000

    /// The longest pause after failures, as a multiple of `patience`.
    private static let mostPauses: UInt64 = 60

    private var folders: Set<FolderID> = []
    private var isEverything = false
    private var first: UInt64 = 0
    private var last: UInt64 = 0
    /// Whether a scan of the folders taken last is running; later events wait for its end.
    private var isLooking: Bool
    /// The number of consecutive failures.
    private var failures: UInt64 = 0
    private var earliest: UInt64 = 0

    /// - Parameter isLooking: whether a scan of everything is running already.
    init(isLooking: Bool = false) {
        self.isLooking = isLooking
    }

    /// Records an event in a folder, or in an unknown place if nil.
    mutating func note(_ folder: FolderID?, at now: UInt64) {
        if isEmpty { first = now }
        last = now
        if let folder { folders.insert(folder) } else { isEverything = true }
    }

    private var isEmpty: Bool { folders.isEmpty && !isEverything }

    /// The time at which a scan is due; nil if there is no event, or a scan is running.
    var deadline: UInt64? {
        isEmpty || isLooking ? nil : max(earliest, min(last + Self.quiet, first + Self.patience))
    }

    /// Removes and returns the scope to scan, if a scan is due.
    mutating func take(at now: UInt64) -> ScanScope? {
        guard let deadline, now >= deadline else { return nil }
        let scope = isEverything ? ScanScope.everything : .folders(folders)
        (folders, isEverything, isLooking) = ([], false, true)
        return scope
    }

    /// Records the end of the scan; after a failure everything is due, after a growing pause.
    mutating func endLooking(succeeded: Bool, at now: UInt64) {
        isLooking = false
        failures = succeeded ? 0 : min(failures + 1, Self.mostPauses)
        guard !succeeded else { return }
        note(nil, at: now)
        earliest = now + failures * Self.patience
    }
}
#endif
