#if FolderLibrary || canImport(Darwin)
public import CameraRoll
public import Foundation

/// The deleted files, in the hidden folder and in a configured one.
///
/// An edit that deletes an asset collects the moves of its files into one of them (`FileMoves.discard`), which
/// `FileMover` carries out; `TrashRestorer` returns them.
///
/// Both are looked at, since the configuration may have changed. The configured one may have files of others, also
/// those that other libraries have deleted, or the library that this one is a copy of. A file with a name like ours but
/// without a record is shown there, and is not removed.
struct TrashFolder: Sendable {
    /// A deleted photo with its files.
    struct Entry {
        let photo: TrashedPhoto
        let place: TrashPlace
        /// The name of its main file.
        let name: [UInt8]
        /// The index's record of it.
        let record: TrashRecord?
        /// The status of its main file.
        let status: FileStatus
        /// The status of a Live Photo's video; nil if it has none, or it is missing.
        var video: FileStatus?
        /// The files in the same folder that describe it.
        var companions: [(name: [UInt8], status: FileStatus)] = []

        /// The path of its main file, in the form of moves.
        var goal: [UInt8] { place.prefix + name }
        /// The paths of all its files.
        var paths: [[UInt8]] {
            [goal] + (record?.pairedGoal.map { [$0] } ?? []) + companions.map { place.prefix + $0.name }
        }
    }

    private let root: String
    /// The configured folder.
    private let own: String?
    private let hooks: FolderTestHooks

    init(_ store: FolderStore) {
        (root, own, hooks) = (store.index.root, store.configuration.trash?.path, store.hooks)
    }

    private func open(_ place: TrashPlace) throws(SystemError) -> OpenFolder {
        if place == .hidden { return try OpenFolder(root: root).folder(at: TrashPlace.hiddenNames) }
        guard let own else { throw SystemError(code: ENOENT) }
        return try OpenFolder(root: own)
    }

    /// The folders that can be opened.
    private var folders: [TrashPlace: OpenFolder] {
        let opened = TrashPlace.allCases.compactMap { place in (try? open(place)).map { (place, $0) } }
        return Dictionary(opened, uniquingKeysWith: { first, _ in first })
    }

    /// The hash of the first bytes of a photo in it; nil if they cannot be read.
    func head(of entry: Entry) -> Int64? {
        let size = Int(entry.status.size)
        return try? open(entry.place).named(entry.name) { folder, name in folder.head(of: name, byteCount: size) }
    }

    /// Whether a name has the form of those in the trash, which begin with eight digits that make them unique.
    static func isOwn(_ name: [UInt8]) -> Bool {
        name.count > 9 && name[8] == 45 && name.prefix(8).allSatisfy { Character(UnicodeScalar($0)).isHexDigit }
    }
}

// MARK: - Contents

extension TrashFolder {
    /// The photos in it, the latest first.
    func contents(_ connection: SQLiteConnection) throws -> [Entry] {
        var files = try folders.mapValues(TrashedFiles.init)
        if files.isEmpty { return [] }
        let identity = (try? OpenFolder(root: root))?.volumeIdentity(hooks)
        var entries: [Entry] = []
        for record in try connection.trashRecords() {
            guard let (place, name) = TrashPlace.named(by: record.goal), let status = files[place]?[name],
                record.isOf(status)
            else { continue }
            _ = files[place]?.take(name)
            let video = record.pairedGoal.flatMap(TrashPlace.named).flatMap { files[$0.place]?.take($0.name) }
            let companions = files[place]?.takeCompanions(of: name) ?? []
            guard record.isOwned(by: identity, status) else { continue }
            let size = companions.reduce(status.size + (video?.size ?? 0)) { $0 + $1.status.size }
            entries.append(
                Entry(
                    photo: TrashedPhoto(record, name, byteCount: size), place: place, name: name, record: record,
                    status: status, video: video, companions: companions))
        }
        for (place, rest) in files { entries += Self.strangers(rest, in: place) }
        return entries.sorted { ($1.photo.deletionDate, $0.photo.id) < ($0.photo.deletionDate, $1.photo.id) }
    }

