#if FolderLibrary || canImport(Darwin)
import CameraRoll
import Foundation

/// Files of edits that are carried out and still wait: where a power failure finds a disk that keeps no order, the
/// index may be there and the move gone, and what waits is the only copy.
extension IndexWriter {
    /// Moves the files that wait, and that the index has in the root, to where it has them.
    ///
    /// To be called before anybody looks for files that are gone. Where another file has the name, it gets a new one
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
            // Another process may have been faster.
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

/// The files that wait to be moved into the library: in the folder for that, or in folders in it.
private struct WaitingFiles {
    private(set) var files: [(path: [UInt8], status: FileStatus)] = []
    /// Locked for as long as this is there.
    private var folders: [OpenFolder] = []

    init(in root: OpenFolder) {
        guard let folder = try? root.folder(at: StagingFolder.names) else { return }
        add(folder, at: Array(StagingFolder.names.joined(separator: [47])), isInner: false)
    }

    private mutating func add(_ folder: OpenFolder, at path: [UInt8], isInner: Bool) {
        guard let listing = try? FolderListing(folder) else { return }
        for entry in listing.entries {
            guard let status = entry.status else { continue }
            let name = listing.name(entry)
            if status.kind == .file { files.append((path + [47] + name, status)) }
            // What a process keeps locked is on its way.
            guard status.kind == .folder, !isInner, let inner = try? folder.folder(at: [name]),
                (try? inner.lock(waiting: false)) != nil
            else { continue }
            folders.append(inner)
            add(inner, at: path + [47] + name, isInner: true)
        }
    }
}
#endif
