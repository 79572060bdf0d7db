#if FolderLibrary || canImport(Darwin)
import CameraRoll
import CameraRollTesting
@testable import FolderLibrary
import Foundation
import Testing

/// Which still and which movie are a Live Photo, if more than two files have one content identifier.
struct LivePhotoTests {
    let scratch: ScratchFolder
    private let names = ["IMG_1-edited.jpg", "IMG_1.jpg", "IMG_2.HEIC.jpg", "IMG_1.MOV", "img_2.heic.mov"]
    private let pairs = ["IMG_1.jpg": "IMG_1.MOV", "IMG_2.HEIC.jpg": "img_2.heic.mov"]

    init() throws {
        scratch = try ScratchFolder()
    }

    /// All orders of the names.
    private var orders: [[String]] {
        names.reduce([[]]) { orders, name in
            orders.flatMap { order in (0...order.count).map { Array(order[..<$0]) + [name] + order[$0...] } }
        }
    }

    private func write(_ name: String, as path: String, content: String = "L", in folder: ScratchFolder) throws {
        if name.lowercased().hasSuffix("mov") {
            try folder.write(SampleMovie(content: content), to: path)
        } else {
            try folder.write(
                SamplePhoto(date: "2023:04:19 10:11:12", content: content, noise: Array(name.utf8)), to: path)
        }
    }

    /// The movies by their stills, and the number of assets, of each folder.
    private func found(in photos: PhotoFolder) async throws -> [String: (pairs: [String: String], count: Int)] {
        var found: [String: (pairs: [String: String], count: Int)] = [:]
        for asset in try await LibraryAccess(.folder(photos), limits: .untimed).assets() {
            let file = try #require(try await photos.file(of: asset.id))
            let parts = file.path.split(separator: "/").map(String.init)
            let folder = parts.dropLast().joined(separator: "/")
            found[folder, default: ([:], 0)].count += 1
            if let video = file.pairedVideo?.split(separator: "/").last {
                #expect(asset.mediaSubtypes == .livePhoto)
                found[folder]?.pairs[parts.last ?? ""] = String(video)
            }
        }
        return found
    }

    @Test func `Three stills and two movies are the same pairs in every order in which scans find them`() async throws {
        let photos = scratch.photos()
        for step in names.indices {
            for (number, order) in orders.enumerated() {
                try write(order[step], as: "\(number)/\(order[step])", in: scratch)
            }
            try await photos.index().waitUntilFinished()
        }
        let found = try await found(in: photos)
        #expect(found.count == 120)
        #expect(found.filter { $0.value.pairs != pairs || $0.value.count != 3 }.keys.sorted() == [])
        #expect(try photos.integrity() == "ok")
    }

