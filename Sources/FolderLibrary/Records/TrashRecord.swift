#if FolderLibrary || canImport(Darwin)
import CameraRoll
import Foundation

/// The two folders of deleted files, as prefixes of paths in the form of moves.
///
/// The configured one has no path of its own there: it may be moved, or another one may be configured.
enum TrashPlace: CaseIterable {
    case hidden
    case configured

    static let hiddenNames = [IndexLocation.hiddenFolder, "trash"].map { Array($0.utf8) }

    var prefix: [UInt8] { self == .configured ? [47] : Self.hiddenNames.flatMap { $0 + [47] } }

    /// The folder that a path is in, and the name in it; nil for a path elsewhere, as a damaged index may have.
    static func named(by path: [UInt8]) -> (place: TrashPlace, name: [UInt8])? {
        for place in allCases where path.starts(with: place.prefix) {
            let name = Array(path.dropFirst(place.prefix.count))
            return name.isEmpty || name.contains(47) ? nil : (place, name)
        }
        return nil
    }
}

/// The index's record of a deleted photo, from which it can be restored.
struct TrashRecord: Sendable {
    /// The asset before its deletion, except the folder, whose row may belong to another folder by now.
    let asset: AssetRecord
    let date: Date
    /// The former path of its main file, beneath the root.
    let path: [UInt8]
    /// The present path of its main file, in the form of moves.
    let goal: [UInt8]
    let inode: Int64
    /// The present path of a Live Photo's video.
    let pairedGoal: [UInt8]?
    /// The content identifier of its main file.
    let content: String?
    /// The waiting time of the library at its deletion, in the manner of ``LostAssets``.
    let waited: Int64
    /// The folder of photos that it was deleted from; nil if that is unknown.
    let home: Int64?
}
#endif
