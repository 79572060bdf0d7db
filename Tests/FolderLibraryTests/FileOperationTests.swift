#if FolderLibrary || canImport(Darwin)
import CameraRoll
import CameraRollTesting
import FolderLibrary
import Foundation
import TestSupport
import Testing

/// Files that are randomly added, changed, moved and removed, compared with a model of the expected state.
struct FileOperationTests {
    @Test(arguments: Effort.seeds(0..<6))
    func `After any series of file operations the library has what the folder has`(seed: Int) async throws {
        var files = try RandomFiles(seed: seed)
        // Long lists too; for every second seed, rows are read on access.
        let photos = files.scratch.photos(FolderTestHooks(shortList: seed.isMultiple(of: 2) ? 1_000 : 2))
        let access = try await photos.opened()
        try files.note(try await LibraryPicture(of: photos))
        for _ in 0..<6 {
            try await files.mark(in: MediaManager(access: access))
            let before = try await access.assets(Self.all)
            let token = try #require(try await access.read("token") { try $0.changeToken() })
            for _ in 0..<10 { try files.change() }
            try await photos.index().waitUntilFinished()
            let after = try await access.assets(Self.all)
            try files.note(try await LibraryPicture(of: photos))
            #expect(try await Self.dates(of: after, in: photos) == files.model.mapValues(\.date))
            try await Self.checkHistory(since: token, from: before, to: after, access)
        }
        #expect(try photos.integrity() == "ok")
        #expect(try await photos.index().waitUntilFinished().filesRead == 0)
    }

    private static var all: AssetQuery {
        var query = AssetQuery.all
        query.hidden = .included
        return query
    }

