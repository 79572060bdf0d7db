public import CameraRoll
public import Foundation

/// Changes without end, by chance from a seed, or as they were written down: always the same for the same library.
///
/// ```swift
/// var storm = ChangeStorm(seed: 7)
/// store.change { storm.next(&$0) }       // one change, one signal
/// store.storm(seed: 7, steps: 10_000)    // ten thousand of each
/// ```
public struct ChangeStorm: Sendable {
    /// What a storm can do.
    public enum Kind: Int, Hashable, Sendable, CaseIterable {
        /// Add an asset or a few.
        case insert
        /// Delete an asset or a few.
        case delete
        /// Mark a favourite, or take the mark away.
        case favorite
        /// Hide an asset, or show it.
        case hide
        /// Give an asset another date, or none.
        case date
        /// Edit a picture.
        case picture
        /// Make, rename and delete albums.
        case albums
        /// Put assets into the user's albums, take them out, and move them.
        case members
        /// Turn the order of a user's album round.
        case reverse
    }

    private let kinds: [Kind]
    private var chance: StormChance
    private var script: [SyntheticChange]?

    /// A storm by chance.
    ///
    /// - Parameters:
    ///   - seed: where the chance comes from.
    ///   - kinds: what it does, each as often as the others; everything by default.
    public init(seed: UInt64, kinds: Set<Kind> = Set(Kind.allCases)) {
        self.kinds = Kind.allCases.filter(kinds.contains)
        chance = StormChance(seed: seed)
    }

    /// A storm that makes some changes, in their order, and is over.
    public init(script: some Sequence<SyntheticChange>) {
        kinds = []
        chance = StormChance(seed: 0)
        self.script = script.reversed()
    }

    /// Makes the next change.
    ///
    /// - Returns: what was done; nil where the script is over, or there is nothing to be changed in this way.
    @discardableResult
    public mutating func next(_ contents: inout SyntheticContents) -> SyntheticChange? {
        let change = script == nil ? changeByChance(of: contents) : script?.popLast()
        if let change { contents.apply(change) }
        return change
    }
}

// MARK: - Chance

extension ChangeStorm {
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
        case (1, let album?), (2, let album?): return .rename(album, "Storm \(number)")
        default: return .makeAlbum("Storm \(number)", assets(upTo: 20, of: contents))
        }
    }

    private mutating func changeOfMembers(of album: AlbumID, in contents: SyntheticContents) -> SyntheticChange {
        let members = contents.members(of: album).rows
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
        contents.albumRecords.filter { $0.type == .user }.randomElement(using: &chance)?.id
    }

    private mutating func assets(upTo count: Int, of contents: SyntheticContents) -> [AssetID] {
        (0..<Int.random(in: 1...count, using: &chance)).map { _ in asset(of: contents) }
    }

    /// An asset that is there, as far as a few looks find one.
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

/// One change that the user or another app makes in a synthetic library, as a value: what storms consist of.
///
/// Whatever it names that is not there is passed over.
public enum SyntheticChange: Hashable, Sendable {
    /// Add so many assets at the end of the library.
    case insert(Int)
    /// Delete assets.
    case delete([AssetID])
    /// Mark an asset as a favourite, or as none.
    case setFavorite(Bool, AssetID)
    /// Hide an asset, or show it.
    case setHidden(Bool, AssetID)
    /// Say when an asset was taken.
    case setCreationDate(Date?, AssetID)
    /// Edit the picture itself: its content version rises.
    case editPicture(AssetID)
    /// Make an album.
    case makeAlbum(String, [AssetID])
    /// Give an album or a folder another title.
    case rename(AlbumID, String)
    /// Delete an album.
    case deleteAlbum(AlbumID)
    /// Put assets at the end of an album.
    case add([AssetID], AlbumID)
    /// Take assets out of an album.
    case remove([AssetID], AlbumID)
    /// Put an asset of an album elsewhere in it, at a position of what is left.
    case move(AssetID, to: Int, AlbumID)
    /// Turn the order of an album round.
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
        case .reverse(let album): setOrder(of: album, to: members(of: album).rows.reversed())
        }
    }

    private mutating func move(_ id: AssetID, to position: Int, in album: AlbumID) {
        var members = members(of: album)
        guard let row = table.row(of: id), members.contains(row) else { return }
        members.remove([row])
        members.insert([row], at: min(max(position, 0), members.visibleCount))
        setMembers(of: album, to: members.rows, changed: [row])
    }
}
