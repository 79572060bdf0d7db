#if FolderLibrary || canImport(Darwin)

// How a file that was found is told to be one that the index knows. What the user said follows the file; the name
// decides only where nothing tells that the known file lives on. "Same" is: the inode and the time of birth. Where one
// of the births is unknown, or a program has set it: the inode, size and time of change, and the first bytes.
//
// | the file found under a name                          | what was said of the name's file | what is said of it     |
// |------------------------------------------------------|----------------------------------|------------------------|
// | the same, unchanged                                  | stays                            | the same               |
// | the same, of another size or time                    | stays                            | the same, a new version|
// | the same, only its rights or names have changed      | stays                            | the same version       |
// | the same, changed in a way that nothing explains     | stays                            | the same, a new version|
// | the same as a known one that is no more where it     | waits until its own file is      | what was said of the   |
// | was; or its size, time and first bytes are those of  | found, in this look or later     | known one              |
// | just one known one that is not; or it is one that    |                                  |                        |
// | was lost, by more than its name                      |                                  |                        |
// | the same as one that is where it was (a hard link),  | stays where size and first bytes | nothing: it is new     |
// | or with its size, time and first bytes (a copy)      | agree; waits otherwise           |                        |
// | a backup ("~", "_original") of one beside it, whose  | stays: a program has saved it    | nothing: it is new     |
// | name has another file now; and that put back         |                                  |                        |
// | as long and as old as the name's, other first bytes  | stays where date, kind and size  | the same, a new version|
// | and an inode that nobody knows                       | in pixels agree; waits otherwise | nothing: it is new     |
// | any other that nobody knows, where both files say    | waits                            | nothing: it is new     |
// | when their photos were taken, and not the same       |                                  |                        |
// | any other that nobody knows (saved by replacing,     | stays                            | the same, a new version|
// | restored, checked out, copied back)                  |                                  | unless it has the size |
//
// A scan decides what is surest first (`ScanPhase`): new names, known names whose files are known by their inodes, then
// by their contents, and last of all names by themselves. What is taken off its name keeps its row under a name that no
// file has (`DisplacedName`), until its own file is found: so cycles need no order, and a process that ends in between
// leaves nothing on the wrong file.
//
// Folders are followed by the files in them, and not by inodes of their own. Those would decide one case more: a file
// that was saved by replacing while its folder got another name, both between two scans. It is new, and what was said
// of the one before waits. A folder's inode would give that to what has the file's name in the folder, as a name does,
// where nothing else is known; but it would have to be kept for each folder, learned by older indexes, salvaged from
// damaged ones, and taken apart in cycles as the names of files are. An open library sees the two one after the other.

extension StoredFile {
    /// Whether what is found under its name is the same file, as far as the system tells.
    func isFile(_ status: FileStatus) -> Bool {
        // An index that was repaired knows no inodes.
        inode == 0 || inode == status.inode && traits.hasBirth(of: status) != false
    }

    /// Whether a file is this one for certain, whatever was changed in it.
    func isProvenFile(_ status: FileStatus) -> Bool { traits.isProven(by: status) }

    /// Whether a file that was found elsewhere has all that is known of this one's content.
    ///
    /// - Parameter byInode: whether the inode must be the same; otherwise the first bytes must be known.
    func hasContent(of file: ScannedFile, byInode: Bool) -> Bool {
        guard hasContent(of: file.status), !byInode || inode == file.status.inode else { return false }
        return traits.hasHead(of: file) ?? (byInode && traits.hasBirth(of: file.status) != false)
    }

    /// Whether a file has the size, where it is known, and the first bytes of this one, whatever its time.
    func hasSameBytes(as file: ScannedFile) -> Bool {
        (size < 0 || size == file.status.size) && traits.hasHead(of: file) == true
    }

    /// Whether the first bytes of a file are known to be others.
    func hasOtherHead(than file: ScannedFile) -> Bool { traits.hasHead(of: file) == false }

    /// Whether a name has this file still.
    ///
    /// - Parameters:
    ///   - status: what the system says of the name.
    ///   - isProven: whether the file was found elsewhere for certain, so that this can only be another name of it.
    ///   - head: reads the first bytes of what has the name.
    func isThere(_ status: FileStatus, isProven: Bool, head: () -> Int64?) -> Bool {
        if inode == status.inode, traits.hasBirth(of: status) != false { return true }
        guard !isProven, hasContent(of: status), let known = self.head else { return false }
        return head() == known
    }

    /// How the content of its file compares with what it was.
    ///
    /// - Parameter isMoved: whether the file has another name now, which is a change of its own.
    func novelty(of file: ScannedFile, isMoved: Bool = false) -> FileNovelty {
        guard hasContent(of: file.status) else { return .changed }
        if hasOtherHead(than: file) { return .disguised }
        // A time that is not kept may be the file's own.
        guard !isMoved, isFile(file.status), let changed, changed != FileAge.unsure, changed != file.status.changed,
            let attributes, attributes == file.status.attributes
        else { return .same }
        return .disguised
    }

    /// Whether a file has a name that programs give to this one when they replace it.
    func isBackedUp(as file: ScannedFile) -> Bool {
        folder == file.folder && Self.isBackup(file.name, of: name)
    }

    /// Whether this is what a program has kept of the file of a name when it replaced it.
    func isBackup(of file: ScannedFile) -> Bool {
        folder == file.folder && Self.isBackup(name, of: file.name)
    }

    func isBackup(of file: StoredFile) -> Bool {
        folder == file.folder && Self.isBackup(name, of: file.name)
    }

    private static func isBackup(_ name: [UInt8], of original: [UInt8]) -> Bool {
        guard name.starts(with: original) else { return false }
        return backupSuffixes.contains(String(decoding: name.dropFirst(original.count), as: UTF8.self))
    }

    private static let backupSuffixes: Set = ["~", "_original", ".bak", ".orig"]
}

/// How the content of a file compares with what the index has of it.
enum FileNovelty {
    case same
    /// Of the same size and time, which a program has put back: its first bytes are others, or the system says that it
    /// was changed, and neither its rights nor its names were.
    case disguised
    case changed
}
#endif