    /// The capture date of each file, by its path.
    private static func dates(of assets: [MediaAsset], in photos: PhotoFolder) async throws -> [String: Date?] {
        let files = try await photos.files(of: assets.map(\.id))
        return try Dictionary(
            uniqueKeysWithValues: assets.map { (try #require(files[$0.id]).path, $0.creationDate) })
    }

    /// Checks that the history leads from one list to the other.
    private static func checkHistory(
        since token: ChangeToken, from before: [MediaAsset], to after: [MediaAsset], _ access: LibraryAccess
    ) async throws {
        let history = try await access.read("history") { try $0.changes(since: token) }
        guard case .changes(let changes) = history else {
            Issue.record("The history tells nothing: \(history)")
            return
        }
        let (old, new) = (Set(before.map(\.id)), Set(after.map(\.id)))
        #expect(changes.assets.inserted == new.subtracting(old))
        #expect(changes.assets.deleted == old.subtracting(new))
        let said = Dictionary(uniqueKeysWithValues: before.map { ($0.id, $0) })
        let changed = after.filter { said[$0.id] != nil && said[$0.id] != $0 }.map(\.id)
        #expect(changes.assets.updated.isSuperset(of: changed))
    }

    @Test func `Two concurrent indexers of a folder make one index`() async throws {
        let scratch = try ScratchFolder()
        for number in 0..<60 {
            try scratch.write(SamplePhoto(noise: [UInt8(number)]), to: "\(number % 5)/\(number).jpg")
        }
        let folders = [scratch.photos(), scratch.photos()]
        try await withThrowingTaskGroup(of: Void.self) { group in
            for photos in folders { group.addTask { try await photos.index().waitUntilFinished() } }
            try await group.waitForAll()
        }
        for photos in folders { #expect(try await photos.opened().assets().count == 60) }
        #expect(try folders[0].integrity() == "ok")
    }

    @Test func `What another process writes is seen, and reported`() async throws {
        let scratch = try ScratchFolder()
        try scratch.write(to: "a.jpg")
        let (mine, others) = (scratch.photos(), scratch.photos())
        let access = try await mine.opened()
        let token = try #require(try await access.read("token") { try $0.changeToken() })
        let id = try #require(try await access.assets().first?.id)
        try await MediaManager(access: try await others.opened()).performChanges { $0.setFavorite(true, for: [id]) }
        #expect(try await access.assets().first?.isFavorite == true)
        let history = try await access.read("history") { try $0.changes(since: token) }
        guard case .changes(let changes) = history else {
            Issue.record("The history tells nothing: \(history)")
            return
        }
        #expect(changes.assets.updated == [id])
    }
}

/// A folder, and its expected contents.
private struct RandomFiles {
    struct Picture {
        let date: Date?
        /// The library's last state of it; nil if the library has not seen it.
        var said: LibraryPicture.Asset?
        /// Since that state.
        var isWritten = false
        var isMoved = false

        /// The state that the library must still have.
        ///
        /// The file is identified by its path, or by its content under another one, or by both if the volume
        /// records creation times.
        func kept(_ hasBirths: Bool) -> LibraryPicture.Asset? { isWritten && isMoved && !hasBirths ? nil : said }
    }

    let scratch: ScratchFolder
    private(set) var model: [String: Picture] = [:]
    private let hasBirths: Bool
    private var chance: SystemChance
    private var number = 0
    /// The members of the user's album, in their order.
    private var members: [AssetID] = []
    /// All identifiers ever used.
    private var seen: Set<AssetID> = []

    init(seed: Int) throws {
        scratch = try ScratchFolder()
        try scratch.write([], to: ".probe")
        hasBirths = try scratch.recordsBirth(of: ".probe")
        chance = SystemChance(seed: seed)
        for _ in 0..<12 { try put(freshPath()) }
    }

    /// Makes one random change of a file or a folder.
    mutating func change() throws {
        let paths = model.keys.sorted()
        guard let path = paths.randomElement(using: &chance) else { return try put(freshPath()) }
        switch Int.random(in: 0..<8, using: &chance) {
        case 0, 1: try put(freshPath())
        case 2: try put(path)
        case 3:
            try scratch.remove(path)
            model[path] = nil
        case 4: try move(path, to: freshPath())
        case 5: try swap(path, paths.randomElement(using: &chance) ?? path)
        case 6: try replace(paths.randomElement(using: &chance) ?? path, by: path)
        default: try moveFolder(of: path)
        }
    }

    private mutating func freshPath() -> String {
        number += 1
        let folder = ["", "x/", "x/y/", "z/"].randomElement(using: &chance) ?? ""
        return folder + "\(number).jpg"
    }

    private mutating func put(_ path: String) throws {
        number += 1
        let day = 10 + number % 18
        try scratch.write(SamplePhoto(date: "2023:04:\(day) 10:11:12", noise: [UInt8(number % 200)]), to: path)
        let date = Date(timeIntervalSince1970: 1_680_343_872 + Double(day - 1) * 86_400)
        let before = model[path]
        model[path] = Picture(
            date: date, said: before?.said, isWritten: true, isMoved: before?.isMoved ?? false)
    }

    private mutating func move(_ path: String, to goal: String) throws {
        try scratch.move(path, to: goal)
        model[goal] = model.removeValue(forKey: path)
        model[goal]?.isMoved = true
    }

    private mutating func swap(_ path: String, _ other: String) throws {
        guard path != other, isKnown(path), isKnown(other) else { return }
        try scratch.move(path, to: ".between")
        try scratch.move(other, to: path)
        try scratch.move(".between", to: other)
        (model[path], model[other]) = (model[other], model[path])
        for name in [path, other] { model[name]?.isMoved = true }
    }

    /// An unknown file in place of a known one counts as its new version, which is not tested here.
    private func isKnown(_ path: String) -> Bool {
        model[path].map { $0.said != nil && (hasBirths || !$0.isWritten) } ?? false
    }

    private mutating func replace(_ path: String, by other: String) throws {
        guard path != other, isKnown(path), isKnown(other) else { return }
        try scratch.remove(path)
        try move(other, to: path)
    }

    private mutating func moveFolder(of path: String) throws {
        guard let slash = path.firstIndex(of: "/") else { return }
        number += 1
        let (folder, goal) = (String(path[..<slash]), "moved \(number)")
        try scratch.move(folder, to: goal)
        for inner in model.keys.filter({ $0.hasPrefix(folder + "/") }) {
            let path = goal + inner.dropFirst(folder.count)
            model[path] = model.removeValue(forKey: inner)
            model[path]?.isMoved = true
        }
    }
}

// MARK: - The library's state

extension RandomFiles {
    /// Has the user change data of some pictures.
    mutating func mark(in manager: MediaManager) async throws {
        let known = model.sorted { $0.key < $1.key }.compactMap(\.value.said?.id)
        let favorites = known.filter { _ in Bool.random(using: &chance) }
        let hidden = known.filter { _ in Int.random(in: 0..<4, using: &chance) == 0 }
        let added = known.shuffled(using: &chance).prefix(3).filter { !members.contains($0) }
        try await manager.performChanges { edits in
            edits.setFavorite(false, for: known)
            edits.setFavorite(true, for: favorites)
            edits.setHidden(false, for: known)
            edits.setHidden(true, for: hidden)
        }
        let albums = try await manager.photos.access.read("albums") { try $0.albums(.all) }
        let mine = albums.first { $0.title == "Mine" }?.id
        try await manager.performChanges { edits in
            if let mine { edits.append(added, to: mine) } else { edits.append(added, to: edits.createAlbum("Mine")) }
        }
        members += added
        for path in model.keys {
            guard let id = model[path]?.said?.id else { continue }
            model[path]?.said?.isFavorite = favorites.contains(id)
            model[path]?.said?.isHidden = hidden.contains(id)
        }
    }

    /// Compares with the expected state, and records the new one.
    mutating func note(_ picture: LibraryPicture) throws {
        let kept = model.compactMapValues { $0.kept(hasBirths) }
        #expect(Set(picture.assets.keys) == Set(model.keys))
        #expect(Set(picture.files.keys) == Set(model.keys))
        #expect(picture.assets.filter { kept[$0.key] != nil } == kept)
        let new = picture.assets.filter { kept[$0.key] == nil }
        #expect(new.values.allSatisfy { !$0.isFavorite && !$0.isHidden && !seen.contains($0.id) })
        #expect(picture.count == kept.count(where: { !$0.value.isHidden }) + new.count)
        let paths = Dictionary(uniqueKeysWithValues: kept.map { ($0.value.id, $0.key) })
        members.removeAll { paths[$0] == nil }
        #expect(picture.albums["Mine"] ?? [] == members.compactMap { paths[$0] })
        seen.formUnion(picture.assets.values.map(\.id))
        model = model.reduce(into: [:]) { $0[$1.key] = Picture(date: $1.value.date, said: picture.assets[$1.key]) }
    }
}
#endif
