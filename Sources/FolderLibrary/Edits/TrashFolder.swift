#if FolderLibrary || canImport(Darwin)
public import CameraRoll
public import Foundation

/// The folder of deleted files: the hidden one, or a configured one.
///
/// An edit that deletes an asset collects the moves of its files into this folder (`FileMoves.discard`), which
/// `FileMover` carries out; `TrashRestorer` returns them.
struct TrashFolder: Sendable {
    /// A deleted photo with its files.
    struct Entry {
        let photo: TrashedPhoto
        /// The name of its main file.
        let name: [UInt8]
        /// The index's record of it.
        let record: TrashRecord?
        /// The status of its main file.
        let status: FileStatus
        /// The status of a Live Photo's video; nil if it has none, or it is missing.
        var video: FileStatus?
        /// The files that describe it.
        var companions: [(name: [UInt8], status: FileStatus)] = []
    }

    private let root: String
    /// The configured folder; nil for the hidden one.
    private let own: String?

    init(_ store: FolderStore) {
        (root, own) = (store.index.root, store.configuration.trash?.path)
    }

    /// The prefix of its files' paths, in the form of moves.
    private var prefix: [UInt8] { own.map { Array(($0 + "/").utf8) } ?? FileMoves.hiddenTrash }

    private func open() throws(SystemError) -> OpenFolder {
        if let own { return try OpenFolder(root: own) }
        return try OpenFolder(root: root).folder(at: FileMoves.hiddenTrashNames)
    }

    /// The name of a file in it; nil for a path elsewhere, as a damaged index may have.
    private func name(of path: [UInt8]) -> [UInt8]? {
        let name = path.dropFirst(prefix.count)
        return path.starts(with: prefix) && !name.isEmpty && !name.contains(47) ? Array(name) : nil
    }

    /// The hash of the first bytes of a file in it; nil if they cannot be read.
    func head(of name: [UInt8], _ status: FileStatus) -> Int64? {
        let head = try? open().named(name) { folder, name in folder.head(of: name, byteCount: Int(status.size)) }
        return head ?? nil
    }

    /// The path of a file in it.
    func path(of name: [UInt8]) -> [UInt8] { prefix + name }
}

// MARK: - Contents

extension TrashFolder {
    /// The photos in it, the latest first.
    func contents(_ connection: SQLiteConnection) throws -> [Entry] {
        guard let folder = try? open() else { return [] }
        let files = try files(in: folder)
        var (strangers, entries) = (files, [Entry]())
        let mates = TrashedCompanions(files.keys)
        func companions(of name: [UInt8]) -> [(name: [UInt8], status: FileStatus)] {
            mates.names(of: name).compactMap { name in files[name].map { (name, $0.status) } }
        }
        for record in try connection.trashRecords() {
            guard let name = name(of: record.goal) else { continue }
            let pairedName = record.pairedGoal.flatMap(self.name)
            guard let status = folder.file(named: name), record.isOf(status) else { continue }
            let (video, companions) = (pairedName.flatMap(folder.file), companions(of: name))
            for name in [name, pairedName].compactMap(\.self) + companions.map(\.name) { strangers[name] = nil }
            let size = companions.reduce(status.size + (video?.size ?? 0)) { $0 + $1.status.size }
            let photo = TrashedPhoto(record, name, byteCount: size)
            entries.append(
                Entry(photo: photo, name: name, record: record, status: status, video: video, companions: companions))
        }
        let described = Set(strangers.keys.flatMap { companions(of: $0).map(\.name) })
        for (name, file) in strangers where own == nil && !described.contains(name) {
            let photo = TrashedPhoto(name, file.status, deleted: file.date)
            entries.append(
                Entry(photo: photo, name: name, record: nil, status: file.status, companions: companions(of: name)))
        }
        return entries.sorted { ($1.photo.deletionDate, $0.photo.id) < ($0.photo.deletionDate, $1.photo.id) }
    }

    private func files(in folder: OpenFolder) throws -> [[UInt8]: (status: FileStatus, date: Date)] {
        let listing = try FolderListing(folder)
        var files: [[UInt8]: (status: FileStatus, date: Date)] = [:]
        for entry in listing.entries {
            guard let status = entry.status, status.kind == .file else { continue }
            files[listing.name(entry)] = (status, listing.withName(entry) { folder.changeDate(of: $0) })
        }
        return files
    }
}

// MARK: - Emptying

