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
    /// Where deleted files go.
    private let trash: String
    /// Where files go that were planned to be moved before; each plan would find other names in the trash.
    private let planned: [[UInt8]: FileMove]

    /// - Parameter plan: what a rehearsal of the same edits has gathered.
    init(_ store: FolderStore, planned plan: [FileMove] = []) {
        planned = Dictionary(plan.map { ($0.origin, $0) }, uniquingKeysWith: { first, _ in first })
        root = store.index.root
        trash = store.configuration.trash?.path ?? IndexPlace.hiddenFolder + "/trash"
    }

    /// Finds names for the files of a new asset in the root, and has them moved there.
    mutating func place(_ asset: StagedAsset, _ connection: SQLiteConnection) throws -> [[UInt8]] {
        try asset.files.map { file in
            let name = try freeName(like: file.wishedName, connection)
            placed[name] = gathered.count
            gathered.append(
                FileMove(
                    origin: Array((StagingFolder.path + "/" + file.stagedName).utf8), goal: name,
                    inode: file.status.inode))
            return name
        }
    }

    /// Has a file moved to the trash; one that was only to be placed stays where it waits.
    ///
    /// - Returns: how it is moved; nil where it is not.
    mutating func discard(
        _ name: [UInt8], in folder: FolderID, _ connection: SQLiteConnection
    ) throws -> FileMove? {
        guard let names = try connection.path(of: folder) else { return nil }
        let path = Array((names + [name]).joined(separator: [47]))
        if let index = placed[path] {
            gathered[index] = nil
            return nil
        }
        // Gone already, and nobody has noticed: there is nothing to be moved.
        guard isThere(path) else { return nil }
        let inode = try connection.number(
            "SELECT inode FROM file WHERE folder = ? AND name = ?", .integer(folder.row), .blob(name))
        let prefix = trash + "/" + UUID().uuidString.prefix(8) + "-"
        let new = FileMove(origin: path, goal: Array(prefix.utf8) + Self.cut(name), inode: inode)
        let move = planned[path].flatMap { $0.inode == inode ? $0 : nil } ?? new
        gathered.append(move)
        return move
    }

    /// The end of a name that leaves room for nine bytes before it, as far as a name may go.
    private static func cut(_ name: [UInt8]) -> ArraySlice<UInt8> {
        guard name.count > 246 else { return name[...] }
        return name.suffix(246).drop { $0 & 0xC0 == 0x80 }
    }

    private func isThere(_ path: [UInt8]) -> Bool {
        var status = stat()
        let whole = (Array(root.utf8) + [47] + path + [0]).map { CChar(bitPattern: $0) }
        return lstat(whole, &status) == 0 || errno != ENOENT
    }

    /// A name that no file in the root has.
    private mutating func freeName(like wish: String, _ connection: SQLiteConnection) throws -> [UInt8] {
        let split = wish.lastIndex(of: ".") ?? wish.endIndex
        let (stem, suffix) = (wish[..<split], wish[split...])
        for number in (lastNumbers[wish] ?? 1)...100_000 {
            lastNumbers[wish] = number
            let name = Array((number == 1 ? wish : "\(stem) \(number)\(suffix)").utf8)
            let isKnown = try connection.number(
                "SELECT count(*) FROM file WHERE folder = ? AND name = ?", .integer(FolderID.root.row), .blob(name))
            let path = root + "/" + String(decoding: name, as: UTF8.self)
            if isKnown == 0, placed[name] == nil, !FileManager.default.fileExists(atPath: path) { return name }
        }
        throw EditError.failed(reason: "there are too many files like '\(wish)'")
    }
}
#endif
