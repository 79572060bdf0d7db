#if FolderLibrary || canImport(Darwin)
import CameraRoll
import CameraRollTesting
@testable import FolderLibrary
import Foundation
import Testing

/// Files that come, change, move and go by chance, against a model that knows what must be there.
struct StormTests {
    @Test(arguments: 0..<6)
    func `After any series of file operations the library has what the folder has`(seed: Int) async throws {
        var storm = try FileStorm(seed: seed)
        let photos = storm.scratch.photos()
        let access = try await photos.opened()
        for _ in 0..<6 {
            let before = try await access.assets()
            let token = try #require(try await access.read("token") { try $0.changeToken() })
            for _ in 0..<10 { try storm.blow() }
            try await photos.index().report()
            let after = try await access.assets()
            #expect(try await Self.paths(of: after, in: photos) == storm.model.mapValues(\.date))
            try await Self.checkHistory(since: token, from: before, to: after, access)
        }
        #expect(try photos.integrity() == "ok")
        #expect(try await photos.index().report().filesRead == 0)
    }

    /// What is said of each file, by its path.
    private static func paths(of assets: [MediaAsset], in photos: PhotoFolder) async throws -> [String: Date?] {
        let files = try await photos.files(of: assets.map(\.id))
        return try Dictionary(
            uniqueKeysWithValues: assets.map { (try #require(files[$0.id]).path, $0.creationDate) })
    }

    /// Whether the history leads from one list to the other.
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

    @Test func `Two who index the same folder at once make one index`() async throws {
        let scratch = try ScratchFolder()
        for number in 0..<60 {
            try scratch.write(SamplePhoto(noise: [UInt8(number)]), to: "\(number % 5)/\(number).jpg")
        }
        let folders = [scratch.photos(), scratch.photos()]
        try await withThrowingTaskGroup(of: Void.self) { group in
            for photos in folders { group.addTask { try await photos.index().report() } }
            try await group.waitForAll()
        }
        for photos in folders { #expect(try await photos.opened().assets().count == 60) }
        #expect(try folders[0].integrity() == "ok")
    }

    @Test func `What another process writes is seen, and told of`() async throws {
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

/// A folder, and what must be in it.
private struct FileStorm {
    struct Picture {
        let date: Date?
    }

    let scratch: ScratchFolder
    private(set) var model: [String: Picture] = [:]
    private var chance: SystemChance
    private var number = 0

    init(seed: Int) throws {
        scratch = try ScratchFolder()
        chance = SystemChance(seed: seed)
        for _ in 0..<12 { try put(freshPath()) }
    }

    /// Does one thing to a file or a folder.
    mutating func blow() throws {
        let paths = model.keys.sorted()
        guard let path = paths.randomElement(using: &chance) else { return try put(freshPath()) }
        switch Int.random(in: 0..<6, using: &chance) {
        case 0, 1: try put(freshPath())
        case 2: try put(path)
        case 3:
            try scratch.remove(path)
            model[path] = nil
        case 4: try move(path, to: freshPath())
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
        model[path] = Picture(date: Date(timeIntervalSince1970: 1_680_343_872 + Double(day - 1) * 86_400))
    }

    private mutating func move(_ path: String, to goal: String) throws {
        try scratch.move(path, to: goal)
        model[goal] = model.removeValue(forKey: path)
    }

    private mutating func moveFolder(of path: String) throws {
        guard let slash = path.firstIndex(of: "/") else { return }
        number += 1
        let (folder, goal) = (String(path[..<slash]), "moved \(number)")
        try scratch.move(folder, to: goal)
        for inner in model.keys.filter({ $0.hasPrefix(folder + "/") }) {
            model[goal + inner.dropFirst(folder.count)] = model.removeValue(forKey: inner)
        }
    }
}
#endif