    @Test func `They are the same pairs in every order in which they are added one by one`() async throws {
        let (photos, source) = (scratch.photos(), try ScratchFolder())
        let manager = MediaManager(access: try await photos.opened())
        for step in names.indices {
            try await manager.performChanges { edits in
                for (number, order) in orders.enumerated() {
                    let name = "\(number)_\(order[step])"
                    try? write(order[step], as: name, content: "L\(number)", in: source)
                    let file = source.url.appending(path: name)
                    _ = edits.createAsset(name.lowercased().hasSuffix("mov") ? .video(at: file) : .photo(at: file))
                }
            }
        }
        let found = try #require(try await found(in: photos)[""])
        #expect(found.count == 360 && found.pairs.count == 240)
        for number in orders.indices {
            for (still, video) in pairs { #expect(found.pairs["\(number)_\(still)"] == "\(number)_\(video)") }
        }
        #expect(try await photos.index().waitUntilFinished().filesRead == 0)
        #expect(try photos.integrity() == "ok")
    }

    @Test func `A movie without a still of its name belongs to the first other still of its identifier`() {
        func pairs(_ stills: [String], _ videos: [String]) -> [String] {
            LivePhotoPairs(stills: stills.map { Array($0.utf8) }, videos: videos.map { Array($0.utf8) }).pairs
                .map { stills[$0.still] + " " + videos[$0.video] }
        }
        #expect(pairs(["a.jpg", "b.jpg"], ["b.mov", "x.mov"]) == ["b.jpg b.mov", "a.jpg x.mov"])
        #expect(pairs(["a.jpg", "b.jpg"], ["x.mov"]) == ["a.jpg x.mov"])
        #expect(pairs(["b.heic", "b.jpg"], ["B.mov", "b.mov"]) == ["b.heic B.mov", "b.jpg b.mov"])
        #expect(pairs([], ["x.mov"]) == [] && pairs(["a"], []) == [] && pairs(["a"], ["a"]) == ["a a"])
    }

    @Test func `Deleting an edited copy leaves the movie with its original`() async throws {
        for name in ["IMG_1.jpg", "IMG_1.MOV", "IMG_1-edited.jpg"] { try write(name, as: name, in: scratch) }
        let photos = scratch.photos()
        let manager = MediaManager(access: try await photos.opened())
        let copy = try #require(try await photos.asset(at: "IMG_1-edited.jpg"))
        try await manager.performChanges { $0.delete([copy]) }
        #expect(try await found(in: photos)[""]?.pairs == ["IMG_1.jpg": "IMG_1.MOV"])
        #expect(try await photos.trashedPhotos().map(\.path) == ["IMG_1-edited.jpg"])
        #expect(FileManager.default.fileExists(atPath: scratch.url.path + "/IMG_1.MOV"))
    }

    @Test(arguments: [true, false])
    func `An index made from its backup, or from the files alone, has the same pairs`(hasBackup: Bool) async throws {
        for name in names { try write(name, as: name, in: scratch) }
        let source = try ScratchFolder()
        try source.write(SamplePhoto(date: "2021:04:19 10:11:12"), to: "own.jpg")
        try source.write(SampleMovie(date: "2022-04-19T10:11:12+02:00"), to: "film.mov")
        var own: [String: String] = [:]
        do {
            let photos = scratch.photos()
            let access = try await photos.opened()
            if hasBackup {
                try await MediaManager(access: access).performChanges { edits in
                    _ = edits.createAsset(
                        .livePhoto(
                            still: source.url.appending(path: "own.jpg"), video: source.url.appending(path: "film.mov"))
                    )
                }
                own = ["own.jpg": "film.mov"]
            }
            await access.close()
        }
        try scratch.remove(hasBackup ? ".cameraroll/index.sqlite" : ".cameraroll")
        let photos = scratch.photos()
        try await photos.index().waitUntilFinished()
        #expect(try await found(in: photos)[""]?.pairs == pairs.merging(own) { $1 })
    }

    @Test func `Pairs that an earlier version crossed are put right by the next scan of everything`() async throws {
        for name in names { try write(name, as: name, in: scratch) }
        do {
            let photos = scratch.photos()
            let access = try await photos.opened()
            try photos.changeIndex(
                """
                UPDATE file SET asset = (SELECT id FROM asset WHERE pair IS NOT NULL AND pair <> file.name)
                WHERE name IN (SELECT pair FROM asset)
                """)
            try photos.changeIndex(
                """
                UPDATE asset SET pair = CAST(CASE WHEN pair = CAST('IMG_1.MOV' AS BLOB) THEN 'img_2.heic.mov'
                ELSE 'IMG_1.MOV' END AS BLOB) WHERE pair IS NOT NULL
                """)
            await access.close()
        }
        let photos = scratch.photos()
        try await photos.index().waitUntilFinished()
        #expect(try await found(in: photos)[""]?.pairs == pairs)
    }

    @Test func `A movie that gives way is the video that it was before`() async throws {
        try write("a.jpg", as: "a.jpg", in: scratch)
        let photos = scratch.photos()
        let access = try await photos.opened()
        try write("x.mov", as: "x.mov", in: scratch)
        try await photos.index().waitUntilFinished()
        #expect(try await found(in: photos)[""]?.pairs == ["a.jpg": "x.mov"])
        try write("a.mov", as: "a.mov", in: scratch)
        try await photos.index().waitUntilFinished()
        #expect(try await found(in: photos)[""]?.pairs == ["a.jpg": "a.mov"])
        #expect(try await access.assets().count == 2)
        #expect(try await photos.asset(at: "x.mov") != photos.asset(at: "a.mov"))
        #expect(try await photos.index().waitUntilFinished().filesRead == 0)
        #expect(try photos.integrity() == "ok")
    }

    @Test func `The two files of a Live Photo that is added get the same number`() async throws {
        for name in ["new.jpg", "new 2.mov"] { try write(name, as: name, content: name, in: scratch) }
        let (photos, source) = (scratch.photos(), try ScratchFolder())
        let manager = MediaManager(access: try await photos.opened())
        try source.write(SamplePhoto(noise: [1]), to: "new.jpg")
        try source.write(SampleMovie(), to: "new.mov")
        let (still, video) = (source.url.appending(path: "new.jpg"), source.url.appending(path: "new.mov"))
        let created = try await manager.performChanges { edits in
            _ = edits.createAsset(.livePhoto(still: still, video: video))
        }.createdAssets
        let file = try await photos.file(of: created[0])
        #expect(file?.path == "new 3.jpg" && file?.pairedVideo == "new 3.mov")
    }
}
#endif
