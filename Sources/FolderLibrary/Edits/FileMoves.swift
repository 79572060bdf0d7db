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
    /// The folder for deleted files, with a trailing slash.
    private let trash: [UInt8]
    /// The moves that a dry run of the same edits has collected.
    let plan: [FileMove]
    /// The same moves by their origins; another dry run would choose other names in the trash.
    private let planned: [[UInt8]: FileMove]
    /// The locations of files that an earlier dry run has missed.
    private let located: LocatedFiles
    /// Files that are not where the index has them, and have not been searched for.
    private(set) var missing: [StoredFile] = []

    /// - Parameters:
    ///   - plan: the moves that a dry run of the same edits has collected.
    ///   - located: the locations of files that an earlier dry run has missed.
    init(_ store: FolderStore, planned plan: [FileMove] = [], _ located: LocatedFiles) {
        planned = Dictionary(plan.map { ($0.origin, $0) }, uniquingKeysWith: { first, _ in first })
        (self.plan, self.located, root) = (plan, located, store.index.root)
        trash = store.configuration.trash.map { Array(($0.path + "/").utf8) } ?? Self.hiddenTrash
    }

    /// The default folder for deleted files.
    static let hiddenTrashNames = [IndexLocation.hiddenFolder, "trash"].map { Array($0.utf8) }
    static let hiddenTrash: [UInt8] = hiddenTrashNames.flatMap { $0 + [47] }

    /// Chooses names for the files of a new asset in the root folder, and adds their moves.
    mutating func place(_ asset: StagedAsset, _ connection: SQLiteConnection) throws -> [[UInt8]] {
        let names = try freeNames(like: asset.files.map(\.requestedName), connection)
        for (file, name) in zip(asset.files, names) {
            placed[name] = gathered.count
            gathered.append(
                FileMove(origin: Array(file.stagedPath.utf8), goal: name, inode: file.status.inode))
        }
        return names
    }

    /// Tells which files exist once a new asset's originals have left their places; nil if these are not in the library.
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

    /// Adds the move of a file to the trash; a file that has not been placed yet stays in the staging folder.
    ///
    /// - Returns: the move; nil if no file has to be moved.
    mutating func discard(
        _ name: [UInt8], in folder: FolderID, _ connection: SQLiteConnection
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
        let inode = stored?.inode ?? 0
        let prefix = trash + Array((UUID().uuidString.prefix(8) + "-").utf8)
        let goal = prefix + Self.cut(DisplacedName.original(of: name) ?? name)
        let new = FileMove(origin: origin, goal: goal, inode: inode)
        let move = planned[origin].flatMap { $0.inode == inode ? $0 : nil } ?? new
        gathered.append(move)
        return move
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

    /// Names that no file in the root folder has, with the same number, so that a Live Photo's are alike.
    ///
    /// - Complexity: O(log n) checks in the files with such names, also across transactions.
    private mutating func freeNames(
        like requested: [String], _ connection: SQLiteConnection
    ) throws -> [[UInt8]] {
        var distinct = GivenPaths()
        for name in requested where !distinct.insert(Array(name.utf8)) {
            return try requested.flatMap { try freeNames(like: [$0], connection) }
        }
        let key = requested.joined(separator: "/")
        let free = try FreeName.first(like: requested.map { Array($0.utf8) }, after: lastNumbers[key] ?? 0) { name in
            try isFree(name, connection)
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
