#if FolderLibrary || canImport(Darwin)
import CameraRoll
import Foundation

/// Finishes committed edits whose files are still staged.
///
/// After a power failure, a disk that does not keep the order of writes may have the index but not the move, and
/// the staged file is the only copy.
extension IndexWriter {
    /// Moves staged files that the index has in the root folder to their names.
    ///
    /// Must be called before missing files are removed. If another file has the name, the file gets a new one
    /// beside it.
    func settleArrivals(by mover: FileMover) throws {
        let waiting = WaitingFiles(in: mover.root).files
        guard !waiting.isEmpty else { return }
        let inodes = waiting.map { "\($0.status.inode)" }.joined(separator: ",")
        let known = try connection.rows(
            """
            SELECT name, size, mtime, inode FROM file
            WHERE folder = ? AND inode IN (SELECT value FROM json_each(?))
            """, [.integer(FolderID.root.row), .text("[\(inodes)]")]
        ) { (name: $0.blob(0) ?? [], size: $0.integer(1), modified: $0.integer(2), inode: $0.integer(3)) }
        for file in waiting {
            let status = file.status
            guard let goal = known.first(where: { ($0.size, $0.modified, $0.inode) == status.content })?.name else {
                continue
            }
            try settle(FileMove(origin: file.path, goal: goal, inode: status.inode), by: mover)
        }
    }

    private func settle(_ move: FileMove, by mover: FileMover) throws {
        do throws(SystemError) {
            try mover.move([move])
        } catch {
            // Another process may have moved it already.
            guard error.code == EEXIST else { return }
            let goal = Array((UUID().uuidString.prefix(8) + "-").utf8) + move.goal.suffix(240)
            try mover.move([FileMove(origin: move.origin, goal: goal, inode: move.inode)])
        }
        try mover.synchronize([move])
    }
}

extension FileStatus {
    fileprivate var content: (Int64, Int64, Int64) { (size, modified, inode) }
}

/// The staged files: in the staging folder, or in its subfolders.
private struct WaitingFiles {
    private(set) var files: [(path: [UInt8], status: FileStatus)] = []
    /// Kept open, and so locked, during the lifetime of this value.
    private var folders: [OpenFolder] = []

    init(in root: OpenFolder) {
        guard let folder = try? root.folder(at: IndexLocation.stagingNames) else { return }
        add(folder, at: Array(IndexLocation.stagingNames.joined(separator: [47])), isInner: false)
    }

    private mutating func add(_ folder: OpenFolder, at path: [UInt8], isInner: Bool) {
        guard let listing = try? FolderListing(folder) else { return }
        for entry in listing.entries {
            guard let status = entry.status else { continue }
            let name = listing.name(entry)
            if status.kind == .file { files.append((path + [47] + name, status)) }
            // A locked folder belongs to a running process.
            guard status.kind == .folder, !isInner, let inner = try? folder.folder(at: [name]),
                (try? inner.lock(waiting: false)) != nil
            else { continue }
            folders.append(inner)
            add(inner, at: path + [47] + name, isInner: true)
        }
    }
}
#endif
