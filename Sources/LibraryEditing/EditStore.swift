package import CameraRoll
package import Foundation

/// The rows of a library that edits change, within a transaction that keeps all changes or none.
///
/// A change that leaves a row as it was is not recorded in the journal.
package protocol EditStore {
    /// Identifies an asset; never reused.
    associatedtype Row: Hashable
    /// Identifies a user's album or folder; never reused.
    associatedtype Collection: Hashable
    /// What is stored about an asset.
    associatedtype Record: EditableRecord

    // MARK: Assets

    /// Returns the row of an asset; nil if the library has no such asset, or does not show it to the app.
    func row(of id: AssetID) throws -> Row?
    func id(of row: Row) -> AssetID
    func exists(_ row: Row) throws -> Bool
    /// Whether the app may see an asset.
    func isVisible(_ row: Row) -> Bool
    mutating func create(_ asset: NewAsset, as placeholder: AssetPlaceholder) throws -> Row
    /// Changes an asset; does nothing if it does not exist.
    mutating func edit(row: Row, _ change: (inout Record) -> Void) throws
    /// Deletes an asset, including from albums; does nothing if it does not exist.
    mutating func delete(row: Row) throws

    // MARK: Albums and folders

    /// What an identifier stands for, if the app may see it; nil if there is no such album or folder.
    func target(of id: AlbumID) throws -> EditTarget<Collection>?
    /// Whether a user's album or folder is a folder; nil if it does not exist.
    func isFolder(_ collection: Collection) throws -> Bool?
    /// Whether a folder is the other folder, or lies within it.
    func isFolder(_ folder: Collection, within other: Collection) throws -> Bool
    func albumID(of collection: Collection) -> AlbumID
    /// Creates an album or a folder in a folder, or at the top level if nil.
    mutating func makeCollection(_ title: String, in folder: Collection?, isFolder: Bool) throws -> Collection
    mutating func setTitle(_ title: String, of collection: Collection) throws
    /// Moves an album or a folder into a folder, or to the top level if nil.
    mutating func move(_ collection: Collection, into folder: Collection?) throws
    /// Deletes an album, or a folder with its contents; does nothing if it does not exist.
    mutating func deleteCollection(_ collection: Collection) throws

    /// The existing members of an album, in order.
    func members(of album: Collection) throws -> [Row]
    /// Replaces the members of an album with others.
    ///
    /// - Parameter changed: the members that were added, removed or moved; nil if all may have moved.
    mutating func setMembers(_ rows: [Row], of album: Collection, changed: [Row]?) throws
}

extension EditStore {
    package func isVisible(_ row: Row) -> Bool { true }
}

/// The parts of an asset's record that edits change.
package protocol EditableRecord {
    var isFavorite: Bool { get set }
    var isHidden: Bool { get set }
    var creationDate: Date? { get set }
    var place: Coordinate? { get set }
}

extension MediaAsset: EditableRecord {}

/// What an identifier of an album or a folder stands for.
package enum EditTarget<Collection> {
    /// A user's album or folder.
    case own(Collection)
    /// One that the library maintains.
    case fixed(isFolder: Bool)
}
