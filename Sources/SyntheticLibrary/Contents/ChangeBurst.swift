public import CameraRoll
public import Foundation

/// An endless sequence of random changes from a seed, or a given one: always the same for the same library.
///
/// ```swift
/// var burst = ChangeBurst(seed: 7)
/// store.change { burst.next(&$0) }       // one change, one signal
/// store.applyBurst(seed: 7, steps: 10_000)    // ten thousand of them
/// ```
public struct ChangeBurst: Sendable {
    /// The kinds of changes.
    public enum Kind: Int, Hashable, Sendable, CaseIterable {
        /// Add one or several assets.
        case insert
        /// Delete one or several assets.
        case delete
        /// Set or clear an asset's favorite flag.
        case favorite
        /// Hide or show an asset.
        case hide
        /// Change or remove an asset's date.
        case date
        /// Edit a picture.
        case picture
        /// Create, rename and delete albums.
        case albums
        /// Add assets to the user's albums, remove them, and move them.
        case members
        /// Reverse the order of a user's album.
        case reverse
    }

    private let kinds: [Kind]
    private var chance: SeededGenerator
    private var script: [SyntheticChange]?

    /// Creates a random sequence of changes.
    ///
    /// - Parameters:
    ///   - seed: the seed of the random numbers.
    ///   - kinds: the kinds of changes, equally frequent; all by default.
    public init(seed: UInt64, kinds: Set<Kind> = Set(Kind.allCases)) {
        self.kinds = Kind.allCases.filter(kinds.contains)
        chance = Self.chance(of: seed)
    }

    /// Creates a sequence of given changes.
    public init(script: some Sequence<SyntheticChange>) {
        kinds = []
        chance = Self.chance(of: 0)
        self.script = script.reversed()
    }

    /// Makes the next change.
    ///
    /// - Returns: the change; nil if the given sequence has ended, or there is nothing to change in this way.
    @discardableResult
    public mutating func next(_ contents: inout SyntheticContents) -> SyntheticChange? {
        let change = script == nil ? changeByChance(of: contents) : script?.popLast()
        if let change { contents.apply(change) }
        return change
    }
}

// MARK: - Random changes

extension ChangeBurst {
    /// Returns the stream of a seed, which differs from the one that generates the library.
    private static func chance(of seed: UInt64) -> SeededGenerator {
        SeededGenerator(seed: seed &+ 0x5707 &+ SeededHash.step)
    }

    private mutating func changeByChance(of contents: SyntheticContents) -> SyntheticChange? {
        switch kinds.randomElement(using: &chance) {
        case nil: nil
        case .insert: .insert(Int.random(in: 1...3, using: &chance))
        case .delete: .delete(assets(upTo: 3, of: contents))
        case .favorite: .setFavorite(Bool.random(using: &chance), asset(of: contents))
        case .hide: .setHidden(Int.random(in: 0..<4, using: &chance) == 0, asset(of: contents))
        case .date: .setCreationDate(date(), asset(of: contents))
        case .picture: .editPicture(asset(of: contents))
        case .albums: changeOfAlbums(in: contents)
        case .members: album(of: contents).map { changeOfMembers(of: $0, in: contents) }
        case .reverse: album(of: contents).map { .reverse($0) }
        }
    }

    private mutating func changeOfAlbums(in contents: SyntheticContents) -> SyntheticChange {
        let album = album(of: contents)
        let number = Int.random(in: 1...1000, using: &chance)
        switch (number % 4, album) {
        case (0, let album?): return .deleteAlbum(album)
        case (1, let album?), (2, let album?): return .rename(album, "Album \(number)")
        default: return .makeAlbum("Album \(number)", assets(upTo: 20, of: contents))
        }
    }

