#if FolderLibrary || canImport(Darwin)
import CameraRoll

/// A file as the index has it.
struct StoredFile: Sendable {
    let folder: FolderID
    let name: [UInt8]
    let size: Int64
    let modified: Int64
    /// Nil if unknown.
    let changed: Int64?
    let inode: Int64
    /// The row of its asset.
    let asset: Int64?
    /// The time of creation, in nanoseconds since 1970; nil if unknown.
    var birth: Int64?
    /// Its permissions, owner and link count, as a hash; nil if unknown.
    var attributes: Int64?
    /// The hash of its first bytes; nil if they were not read.
    var head: Int64?
    /// Whether it was unreadable, or a known asset was empty; when that ends, its size and time may stay the same.
    let wasUnreadable: Bool

    /// Whether a status is that of this file, without changes.
    func isUnchanged(_ status: FileStatus) -> Bool {
        hasContent(of: status) && changed == status.changed && inode == status.inode && !wasUnreadable
    }

    /// Whether a status shows the same content, as far as can be told without the time of the last change.
    func hasContent(of status: FileStatus) -> Bool { traits.hasContent(of: status) }

    /// The version of its content, as that of its status.
    var contentVersion: Int64 { FileStatus.contentVersion(modified, size) }

    /// The values by which it is recognized under another name.
    var traits: FileTraits {
        FileTraits(size: size, modified: modified, inode: inode, birth: birth, head: head)
    }
}

extension StoredFile {
    static let columns = "folder, name, size, mtime, inode, asset, problem, ctime, birth, attributes, head"

    /// Whether the file in a row must be read again regardless of its status.
    static func wasUnreadable(_ row: SQLiteStatement) -> Bool {
        let problem = row.integer(6)
        return problem == FolderProblem.Reason.unreadableNumber
            || problem == FolderProblem.Reason.empty.number && !row.isNull(5)
    }

    /// The file in a row of the columns.
    init(in row: SQLiteStatement) {
        folder = FolderID(row: row.integer(0))
        name = row.blob(1) ?? []
        (size, modified, inode) = (row.integer(2), row.integer(3), row.integer(4))
        (asset, changed) = (row.number(5), row.number(7))
        (birth, attributes, head) = (row.number(8), row.number(9), row.number(10))
        wasUnreadable = Self.wasUnreadable(row)
    }
}

extension StoredFile {
    /// Whether its name belongs to another file.
    var isDisplaced: Bool { DisplacedName.original(of: name) != nil }

    /// Its own name in the folder, even if the name now belongs to another file.
    var ownName: [UInt8] { DisplacedName.original(of: name) ?? name }
}

/// The values by which the index recognizes a file, under its name or another one.
struct FileTraits: Sendable {
    /// The size in bytes.
    let size: Int64
    /// The time of the last change of the content, in nanoseconds since 1970.
    let modified: Int64
    let inode: Int64
    /// The time of creation, in nanoseconds since 1970; nil if unknown.
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

    /// Whether a file is certainly this one, regardless of its content.
    func isProven(by status: FileStatus) -> Bool { inode == status.inode && hasBirth(of: status) == true }
}
#endif
