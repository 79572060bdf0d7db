#if FolderLibrary || canImport(Darwin)
import CameraRoll
import Foundation

/// A file that an edit moves: into the folder of photos, or out of it.
struct FileMove: Hashable, Sendable {
    /// Where it is; beneath the root unless it begins with a slash.
    let origin: [UInt8]
    let goal: [UInt8]
    /// Tells the file from another of its name.
    let inode: Int64
}

/// The files that the edits of one transaction move, gathered before any is moved.
struct FileMoves {
    var moves: [FileMove] { gathered.compactMap(\.self) }

    /// Nil for what was to be placed and is not any more.
    private var gathered: [FileMove?] = []
    /// Where in `gathered` the new files are, by their goals.
    private var placed: [[UInt8]: Int] = [:]
    /// The last number that a name was given in vain, or that it has got.
    private var lastNumbers: [String: Int] = [:]
    private let root: String
    /// Where deleted files go, with a slash behind it.
    private let trash: [UInt8]
    /// What a rehearsal of the same edits has gathered.
    let plan: [FileMove]
    /// The same by where the files are; another rehearsal would find other names in the trash.
    private let planned: [[UInt8]: FileMove]
    /// Where files are that were missed before.
    private let located: LocatedFiles
    /// Files that are not where the index has them, and were not looked for.
    private(set) var missing: [StoredFile] = []

    /// - Parameters:
    ///   - plan: what a rehearsal of the same edits has gathered.
    ///   - located: where files are that an earlier rehearsal has missed.
    init(_ store: FolderStore, planned plan: [FileMove] = [], _ located: LocatedFiles) {
        planned = Dictionary(plan.map { ($0.origin, $0) }, uniquingKeysWith: { first, _ in first })
        (self.plan, self.located, root) = (plan, located, store.index.root)
        trash = store.configuration.trash.map { Array(($0.path + "/").utf8) } ?? Self.hiddenTrash
    }

    /// Where deleted files go where the configuration says nothing of it.
    static let hiddenTrashNames = [IndexPlace.hiddenFolder, "trash"].map { Array($0.utf8) }
    static let hiddenTrash: [UInt8] = hiddenTrashNames.flatMap { $0 + [47] }

    /// Finds names for the files of a new asset in the root, and has them moved there.
    mutating func place(_ asset: StagedAsset, _ connection: SQLiteConnection) throws -> [[UInt8]] {
        try asset.files.map { file in
            let name = try freeName(like: file.wishedName, connection)
            placed[name] = gathered.count
            gathered.append(
                FileMove(origin: Array(file.stagedPath.utf8), goal: name, inode: file.status.inode))
            return name
        }
    }

    /// Has a file moved to the trash; one that was only to be placed stays where it waits.
    ///
    /// - Returns: how it is moved; nil if it is not.
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
            // Gone, or renamed since the last scan: then it is moved from where it is now.
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

    /// The end of a name that leaves room for nine bytes before it, as far as a name may go.
    private static func cut(_ name: [UInt8]) -> ArraySlice<UInt8> {
        guard name.count > 246 else { return name[...] }
        return name.suffix(246).drop { $0 & 0xC0 == 0x80 }
    }

    /// Whether there is a file; also where that cannot be told.
    private func isThere(_ name: [UInt8], in folder: [[UInt8]]) -> Bool {
        if DisplacedName.original(of: name) != nil { return false }
        do throws(SystemError) {
            _ = try OpenFolder(root: root).folder(at: folder).named(name) { (folder, name) throws(SystemError) in
                try folder.status(name)
            }
            return true
        } catch {
            return error.code != ENOENT
        }
    }

    /// A name that no file in the root has.
    ///
    /// - Complexity: O(log n) looks in the files of such names, however many transactions before this made.
    private mutating func freeName(like wish: String, _ connection: SQLiteConnection) throws -> [UInt8] {
        let bytes = Array(wish.utf8)
        let number = try FreeNumber.first(after: lastNumbers[wish] ?? 0) { number in
            try isFree(Self.name(like: bytes, number), connection)
        }
        guard let number else { throw EditError.failed(reason: "there are too many files like '\(wish)'") }
        lastNumbers[wish] = number
        return Self.name(like: bytes, number)
    }

    /// A name with a number before its last point, as the second and those behind it get.
    static func name(like wish: [UInt8], _ number: Int) -> [UInt8] {
        if number == 1 { return wish }
        let split = wish.lastIndex(of: 46) ?? wish.endIndex
        return wish[..<split] + Array(" \(number)".utf8) + wish[split...]
    }

    private func isFree(_ name: [UInt8], _ connection: SQLiteConnection) throws(SQLiteError) -> Bool {
        guard placed[name] == nil, !isThere(name, in: []) else { return false }
        return try connection.number(
            "SELECT count(*) FROM file WHERE folder = ? AND name = ?", .integer(FolderID.root.row), .blob(name)) == 0
    }
}

/// Finds a number that nobody has, among those that were given in a row.
enum FreeNumber {
    private static let most = 1 << 32

    /// The first free number, where all behind it are free too; otherwise a free one behind one that is not.
    ///
    /// - Parameter taken: one that is not free, or 0; numbers before it are not looked at.
    /// - Returns: nil if there is none.
    /// - Complexity: O(log n) calls of `isFree`, in the numbers behind `taken` that are not free.
    static func first(after taken: Int, isFree: (Int) throws -> Bool) rethrows -> Int? {
        var (taken, step) = (taken, 1)
        while try !isFree(taken + step) {
            (taken, step) = (taken + step, step * 2)
            if taken > most { return nil }
        }
        var free = taken + step
        while free - taken > 1 {
            let middle = taken + (free - taken) / 2
            if try isFree(middle) { free = middle } else { taken = middle }
        }
        return free
    }
}
#endif