extension TrashFolder {
    /// Removes photos that were deleted at least this long ago.
    func empty(olderThan age: Duration, _ store: FolderStore) throws -> Int {
        let end = Date.now.addingTimeInterval(-Double(age.components.seconds))
        return try store.exclusively { writer in
            // Half-finished deletions of an ended process are undone first.
            try store.movingAlone { try writer.recover(by: try store.mover()) }
            // In another process, an editor waits, or has not begun its moves.
            return try writer.transaction {
                guard try writer.intends([]) else {
                    throw EditError.interrupted(reason: "files are on their way to the trash")
                }
                let all = try contents(writer.connection)
                let old = all.filter { age <= .zero || $0.photo.deletionDate <= end }
                // The folder does not exist if nothing was ever deleted.
                guard let folder = try? open() else { return 0 }
                for entry in old {
                    let files = entry.record.map { [$0.goal, $0.pairedGoal].compactMap(\.self).compactMap(name) }
                    for name in (files ?? [entry.name]) + entry.companions.map(\.name) { try folder.removeFile(name) }
                }
                try forgetMissing(in: folder, writer)
                return old.count
            }
        }
    }

    /// Deletes the records of photos whose files are no longer in the folder; within a transaction.
    ///
    /// A record is kept if its file cannot be checked, or is a different one.
    private func forgetMissing(in folder: OpenFolder, _ writer: IndexWriter) throws {
        for record in try writer.connection.trashRecords() {
            if let name = name(of: record.goal), folder.lacks(name) { try writer.forgetTrash(record) }
        }
    }
}

extension TrashRecord {
    /// Whether a file under the record's name in the trash is the photo.
    ///
    /// The name has random digits, so it suffices to compare the content: on another disk, or on a volume without
    /// inodes, the file has another inode.
    fileprivate func isOf(_ status: FileStatus) -> Bool {
        status.inode == inode || status.contentVersion == asset.version
    }
}

extension OpenFolder {
    /// The status of a file in it; nil if the file is missing.
    fileprivate func file(named name: [UInt8]) -> FileStatus? {
        let status = try? status(named: name)
        return status?.kind == .file ? status : nil
    }

    /// The date at which a file got its name.
    fileprivate func changeDate(of name: UnsafePointer<CChar>) -> Date {
        var status = stat()
        guard fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else { return .now }
        return Date(timeIntervalSince1970: Double(status.changeTime))
    }

    /// Removes a file in it; does nothing if it is gone.
    fileprivate func removeFile(_ name: [UInt8]) throws(SystemError) {
        try named(name) { (folder, name) throws(SystemError) in
            guard unlinkat(folder.descriptor, name, 0) != 0, errno != ENOENT else { return }
            throw SystemError(code: errno)
        }
    }
}

extension TrashedPhoto {
    fileprivate init(_ record: TrashRecord, _ name: [UInt8], byteCount: Int64) {
        self.init(
            id: FolderPath.text(of: name), asset: AssetRow.id(record.asset.row),
            path: FolderPath.text(of: record.path), deletionDate: record.date, byteCount: Int(byteCount),
            isFavorite: record.asset.isFavorite)
    }

    /// A file without a record.
    fileprivate init(_ name: [UInt8], _ status: FileStatus, deleted date: Date) {
        self.init(
            id: FolderPath.text(of: name), asset: nil,
            path: FolderPath.text(of: TrashRestorer.ownName(of: name)), deletionDate: date,
            byteCount: Int(status.size), isFavorite: false)
    }
}

/// A deleted photo or video whose files are in the trash.
public struct TrashedPhoto: Hashable, Sendable, Identifiable {
    /// The unique name of its main file in the trash.
    public let id: String
    /// Its former identifier, which it has again once restored; nil if the index no longer knows it.
    public let asset: AssetID?
    /// Its former path beneath the folder of photos, to which it returns, in the form of ``FolderFile/path``.
    public let path: String
    /// The date on which it was deleted.
    public let deletionDate: Date
    /// The size of its files in bytes.
    public let byteCount: Int
    /// Whether it was a favorite.
    public let isFavorite: Bool
}

extension TrashedPhoto: CustomStringConvertible {
    /// The former path, the size, and the date of deletion, for logs; the wording may change.
    ///
    /// `'trip/a.jpg', 81204 bytes, deleted 2026-11-27 03:31:02 +0000`.
    public var description: String {
        "'\(path)', \(byteCount) bytes\(isFavorite ? ", a favorite" : ""), deleted \(deletionDate)"
    }
}
#endif
