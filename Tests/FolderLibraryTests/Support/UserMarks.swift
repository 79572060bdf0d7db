#if FolderLibrary || canImport(Darwin)
import CameraRoll
import CameraRollTesting
import FolderLibrary
import Foundation
import Testing

/// The user data of photos, by the bytes of their files, regardless of their names.
struct UserMarks: Equatable {
    /// The user data of one photo.
    struct Mark: Equatable {
        let id: AssetID
        let isFavorite: Bool
        let isHidden: Bool
        /// Nil if the user has not set it.
        let date: Date?
    }

    var photos: [Data: Mark] = [:]
    /// The photos of the album "Trip" in their order.
    var album: [Data] = []

    init(of folder: PhotoFolder) async throws {
        let access = LibraryAccess(.folder(folder), executor: LibraryExecutor(label: "test"), limits: .untimed)
        var query = AssetQuery.all
        (query.hidden, query.bursts) = (.included, .all)
        let assets = try await access.assets(query)
        let files = try await folder.files(of: assets.map(\.id))
        var contents: [AssetID: Data] = [:]
        for asset in assets {
            let file = try #require(files[asset.id])
            let content = try Data(contentsOf: URL(filePath: folder.path).appending(path: file.path))
            #expect(photos[content] == nil, "Two photos of one content: \(file.path)")
            contents[asset.id] = content
            photos[content] = Mark(
                id: asset.id, isFavorite: asset.isFavorite, isHidden: asset.isHidden,
                date: file.dateSource == .user ? asset.creationDate : nil)
        }
        let members = try await access.read("members") { library -> [AssetID] in
            guard let album = try library.albums(.all).first(where: { $0.title == "Trip" }) else { return [] }
            var query = AssetQuery.album(album.id).inLibraryOrder()
            (query.order, query.hidden) = ([], .included)
            let result = try library.fetchAssets(query)
            return try result.identifiers(in: 0..<result.count)
        }
        album = members.compactMap { contents[$0] }
        await access.close()
    }

    /// Sets different user data for the photos of an indexed folder.
    static func set(in folder: PhotoFolder) async throws -> UserMarks {
        let access = try await folder.opened()
        let ids = try await access.assets().map(\.id)
        func every(_ step: Int, from first: Int = 0) -> [AssetID] {
            stride(from: first, to: ids.count, by: step).map { ids[$0] }
        }
        try await MediaManager(access: access).performChanges { edits in
            edits.setFavorite(true, for: every(3))
            edits.setHidden(true, for: every(4, from: 1))
            edits.setCreationDate(Date(timeIntervalSinceReferenceDate: 1_000), for: every(5, from: 2))
            edits.append(Array(every(2).reversed()), to: edits.createAlbum("Trip"))
        }
        await access.close()
        return try await UserMarks(of: folder)
    }

    /// The same without the photos that no longer exist.
    func keeping(_ contents: some Sequence<Data>) -> UserMarks {
        let kept = Set(contents)
        var marks = self
        marks.photos = photos.filter { kept.contains($0.key) }
        marks.album = album.filter { kept.contains($0) }
        return marks
    }
}

/// A way to rename files or folders to each other's names.
enum Renaming: String, CaseIterable, Codable, Sendable {
    case shiftUp, shiftDown, swaps, rotation, reversal, shuffle, aside, over

    /// The new names, some of which replace existing ones.
    func goals(of names: [String]) -> [String] {
        let count = names.count
        var chance = SystemChance(seed: 7)
        let shuffled = names.shuffled(using: &chance)
        return names.indices.map { index in
            switch self {
            case .shiftUp: index + 1 < count ? names[index + 1] : "z-" + names[index].replacing("/", with: "-")
            case .shiftDown: index > 0 ? names[index - 1] : "0-" + names[index].replacing("/", with: "-")
            case .swaps: index ^ 1 < count ? names[index ^ 1] : names[index]
            case .rotation: names[(index + 1) % count]
            case .reversal: names[count - 1 - index]
            case .shuffle: shuffled[index]
            case .aside:
                index.isMultiple(of: 2) ? "old-" + names[index].replacing("/", with: "-") : names[index - 1]
            case .over: index.isMultiple(of: 2) && index + 1 < count ? names[index + 1] : names[index]
            }
        }
    }

    /// Renames files or folders, through hidden names.
    func carryOut(on names: [String], at root: String) throws {
        let goals = goals(of: names)
        let replaced = Set(goals.indices.filter { goals[$0] != names[$0] }.map { goals[$0] })
        for (index, name) in names.enumerated() where goals[index] != name {
            #expect(rename(root + "/" + name, "\(root)/.on-its-way-\(index)") == 0)
        }
        for name in replaced where FileManager.default.fileExists(atPath: root + "/" + name) {
            try FileManager.default.removeItem(atPath: root + "/" + name)
        }
        for (index, goal) in goals.enumerated() where goal != names[index] {
            #expect(rename("\(root)/.on-its-way-\(index)", root + "/" + goal) == 0)
        }
    }
}
#endif
