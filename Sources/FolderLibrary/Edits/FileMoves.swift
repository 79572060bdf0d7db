#if FolderLibrary || canImport(Darwin)
import CameraRoll
import Foundation

/// The file moves of one transaction's edits, collected before any file is moved.
struct FileMoves {
    var moves: [FileMove] { gathered.compactMap(\.self) }

    /// The collected moves; nil for a file that is deleted before it was placed.
    private var gathered: [FileMove?] = []
    /// The indices of new files in `gathered`, by their destinations.
    private var placed: [[UInt8]: Int] = [:]
    /// The names of new files.
    private var given = GivenPaths()
    /// For each requested name, the last number that was tried or assigned.
    private var lastNumbers: [String: Int] = [:]
    private let root: String
    /// The folder for deleted files.
    private let trash: TrashPlace
    /// When and from where files are deleted.
    let deletion: TrashRecord.Deletion
    /// The companions in the folders that have been read, and the names that leave each folder, by its path.
    private var companions: [[[UInt8]]: FolderCompanions]
    private var leaving: [[[UInt8]]: Set<[UInt8]>] = [:]
    /// The moves that a dry run of the same edits has collected.
    let plan: [FileMove]
    /// The same moves by their origins; another dry run would choose other names in the trash.
    private let planned: [[UInt8]: FileMove]
    /// The locations of files that an earlier dry run has missed.
    private let located: LocatedFiles
    /// Files that are not where the index has them, and have not been searched for.
    private(set) var missing: [StoredFile] = []

    /// - Parameters:
    ///   - former: those that a dry run of the same edits has collected.
    ///   - located: the locations of files that an earlier dry run has missed.
    init(_ store: FolderStore, planned former: FileMoves? = nil, _ located: LocatedFiles) {
        plan = former?.moves ?? []
        companions = former?.companions ?? [:]
        planned = Dictionary(plan.map { ($0.origin, $0) }, uniquingKeysWith: { first, _ in first })
        (self.located, root) = (located, store.index.root)
        trash = store.configuration.trash == nil ? .hidden : .configured
        deletion = TrashRecord.Deletion(at: store.hooks, from: { [root] in try? OpenFolder(root: root) })
    }

    /// Chooses names for the files of a new asset in the root folder, and adds their moves.
    mutating func place(_ asset: StagedAsset, _ connection: SQLiteConnection) throws -> [[UInt8]] {
        let isLive = asset.files.contains { $0.facts.type == .video && $0.facts.contentIdentifier != nil }
        let names = try freeNames(like: asset.files.map(\.requestedName), isLive: isLive, connection)
        for (file, name) in zip(asset.files, names) {
            placed[name] = gathered.count
            gathered.append(
                FileMove(origin: Array(file.stagedPath.utf8), goal: name, inode: file.status.inode))
        }
        return names
    }

    /// Tells which files exist once a new asset's originals have left their places; nil if none is in the library.
    ///
    /// A file that is moved in from another folder of the library is the photo that it was there.
    func existence(without asset: StagedAsset) throws -> FileExistence? {
        var places: [(folder: FileIdentity, name: String)] = []
        for source in asset.files.compactMap(\.source) where source.lies(in: root) {
            let folder = try OpenFolder(root: (source.path as NSString).deletingLastPathComponent)
            places.append((folder.status.identity, (source.path as NSString).lastPathComponent))
        }
        guard !places.isEmpty else { return nil }
        return FileExistence(beneath: try OpenFolder(root: root)) { (folder, name) throws(SystemError) in
            let isLeft = places.contains { $0.folder == folder.status.identity && strcmp(name, $0.name) == 0 }
            if isLeft { throw SystemError(code: ENOENT) }
            return try folder.status(name)
        }
    }

    /// Adds the moves of an asset's files to the trash, and of the companions that describe no other file; a file that
    /// has not been placed yet stays in the staging folder.
    ///
    /// In the trash, their names begin with the same eight digits, by which they are restored together.
    ///
    /// - Returns: the moves of the files, nil if no file has to be moved, and the names of the companions.
    mutating func discard(
        _ names: [[UInt8]], in folder: FolderID, _ connection: SQLiteConnection
    ) throws -> (moves: [FileMove?], companions: [[UInt8]]) {
        let prefix = trash.prefix + Array((UUID().uuidString.prefix(8) + "-").utf8)
        let moves = try names.map { try discard($0, in: folder, as: prefix, connection) }
        let origins = moves.compactMap { $0.map { Self.place(of: $0.origin) } }
        guard let home = origins.first?.folder else { return (moves, []) }
        for origin in origins { leaving[origin.folder, default: []].insert(origin.name) }
        let files = origins.filter { $0.folder == home }.map(\.name)
        let described = companions(in: home).names(of: files, leaving: leaving[home] ?? [])
        let found = try described.filter { try addCompanion($0, in: home, as: prefix, connection) }
        leaving[home]?.formUnion(found)
        return (moves, try found.isEmpty || connection.path(of: folder) != home ? [] : found)
    }

