#if FolderLibrary || canImport(Darwin)

/// The values by which the index recognizes a file, under its name or another one.
struct FileTraits: Sendable {
    /// The size in bytes.
    let size: Int64
    /// When the content was last changed, in nanoseconds since 1970.
    let modified: Int64
    let inode: Int64
    /// When it was created, in nanoseconds since 1970; nil if unknown.
    let birth: Int64?
    /// The hash of its first bytes; nil if they were not read.
    let head: Int64?

    /// Whether a file has the same size and time.
    func hasContent(of status: FileStatus) -> Bool { size == status.size && modified == status.modified }

    /// Whether a file has the same creation time; nil if one of them is unknown.
    func hasBirth(of status: FileStatus) -> Bool? {
        guard let birth, let other = status.birth else { return nil }
        return birth == other
    }

    /// Whether a file has the same first bytes; nil if one of them is unknown.
    func hasHead(of file: ScannedFile) -> Bool? {
        guard let head, let other = file.head else { return nil }
        return head == other
    }

    /// Whether a file is certainly this one, regardless of its content.
    func isProven(by status: FileStatus) -> Bool { inode == status.inode && hasBirth(of: status) == true }
}
#endif
