import CameraRoll
import Foundation
import SyntheticLibrary
import TestSupport
import Testing

struct EditModelTests {
    /// Transactions of up to six edits, valid and invalid.
    @Test(arguments: Effort.seeds(0..<6))
    func `Edits by chance lead where plain arrays lead, and fail where they fail`(seed: Int) async throws {
        var chance = SeededGenerator(seed: seed)
        let subject = EditSubject(assets: 12) { ($0.userAlbums, $0.sharedAlbums, $0.folders) = (0, 0, 0) }
        var model = EditModel(subject.store.contents)
        var successes = 0
        for _ in 0..<120 {
            let edits = RandomEdits(model).transaction(using: &chance)
            let expected = Result { () throws(EditError) in try model.run(edits) }
            let transaction = EditTransaction(edits)
            let actual = Result { () throws(EditError) in _ = try subject.editor.perform(transaction) }
            #expect(actual.error == expected.error, "\(edits)")
            #expect(SeenLibrary(subject) == SeenLibrary(model), "\(edits)")
            successes += actual.error == nil ? 1 : 0
        }
        #expect(successes > 30 && successes < 115)
    }
}

extension Result {
    fileprivate init(_ body: () throws(Failure) -> Success) {
        do { self = .success(try body()) } catch { self = .failure(error) }
    }

    fileprivate var error: Failure? {
        if case .failure(let error) = self { error } else { nil }
    }
}

/// The state that the model and the library must share.
private struct SeenLibrary: Equatable {
    var assets: [AssetID]
    var favorites: Set<AssetID>
    var members: [AlbumID: [AssetID]]
    var titles: [AlbumID: String] = [:]
    var parents: [AlbumID: AlbumID] = [:]

    init(_ model: EditModel) {
        (assets, favorites, members) = (model.assets, model.favorites, model.albums)
        (titles, parents) = (model.titles, model.parents)
    }

    init(_ subject: EditSubject) {
        let contents = subject.store.contents
        assets = contents.assets.map(\.id)
        favorites = Set(contents.assets.filter(\.isFavorite).map(\.id))
        let albums = contents.albums(.user).map { ($0.id, subject.members($0.id)) }
        members = Dictionary(uniqueKeysWithValues: albums)
        note(contents.albumTree, in: nil)
    }

    private mutating func note(_ items: [AlbumFolder.Item], in parent: AlbumID?) {
        for item in items {
            switch item {
            case .album(let album): (titles[album.id], parents[album.id]) = (album.title, parent)
            case .folder(let folder):
                (titles[folder.id], parents[folder.id]) = (folder.title, parent)
                note(folder.items, in: folder.id)
            }
        }
    }
}

/// Random edits of all kinds, of existing and created objects, and sometimes of missing ones.
private struct RandomEdits {
    private var edits = ChangeRequest()
    private var assets: [AssetReference]
    private var albums: [AlbumReference]
    private var folders: [AlbumReference]
    private let model: EditModel

    init(_ model: EditModel) {
        self.model = model
        assets = model.assets.map { .existing($0) }
        albums = model.albums.keys.sorted { $0.rawValue < $1.rawValue }.map { .existing($0) }
        folders = model.folders.sorted { $0.rawValue < $1.rawValue }.map { .existing($0) }
    }

    func transaction(using chance: inout SeededGenerator) -> [LibraryEdit] {
        var copy = self
        for _ in 0..<Int.random(in: 1...6, using: &chance) { copy.add(using: &chance) }
        return copy.edits.edits
    }

    private mutating func add(using chance: inout SeededGenerator) {
        let album = collection(albums, orOneOf: folders, using: &chance)
        let folder = collection(folders, orOneOf: albums, using: &chance)
        let position = Int.random(in: 0..<5, using: &chance)
        switch Int.random(in: 0..<20, using: &chance) {
        case 0, 1: assets.append(edits.createAsset(.photo(Data([1]))).assetReference)
        case 2: edits.delete(some(1, using: &chance))
        case 3, 4: edits.setFavorite(Bool.random(using: &chance), for: some(3, using: &chance))
        case 5, 6: albums.append(edits.createAlbum("A\(position)").albumReference)
        case 7: folders.append(edits.createFolder("F\(position)").albumReference)
        case 8: albums.append(edits.createAlbum("B\(position)", in: folder).albumReference)
        case 9: edits.rename(position == 0 ? folder : album, to: "R\(position)")
        case 10: if position == 0 { edits.deleteCollections([folder, album]) } else { edits.move(album, into: nil) }
        case 11: edits.move(position == 0 ? folder : album, into: folder)
        case 12, 13: edits.append(some(4, using: &chance), to: album)
        case 14, 15: edits.insert(some(1, using: &chance), at: position / 4, into: album)
        case 16: edits.remove(members(of: album, 1, using: &chance), from: album)
        case 17: edits.move(members(of: album, 2, using: &chance), to: min(position, 1), in: album)
        case 18: edits.reorder(album, as: members(of: album, 99, using: &chance))
        default: for asset in members(of: album, 1, using: &chance) { replace(asset, in: album, using: &chance) }
        }
    }

    private mutating func replace(
        _ asset: AssetReference, in album: AlbumReference, using chance: inout SeededGenerator
    ) {
        for other in some(1, using: &chance) { edits.replace(asset, with: other, in: album) }
    }

    /// Usually one of the right kind, and otherwise one of the wrong kind, or a missing one.
    private func collection(
        _ right: [AlbumReference], orOneOf wrong: [AlbumReference], using chance: inout SeededGenerator
    ) -> AlbumReference {
        let isRight = Int.random(in: 0..<15, using: &chance) > 0
        return (isRight ? right : wrong).randomElement(using: &chance) ?? .existing("nowhere")
    }

    private func some(_ count: Int, using chance: inout SeededGenerator) -> [AssetReference] {
        if Int.random(in: 0..<30, using: &chance) == 0 { return [.existing("nobody")] }
        return Array(assets.shuffled(using: &chance).prefix(Int.random(in: 0...count, using: &chance)))
    }

    private func members(
        of album: AlbumReference, _ count: Int, using chance: inout SeededGenerator
    ) -> [AssetReference] {
        guard case .existing(let id) = album, let members = model.albums[id] else { return [] }
        return members.shuffled(using: &chance).prefix(count).map { .existing($0) }
    }
}
