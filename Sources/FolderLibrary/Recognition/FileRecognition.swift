#if FolderLibrary || canImport(Darwin)
// How a found file is matched with a file in the index
//
// User data follow the file. Its name decides only if nothing shows that the known file still exists. "The same" means:
// the same inode and creation time. If one of the creation times is unknown, or was set by a program: the same inode,
// size, time of change, and first bytes.
//
// | File found under a name                               | Asset of that name             | The found file becomes |
// |-------------------------------------------------------|--------------------------------|------------------------|
// | the same, unchanged                                   | stays                          | the same asset         |
// | the same, other size or time                          | stays                          | the same, new version  |
// | the same, only permissions or links changed           | stays                          | the same version       |
// | the same, changed for an unknown reason               | stays                          | the same, new version  |
// | a known file that has left its place; or one with     | missing until its own file is  | that file's asset      |
// | the size, time and first bytes of exactly one such    | found, in this or a later scan |                        |
// | file; or a missing one, by more than its name         |                                |                        |
// | a known file that is still in its place (hard link),  | stays if size and first bytes  | a new asset            |
// | or one with its size, time and first bytes (copy)     | agree; missing otherwise       |                        |
// | a backup ("~", "_original") of a file next to it,     | stays: a program has saved it  | a new asset            |
// | whose name is another file's now; and one put back    |                                |                        |
// | unknown inode, the name's size and time, but other    | stays if date, kind and pixel  | the same, new version  |
// | first bytes                                           | size agree; missing otherwise  | a new asset            |
// | any other unknown file, if both files have a capture  | missing                        | a new asset            |
// | date, and the dates differ                            |                                |                        |
// | any other unknown file (saved by replacing, restored, | stays                          | the same, new version  |
// | checked out, copied back)                             |                                | unless size, time agree|
//
// A scan decides the most certain cases first (`ScanPhase`): new names, then known names whose files are recognized by
// their inodes, then by their contents, and last by names alone. A file that loses its name keeps its row under a name
// that no file can have (`DisplacedName`) until it is found, so cycles of names need no order, and no asset has the
// wrong file if the process ends in between.
//
// Folders are followed through the files in them, not by inodes of their own. Those would decide one more case: a file
// that was saved by replacing while its folder was renamed, both between two scans. It counts as new, and the former
// asset as missing. A folder's inode would give the asset to the file of the same name in the folder, as a name does if
// nothing else is known; but it would have to be stored for each folder, added to older indexes, recovered from damaged
// ones, and resolved in cycles like the names of files. An open library sees the two changes one after another.

extension StoredFile {
    /// Whether the file under its name is the same one, as far as the system shows.
    func isFile(_ status: FileStatus) -> Bool {
        // A repaired index has no inodes.
        inode == 0 || inode == status.inode && traits.hasBirth(of: status) != false
    }

    /// Whether a file is certainly this one, regardless of its content.
    func isProvenFile(_ status: FileStatus) -> Bool { traits.isProven(by: status) }

    /// Whether a file found elsewhere has this one's known content.
    ///
    /// - Parameter byInode: whether the inode must match; otherwise the first bytes must be known and match.
    func hasContent(of file: ScannedFile, byInode: Bool) -> Bool {
        guard hasContent(of: file.status), !byInode || inode == file.status.inode else { return false }
        return traits.hasHead(of: file) ?? (byInode && traits.hasBirth(of: file.status) != false)
    }

    /// Whether a file has this one's size, if known, and first bytes, regardless of its time.
    func hasSameBytes(as file: ScannedFile) -> Bool {
        (size < 0 || size == file.status.size) && traits.hasHead(of: file) == true
    }

    /// Whether a file's first bytes are known to differ.
    func hasOtherHead(than file: ScannedFile) -> Bool { traits.hasHead(of: file) == false }

    /// Whether this file still exists under its name.
    ///
    /// - Parameters:
    ///   - status: the status of the name on disk.
    ///   - isProven: whether the file was certainly found elsewhere, so that a match can only be a hard link.
    ///   - head: returns the hash of the first bytes of the name's file.
    func isThere(_ status: FileStatus, isProven: Bool, head: () -> Int64?) -> Bool {
        if inode == status.inode, traits.hasBirth(of: status) != false { return true }
        guard !isProven, hasContent(of: status), let known = self.head else { return false }
        return head() == known
    }

    /// Compares the content of the file with the index.
    ///
    /// - Parameter isMoved: whether the file has a new name, which also changes its status time.
    func novelty(of file: ScannedFile, isMoved: Bool = false) -> FileNovelty {
        guard hasContent(of: file.status) else { return .changed }
        if hasOtherHead(than: file) { return .disguised }
        // A time that cannot be trusted may be the file's own.
        guard !isMoved, isFile(file.status), let changed, changed != FileAge.unsure, changed != file.status.changed,
            let attributes, attributes == file.status.attributes
        else { return .same }
        return .disguised
    }

    /// Whether a file has a name that programs give to this one when they replace it.
    func isBackedUp(as file: ScannedFile) -> Bool {
        folder == file.folder && Self.isBackup(file.name, of: name)
    }

    /// Whether this is the backup that a program made of a file when it replaced it.
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

/// The result of comparing a file's content with the index.
enum FileNovelty {
    case same
    /// Changed, but with the same size and time, which a program has restored.
    ///
    /// The first bytes differ, or the status time has changed while the permissions and link count have not.
    case disguised
    case changed
}

extension FileTraits {
    /// Whether a file has the same first bytes; nil if one of them is unknown.
    func hasHead(of file: ScannedFile) -> Bool? {
        guard let head, let other = file.head else { return nil }
        return head == other
    }
}
#endif
