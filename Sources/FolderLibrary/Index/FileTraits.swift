#if FolderLibrary || canImport(Darwin)

/// What the index keeps of a file to know it again, under its name or another one.
struct FileTraits: Sendable {
    /// Bytes.
    let size: Int64
    /// When the content was changed last, in nanoseconds since 1970.
    let modified: Int64
    let inode: Int64
    /// When it was made, in nanoseconds since 1970; nil if that is not known.
    let birth: Int64?
    /// The number of its first bytes; nil if they were not read.
    let head: Int64?

    /// Whether a file has its size and its time.
    func hasContent(of status: FileStatus) -> Bool { size == status.size && modified == status.modified }

    /// Whether a file was made when it was; nil if that is not known of one of them.
    func hasBirth(of status: FileStatus) -> Bool? {
        guard let birth, let other = status.birth else { return nil }
        return birth == other
    }

    /// Whether a file has its first bytes; nil if they are not known of one of them.
    func hasHead(of file: ScannedFile) -> Bool? {
        guard let head, let other = file.head else { return nil }
        return head == other
    }

    /// Whether a file is this one for certain, whatever was changed in it.
    func isProven(by status: FileStatus) -> Bool { inode == status.inode && hasBirth(of: status) == true }
}
#endif