    private mutating func changeOfMembers(of album: AlbumID, in contents: SyntheticContents) -> SyntheticChange {
        let members = contents.members(of: album)
        guard let member = members.randomElement(using: &chance).map(RowName.asset) else {
            return .add(assets(upTo: 5, of: contents), album)
        }
        switch Int.random(in: 0..<3, using: &chance) {
        case 0: return .remove([member], album)
        case 1: return .move(member, to: Int.random(in: 0..<members.count, using: &chance), album)
        default: return .add(assets(upTo: 5, of: contents), album)
        }
    }

    private mutating func album(of contents: SyntheticContents) -> AlbumID? {
        contents.albumRecords.filter { $0.type == .album }.randomElement(using: &chance)?.id
    }

    private mutating func assets(upTo count: Int, of contents: SyntheticContents) -> [AssetID] {
        (0..<Int.random(in: 1...count, using: &chance)).map { _ in asset(of: contents) }
    }

    /// An existing asset, if a few attempts find one.
    private mutating func asset(of contents: SyntheticContents) -> AssetID {
        var row: UInt32 = 0
        for _ in 0..<16 {
            row = UInt32.random(in: 0..<max(contents.table.rows.upperBound, 1), using: &chance)
            if row < contents.table.rows.upperBound, contents.table.exists(row) { break }
        }
        return RowName.asset(row)
    }

    private mutating func date() -> Date? {
        guard Int.random(in: 0..<20, using: &chance) > 0 else { return nil }
        return Date(timeIntervalSinceReferenceDate: Double(Int.random(in: 305_000_000..<778_000_000, using: &chance)))
    }
}

/// One change of a synthetic library by the user or another app, as a value.
///
/// References to missing objects are ignored.
public enum SyntheticChange: Hashable, Sendable {
    /// Add this many assets at the end of the library.
    case insert(Int)
    /// Delete assets.
    case delete([AssetID])
    /// Set or clear an asset's favorite flag.
    case setFavorite(Bool, AssetID)
    /// Hide or show an asset.
    case setHidden(Bool, AssetID)
    /// Set an asset's capture date.
    case setCreationDate(Date?, AssetID)
    /// Edit the picture itself: its content version increases.
    case editPicture(AssetID)
    /// Create an album.
    case makeAlbum(String, [AssetID])
    /// Change the title of an album or a folder.
    case rename(AlbumID, String)
    /// Delete an album.
    case deleteAlbum(AlbumID)
    /// Append assets to an album.
    case add([AssetID], AlbumID)
    /// Remove assets from an album.
    case remove([AssetID], AlbumID)
    /// Move an asset within an album, to a position among the others.
    case move(AssetID, to: Int, AlbumID)
    /// Reverse the order of an album.
    case reverse(AlbumID)
}

extension SyntheticContents {
    /// Makes a change.
    public mutating func apply(_ change: SyntheticChange) {
        switch change {
        case .insert(let count): insert(count)
        case .delete(let ids): delete(ids)
        case .setFavorite(let isFavorite, let id): edit(id) { $0.isFavorite = isFavorite }
        case .setHidden(let isHidden, let id): edit(id) { $0.isHidden = isHidden }
        case .setCreationDate(let date, let id): edit(id) { $0.creationDate = date }
        case .editPicture(let id): edit(id) { $0.contentVersion += 1 }
        case .makeAlbum(let title, let ids): makeAlbum(title, ids)
        case .rename(let album, let title): rename(album, to: title)
        case .deleteAlbum(let album): deleteAlbum(album)
        case .add(let ids, let album): add(ids, to: album)
        case .remove(let ids, let album): remove(ids, from: album)
        case .move(let id, let position, let album): move(id, to: position, in: album)
        case .reverse(let album): setMembers(members(of: album).reversed(), of: album, changed: nil)
        }
    }

    private mutating func move(_ id: AssetID, to position: Int, in album: AlbumID) {
        var members = members(of: album)
        guard let row = table.row(of: id), let place = members.firstIndex(of: row) else { return }
        members.remove(at: place)
        members.insert(row, at: min(max(position, 0), members.count))
        setMembers(members, of: album, changed: [row])
    }
}