    /// The files that have no record, with their companions.
    private static func strangers(_ files: TrashedFiles, in place: TrashPlace) -> [Entry] {
        var files = files
        return files.names.filter { place == .hidden || isOwn($0) }.compactMap { name in
            guard let status = files.take(name) else { return nil }
            let companions = files.takeCompanions(of: name)
            let size = companions.reduce(status.size) { $0 + $1.status.size }
            return Entry(
                photo: TrashedPhoto(name, status, byteCount: size), place: place, name: name, record: nil,
                status: status, companions: companions)
        }
    }
}

// MARK: - Emptying

extension TrashFolder {
    /// Removes photos that were deleted at least this long ago, in time that counts (``LostAssets``).
    func empty(olderThan age: Duration, _ store: FolderStore) throws -> Int {
        try store.exclusively { writer in
            // Half-finished deletions of an ended process are undone first.
            try store.movingAlone { try writer.recover(by: try store.mover()) }
            // In another process, an editor waits, or has not begun its moves.
            return try writer.transaction {
                guard try writer.intends([]) else {
                    throw EditError.interrupted(reason: "files are on their way to the trash")
                }
                let all = try contents(writer.connection).filter { $0.place == .hidden || $0.record != nil }
                let now = try writer.connection.number(
                    "SELECT \(LostAssets.time("?1")) FROM library", .integer(hooks.now))
                let old = try all.filter { entry in
                    try age <= .zero || now - writer.waited(entry, now) >= age.components.seconds
                }
                let folders = self.folders
                for entry in old {
                    for path in entry.paths {
                        guard let (place, name) = TrashPlace.named(by: path) else { continue }
                        try folders[place]?.removeFile(name)
                    }
                    if let record = entry.record { try writer.forgetTrash(record) }
                    try writer.connection.run("DELETE FROM stray WHERE name = ?", .blob(entry.name))
                }
                try forgetMissing(in: folders, writer, now)
                return old.count
            }
        }
    }

    /// Deletes the records of photos whose files are no longer in the folder; within a transaction.
    ///
    /// A record is kept if its file cannot be checked, or is a different one; for a configured folder, which may be
    /// another one than at the deletion, as long as lost assets are.
    private func forgetMissing(in folders: [TrashPlace: OpenFolder], _ writer: IndexWriter, _ now: Int64) throws {
        for record in try writer.connection.trashRecords() {
            guard let (place, name) = TrashPlace.named(by: record.goal), let folder = folders[place] else { continue }
            let isDue = place == .hidden || now - record.waited > LostAssets.patience
            if isDue, folder.lacks(name) { try writer.forgetTrash(record) }
        }
    }
}

extension IndexWriter {
    /// The waiting time of the library when a photo was deleted, or when a file without a record was first seen here.
    fileprivate func waited(_ entry: TrashFolder.Entry, _ now: Int64) throws(SQLiteError) -> Int64 {
        if let record = entry.record { return record.waited }
        try connection.run("INSERT OR IGNORE INTO stray VALUES (?, ?)", .blob(entry.name), .integer(now))
        return try connection.number("SELECT waited FROM stray WHERE name = ?", .blob(entry.name))
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

    /// Whether the photo was deleted from this folder of photos: the index may be that of a copy, while the file is
    /// still the original's.
    fileprivate func isOwned(by root: VolumeIdentity?, _ status: FileStatus) -> Bool {
        guard let home, let root, status.inode == inode else { return true }
        // Indexes of version 2 have only the inode.
        return home == root.home || home == root.inode
    }
}

extension OpenFolder {
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
    fileprivate init(_ name: [UInt8], _ status: FileStatus, byteCount: Int64) {
        // It was renamed when it was deleted.
        let date = Date(timeIntervalSince1970: Double(status.changed / 1_000_000_000))
        self.init(
            id: FolderPath.text(of: name), asset: nil,
            path: FolderPath.text(of: TrashRestorer.ownName(of: name)), deletionDate: date,
            byteCount: Int(byteCount), isFavorite: false)
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
