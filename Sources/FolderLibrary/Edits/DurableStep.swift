#if FolderLibrary || canImport(Darwin)

/// A step of an edit that is on disk before the next one begins, so that no power failure undoes it afterwards.
enum DurableStep: Hashable, Sendable {
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
