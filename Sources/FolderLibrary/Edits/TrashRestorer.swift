#if FolderLibrary || canImport(Darwin)
import CameraRoll
import Foundation

/// Restores deleted photos, both files and records; either all of them or none.
struct TrashRestorer {
    /// A photo with its destination.
    private struct Return {
        let entry: TrashFolder.Entry
        /// The path of its folder.
        let folder: [[UInt8]]
        let name: [UInt8]
        let pairedName: [UInt8]?
        let moves: [FileMove]
    }

    private let store: FolderStore
    private let trash: TrashFolder

    init(_ store: FolderStore) {
        self.store = store
        trash = TrashFolder(store)
    }

    /// Restores the photos with some names in the trash.
    ///
    /// - Returns: whether some had no record in the index, so that a scan has to find them.
    func restore(_ ids: [String]) throws -> Bool {
        guard !ids.isEmpty else { return false }
        return try store.durably(movingFiles: true) { writer in
            let mover = try store.mover()
            let returns = try plan(ids, writer)
            let moves = returns.flatMap(\.moves)
            for path in Set(returns.map(\.folder)) { _ = try mover.root.folder(making: path) }
            try writer.takeBackMoves(by: mover, andIntend: moves)
            do {
                try writer.transaction {
                    try admit(returns, writer)
                    guard try writer.intends(moves) else { throw EditError.interrupted(reason: "files were moved") }
                    try store.carryOut(moves, by: mover, writer)
                }
            } catch {
                try writer.takeBack(moves, by: mover)
                throw error
            }
            return returns.contains { $0.entry.record == nil }
        }
    }

    private func admit(_ photos: [Return], _ writer: IndexWriter) throws {
        for photo in photos { try admit(photo, writer) }
        let records = photos.compactMap(\.entry.record)
        try writer.rejoinAlbums(records.map(\.asset.row))
        for record in records { try writer.forgetTrash(record) }
    }

    private func admit(_ photo: Return, _ writer: IndexWriter) throws {
        guard let record = photo.entry.record else { return }
        var asset = record.asset
        asset.folder = .root
        for name in photo.folder { asset.folder = try writer.folder(name, in: asset.folder) }
        (asset.name, asset.pair) = (photo.name, photo.pairedName)
        if asset.pair == nil { asset.facts.mediaSubtypes.remove(.livePhoto) }
        if try writer.record(asset.row) != nil {
            throw EditError.interrupted(reason: "'\(photo.entry.photo.path)' is in the library")
        }
        // A size that no file has makes a scan read a file again that was changed in the trash.
        let isSame = asset.version == photo.entry.status.contentVersion
        let status = photo.entry.status
        let head = trash.head(of: photo.entry)
        try writer.claim(photo.name, status, head, of: asset, size: isSame ? nil : -1, record.content)
        if let name = photo.pairedName, let video = photo.entry.video {
            try writer.claim(name, video, nil, of: asset, size: nil, nil)
        }
        try writer.readmit(asset)
    }
}

// MARK: - Destinations

extension TrashRestorer {
    private func plan(_ ids: [String], _ writer: IndexWriter) throws -> [Return] {
        let entries = Dictionary(
            try trash.contents(writer.connection).map { ($0.photo.id, $0) }, uniquingKeysWith: { first, _ in first })
        var taken = GivenPaths()
        var seen: Set<String> = []
        return try ids.filter { seen.insert($0).inserted }.map { id in
            guard let entry = entries[id] else {
                throw EditError.failed(reason: "'\(id)' is not in the trash any more")
            }
            return try plan(entry, &taken)
        }
    }

    private func plan(_ entry: TrashFolder.Entry, _ taken: inout GivenPaths) throws -> Return {
        let (folder, asset) = (folder(of: entry), entry.record?.asset)
        let requested = asset.map { DisplacedName.original(of: $0.name) ?? $0.name } ?? Self.ownName(of: entry.name)
        var files = [(origin: entry.goal, name: requested, status: entry.status)]
        if let video = entry.video, let origin = entry.record?.pairedGoal, let name = asset?.pair {
            files.append((origin, name, video))
        }
        let hasVideo = files.count > 1
        files += entry.companions.map { (entry.place.prefix + $0.name, Self.ownName(of: $0.name), $0.status) }
        let names = try freeNames(like: files.map(\.name), in: folder, taken)
        let moves = zip(files, names).map { file, name in
            FileMove(
                origin: file.origin, goal: Array((folder + [name]).joined(separator: [47])), inode: file.status.inode)
        }
        for move in moves { taken.insert(move.goal) }
        return Return(
            entry: entry, folder: folder, name: names[0], pairedName: hasVideo ? names[1] : nil, moves: moves)
    }

    /// The path of a photo's former folder; empty if that is hidden, as a damaged index may have.
    private func folder(of entry: TrashFolder.Entry) -> [[UInt8]] {
        let names = (entry.record?.path ?? []).split(separator: 47).map(Array.init).dropLast()
        return names.contains { $0.first == 46 } ? [] : Array(names)
    }

    /// The requested names, or those with a number, that do not exist in a folder.
    private func freeNames(like requested: [[UInt8]], in folder: [[UInt8]], _ taken: GivenPaths) throws -> [[UInt8]] {
        let existing = try? OpenFolder(root: store.index.root).folder(at: folder)
        return try FreeName.first(like: requested) { name in
            !taken.contains(Array((folder + [name]).joined(separator: [47]))) && existing?.lacks(name) != false
        }.names
    }

    /// The name of a file before it was moved to the trash: without the eight digits that make names unique.
    static func ownName(of name: [UInt8]) -> [UInt8] { TrashFolder.isOwn(name) ? Array(name.dropFirst(9)) : name }
}

extension IndexWriter {
    /// Inserts the row of a restored file, replacing that of a missing file that no scan has noticed yet.
    fileprivate func claim(
        _ name: [UInt8], _ status: FileStatus, _ head: Int64?, of asset: AssetRecord, size: Int64?, _ content: String?
    ) throws(SQLiteError) {
        try remove(named: name, in: asset.folder)
        try connection.run(
            """
            INSERT INTO file(folder, name, size, mtime, inode, asset, content, birth, head)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            .integer(asset.folder.row), .blob(name), .integer(size ?? status.size), .integer(status.modified),
            .integer(status.inode), .integer(asset.row), content.map { .text($0) } ?? .null,
            status.birth.map { .integer($0) } ?? .null, head.map { .integer($0) } ?? .null)
    }

    private func remove(named name: [UInt8], in folder: FolderID) throws(SQLiteError) {
        if let old = try file(name, in: folder) { try remove(old) }
    }
}
#endif
