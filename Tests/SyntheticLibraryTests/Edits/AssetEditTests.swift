import CameraRoll
import Foundation
import SyntheticLibrary
import Testing

struct AssetEditTests {
    private let subject = EditSubject()
    private var store: SyntheticStore { subject.store }

    @Test func `Assets are marked, hidden, dated, placed and deleted`() throws {
        let date = Date(timeIntervalSinceReferenceDate: 1000)
        let place = Coordinate(latitude: 1, longitude: 2)
        try subject.perform { edits in
            edits.setFavorite(true, for: [AssetID.row(1), .row(2)])
            edits.setFavorite(false, for: [AssetID.row(2)])
            edits.setHidden(true, for: [AssetID.row(1)])
            edits.setCreationDate(date, for: [AssetID.row(1)])
            edits.setLocation(place, for: [AssetID.row(1)])
            edits.setCreationDate(nil, for: [AssetID.row(2)])
            edits.delete([AssetID.row(3), .row(3)])
        }
        let asset = try #require(store.contents.asset(.row(1)))
        #expect(asset.isFavorite && asset.isHidden && asset.creationDate == date && asset.place == place)
        let other = try #require(store.contents.asset(.row(2)))
        #expect(!other.isFavorite && other.creationDate == nil)
        #expect(store.contents.asset(.row(3)) == nil)
    }

    @Test func `A new asset is what was said of it, and stands at the end`() throws {
        let date = Date(timeIntervalSinceReferenceDate: 1000)
        let new = NewAsset(
            resources: [.init(.photo, .data(Data([1]))), .init(.pairedVideo, .data(Data([2])))], creationDate: date,
            place: Coordinate(latitude: 3, longitude: 4), isFavorite: true, isHidden: true)
        var placeholder: AssetPlaceholder?
        let receipt = try subject.perform { placeholder = $0.createAsset(new) }
        let id = try #require(placeholder.flatMap { receipt.assets[$0] })
        let asset = try #require(store.contents.assets.last)
        #expect(asset.id == id && asset.creationDate == date && asset.place == new.place)
        #expect(asset.mediaType == .image && asset.mediaSubtypes == .livePhoto && asset.duration == 0)
        #expect(asset.isFavorite && asset.isHidden && asset.pixelWidth > 0)
    }

    @Test(arguments: [(AssetResource.Kind.photo, MediaType.image), (.video, .video), (.audio, .audio)])
    func `The main file says what the asset is`(kind: AssetResource.Kind, type: MediaType) throws {
        try subject.perform { _ = $0.createAsset(NewAsset(resources: [.init(kind, .data(Data([1])))])) }
        let asset = try #require(store.contents.assets.last)
        #expect(asset.mediaType == type && (asset.duration > 0) == (type != .image))
    }

    @Test func `A new asset can be edited, put into an album and deleted again in the same transaction`() throws {
        let (kept, gone, album, receipt) = try create()
        let id = try #require(receipt.assets[kept])
        #expect(store.contents.asset(id)?.isFavorite == true)
        #expect(receipt.assets[gone] == nil)
        #expect(subject.members(try #require(receipt.albums[album])) == [id])
    }

    private func create() throws -> (AssetPlaceholder, AssetPlaceholder, AlbumPlaceholder, EditReceipt) {
        var edits = ChangeRequest()
        let kept = edits.createAsset(.photo(Data([1])))
        let gone = edits.createAsset(.photo(Data([1])))
        let album = edits.createAlbum("New")
        edits.append([kept, gone], to: album)
        edits.setFavorite(true, for: [kept])
        edits.delete([gone])
        return (kept, gone, album, try subject.editor.perform(EditTransaction(edits.edits)))
    }

    @Test func `One transaction is one change: one signal, one step of the history`() async throws {
        let access = makeAccess(to: store)
        try await access.read("observe") { [signal = subject.signals.signal] library in
            try library.startObserving(signal)
        }
        let token = try #require(try await access.token())
        let receipt = try subject.perform { edits in
            edits.setFavorite(true, for: (0..<20).map { AssetID.row($0) })
            edits.delete([AssetID.row(21)])
        }
        #expect(subject.signals.count == 1)
        let changes = try #require(try await access.changes(since: token))
        #expect(changes.token.place == receipt.token?.place)
        #expect(changes.assets.deleted == [.row(21)] && changes.assets.updated.count > 10)
    }

    @Test func `An edit without effect is not reported`() async throws {
        try await makeAccess(to: store).read("observe") { [signal = subject.signals.signal] library in
            try library.startObserving(signal)
            store.edit(.row(1)) { $0.isFavorite = true }
        }
        let before = subject.trace
        try subject.perform { $0.setFavorite(true, for: [AssetID.row(1)]) }
        #expect(subject.trace == before && subject.signals.count == 1)
    }
}

struct NewFileTests {
    private let subject = EditSubject()

    private func file(_ bytes: [UInt8] = [1, 2, 3]) throws -> URL {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("new-\(UUID().uuidString).jpg")
        try Data(bytes).write(to: file)
        return file
    }

    @Test(arguments: [true, false])
    func `A file is removed after success, where it is to be moved`(isMoved: Bool) throws {
        let file = try file()
        defer { try? FileManager.default.removeItem(at: file) }
        let new = NewAsset(resources: [.init(.photo, .file(file, isMoved: isMoved))])
        #expect(throws: EditError.assetNotFound("nobody")) {
            try subject.perform { edits in
                _ = edits.createAsset(new)
                edits.delete([AssetID("nobody")])
            }
        }
        #expect(FileManager.default.fileExists(atPath: file.path))
        try subject.perform { _ = $0.createAsset(new) }
        #expect(FileManager.default.fileExists(atPath: file.path) != isMoved)
    }

    @Test func `What has no main file that can be read is refused`() throws {
        let directory = FileManager.default.temporaryDirectory
        let wrong: [[NewAsset.Resource]] = [
            [], [.init(.photo, .data(Data()))], [.init(.pairedVideo, .data(Data([1])))],
            [.init(.photo, .file(URL(fileURLWithPath: "/nowhere/at/all.jpg"), isMoved: true))],
            [.init(.photo, .file(directory, isMoved: false))],
            [.init(.photo, .data(Data([1]))), .init(.pairedVideo, .data(Data()))],
        ]
        let before = subject.trace
        for resources in wrong {
            let error = #expect(throws: EditError.self) {
                try subject.perform { _ = $0.createAsset(NewAsset(resources: resources)) }
            }
            guard case .missingResource? = error else {
                Issue.record("\(resources) gave \(String(describing: error))")
                continue
            }
        }
        #expect(subject.trace == before)
    }
}
