#if FolderLibrary || canImport(Darwin)

/// A step of an edit that is on disk before the next one begins: a power failure undoes none that others rest on.
enum DurableStep: Hashable, Sendable {
    /// The bytes of a new file, at a path beneath the root.
    case fileSynced(String)
    /// The names in a folder, at a path beneath the root, or with a slash before it.
    case folderSynced(String)
    /// The files have their new names, which are not on disk yet.
    case filesMoved
    case committed
    /// A file that was moved into the library by copying it is gone from where it was, at a path.
    case sourceRemoved(String)
}
#endif
