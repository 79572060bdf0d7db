#if FolderLibrary || canImport(Darwin)

/// Folders in which something happened, until it is time to look at them.
///
/// Programs save a picture by several steps within moments: write a new file and rename it over the old one, or cut the
/// old one and write it anew. So what happens is gathered until it has been quiet for a while, and becomes one change.
struct DirtyFolders {
    /// How long it must have been quiet, in nanoseconds.
    static let quiet: UInt64 = 100_000_000
    /// How long something waits at most, where it is never quiet.
    static let patience: UInt64 = 1_000_000_000

    private var folders: Set<FolderID> = []
    private var isEverything = false
    private var first: UInt64 = 0
    private var last: UInt64 = 0

    /// Something happened in a folder; anywhere where nil.
    mutating func note(_ folder: FolderID?, at now: UInt64) {
        if isEmpty { first = now }
        last = now
        if let folder { folders.insert(folder) } else { isEverything = true }
    }

    private var isEmpty: Bool { folders.isEmpty && !isEverything }

    /// When it will be time to look; nil where nothing happened.
    var deadline: UInt64? { isEmpty ? nil : min(last + Self.quiet, first + Self.patience) }

    /// What to look at, where it is time; it is forgotten here.
    mutating func take(at now: UInt64) -> ScanScope? {
        guard let deadline, now >= deadline else { return nil }
        defer { self = DirtyFolders() }
        return isEverything ? .everything : .folders(folders)
    }
}
#endif