    /// Adds the move of a companion; returns false for another file with such a name, such as a picture.
    private mutating func addCompanion(
        _ name: [UInt8], in folder: [[UInt8]], as prefix: [UInt8], _ connection: SQLiteConnection
    ) throws(SQLiteError) -> Bool {
        guard let status = try? OpenFolder(root: root).folder(at: folder).status(named: name), status.kind == .file,
            (1...CompanionFile.longest).contains(status.size)
        else { return false }
        let id = try connection.folder(at: folder)?.row ?? -1
        let isAsset = try connection.number(
            "SELECT count(asset) FROM file WHERE folder = ? AND name = ?", .integer(id), .blob(name))
        guard isAsset == 0 else { return false }
        let origin = Array((folder + [name]).joined(separator: [47]))
        add(FileMove(origin: origin, goal: prefix + Self.cut(name), inode: status.inode))
        return true
    }

    /// Adds a move, as the dry run has planned it.
    @discardableResult
    private mutating func add(_ new: FileMove) -> FileMove {
        let move = planned[new.origin].flatMap { $0.inode == new.inode ? $0 : nil } ?? new
        gathered.append(move)
        return move
    }

    private mutating func companions(in folder: [[UInt8]]) -> FolderCompanions {
        if let known = companions[folder] { return known }
        let found = FolderCompanions(try? OpenFolder(root: root).folder(at: folder))
        companions[folder] = found
        return found
    }

    private static func place(of path: [UInt8]) -> (folder: [[UInt8]], name: [UInt8]) {
        var names = path.split(separator: 47).map(Array.init)
        let name = names.popLast() ?? []
        return (names, name)
    }

    private mutating func discard(
        _ name: [UInt8], in folder: FolderID, as prefix: [UInt8], _ connection: SQLiteConnection
    ) throws -> FileMove? {
        guard let names = try connection.path(of: folder) else { return nil }
        let path = Array((names + [name]).joined(separator: [47]))
        if let index = placed[path] {
            gathered[index] = nil
            return nil
        }
        let stored = try connection.first(
            "SELECT \(StoredFile.columns) FROM file WHERE folder = ? AND name = ?",
            [.integer(folder.row), .blob(name)], read: StoredFile.init)
        var origin = path
        if !isThere(name, in: names) {
            // The file is gone, or was renamed since the last scan, in which case it is moved from its current
            // location.
            guard let stored else { return nil }
            if !located.covers(stored) { missing.append(stored) }
            guard let now = located.path(of: stored) else { return nil }
            origin = Array(now.joined(separator: [47]))
        }
        let goal = prefix + Self.cut(DisplacedName.original(of: name) ?? name)
        return add(FileMove(origin: origin, goal: goal, inode: stored?.inode ?? 0))
    }

    /// The end of a name, shortened to leave room for nine bytes before it within the system's limit.
    private static func cut(_ name: [UInt8]) -> ArraySlice<UInt8> {
        guard name.count > 246 else { return name[...] }
        return name.suffix(246).drop { $0 & 0xC0 == 0x80 }
    }

    /// Whether a file exists; true if that cannot be checked.
    private func isThere(_ name: [UInt8], in folder: [[UInt8]]) -> Bool {
        if DisplacedName.original(of: name) != nil { return false }
        do throws(SystemError) {
            _ = try OpenFolder(root: root).folder(at: folder).status(named: name)
            return true
        } catch {
            return error.code != ENOENT
        }
    }

    /// Names that no file in the root folder has, nor a companion would describe, with the same number, so that a Live
    /// Photo's are alike.
    ///
    /// - Parameter isLive: whether a Live Photo's movie is among the files: the companions of its still are its own.
    /// - Complexity: O(log n) checks in the files with such names, also across transactions.
    private mutating func freeNames(
        like requested: [String], isLive: Bool, _ connection: SQLiteConnection
    ) throws -> [[UInt8]] {
        var distinct = GivenPaths()
        for name in requested where !distinct.insert(Array(name.utf8)) {
            return try requested.flatMap { try freeNames(like: [$0], isLive: isLive, connection) }
        }
        let key = requested.joined(separator: "/")
        let known = companions(in: [])
        let free = try FreeName.first(like: requested.map { Array($0.utf8) }, after: lastNumbers[key] ?? 0) { name in
            try (isLive || !known.describe(name)) && isFree(name, connection)
        }
        lastNumbers[key] = free.number
        free.names.forEach { given.insert($0) }
        return free.names
    }

    private func isFree(_ name: [UInt8], _ connection: SQLiteConnection) throws(SQLiteError) -> Bool {
        guard !given.contains(name), !isThere(name, in: []) else { return false }
        return try connection.number(
            "SELECT count(*) FROM file WHERE folder = ? AND name = ?", .integer(FolderID.root.row), .blob(name)) == 0
    }
}
#endif
