#if FolderLibrary || canImport(Darwin)
import CameraRoll
import CameraRollTesting
@testable import FolderLibrary
import Foundation
import Testing

/// Photos that are damaged or have no date, told apart from the others by queries.
struct FileQualityTests {
    let scratch: ScratchFolder
    let photos: PhotoFolder

    init() async throws {
        scratch = try ScratchFolder()
        photos = scratch.photos()
        try scratch.write(SamplePhoto(date: "2023:04:19 10:11:12"), to: "good.jpg")
        try scratch.write(SamplePhoto(), to: "undated.jpg")
        try scratch.write(Array(SamplePhoto(date: "2023:04:18 10:11:12").bytes.prefix(200)), to: "cut.jpg")
    }

    private func paths(_ query: AssetQuery, _ access: LibraryAccess) async throws -> [String] {
        let ids = try await access.assets(query).map(\.id)
        let files = try await photos.files(of: ids)
        return ids.compactMap { files[$0]?.path }.sorted()
    }

    @Test func `A query has the photos that can be shown, another one those that cannot`() async throws {
        let access = try await photos.opened()
        #expect(try await paths(.all, access) == ["cut.jpg", "good.jpg", "undated.jpg"])
        #expect(try await paths(.all.withoutDamaged(), access) == ["good.jpg", "undated.jpg"])
        var damaged = AssetQuery.all
        damaged.isDamaged = true
        #expect(try await paths(damaged, access) == ["cut.jpg"])
        #expect(try await photos.problems() == [FolderProblem(path: "cut.jpg", reason: .damaged)])
    }

    @Test func `A query counts only the photos that can be shown`() async throws {
        let access = try await photos.opened()
        let count = try await access.read("count") { try $0.fetchAssets(.all.withoutDamaged()).count }
        #expect(count == 2)
    }

    @Test func `A query has the photos with no date but that of their file`() async throws {
        let access = try await photos.opened()
        #expect(try await paths(.all.withoutCaptureDate(), access) == ["undated.jpg"])
        var dated = AssetQuery.all
        dated.hasCaptureDate = true
        #expect(try await paths(dated, access) == ["cut.jpg", "good.jpg"])
        let undated = try #require(try await access.assets(.all.withoutCaptureDate()).first)
        try await MediaManager(access: access).performChanges { $0.setCreationDate(.distantPast, for: [undated]) }
        #expect(try await paths(.all.withoutCaptureDate(), access) == [])
    }

    @Test func `The file of an asset says what is wrong with it`() async throws {
        _ = try await photos.opened()
        let cut = try #require(try await photos.asset(at: "cut.jpg"))
        let good = try #require(try await photos.asset(at: "good.jpg"))
        #expect(try await photos.file(of: cut)?.problem == .damaged)
        #expect(try await photos.file(of: good)?.problem == nil)
    }

    @Test func `A photo that is repaired is no longer among the damaged`() async throws {
        let access = try await photos.opened()
        try scratch.write(SamplePhoto(date: "2023:04:18 10:11:12"), to: "cut.jpg")
        try await photos.index().waitUntilFinished()
        #expect(try await access.assets(.all.withoutDamaged()).count == 3)
    }

    @Test func `A photo whose file is empty for a while changes, and changes back`() async throws {
        let access = try await photos.opened()
        let good = try #require(try await photos.asset(at: "good.jpg"))
        for contents in [[], SamplePhoto(date: "2023:04:19 10:11:12").bytes] {
            let token = try #require(try await access.read("token") { try $0.changeToken() })
            try scratch.write(contents, to: "good.jpg")
            try await photos.index().waitUntilFinished()
            guard case .changes(let changes) = try await access.read("changes", { try $0.changes(since: token) }) else {
                Issue.record("The changes are not known.")
                return
            }
            #expect(changes.assets.updated == [good])
            #expect(try await access.assets(.all.withoutDamaged()).contains { $0.id == good } == !contents.isEmpty)
        }
    }

    @Test func `A Live Photo whose video is damaged can be shown`() async throws {
        try scratch.write(SamplePhoto(date: "2023:04:20 10:11:12", content: "A"), to: "live.jpg")
        try scratch.write(Array(SampleMovie(content: "A").bytes.dropLast(4)), to: "live.mov")
        let access = try await photos.opened()
        #expect(try await paths(.all.withoutDamaged(), access).contains("live.jpg"))
    }
}

/// What one prints while a folder is indexed, and of the trash.
struct FolderDescriptionTests {
    @Test func `The progress of a scan says how far it is`() {
        var progress = IndexingProgress()
        #expect("\(progress)" == "starting, 0 %: 0 files, 0 read, in 0 folders, 0.0 s")
        (progress.phase, progress.fractionCompleted, progress.estimatedFiles) = (.comparing, 0.429, 2_900)
        (progress.files, progress.filesRead, progress.folders, progress.excluded) = (1_204, 31, 12, 3)
        progress.elapsed = .milliseconds(251)
        let text = "comparing, 42 %: 1204 of about 2900 files, 31 read, in 12 folders, 3 excluded, 0.25 s"
        #expect("\(progress)" == text)
        progress.phase = .finished
        progress.fractionCompleted = .nan
        #expect("\(progress)".hasPrefix("finished, 0 %: 1204 files"))
    }

    @Test func `A photo in the trash is described by its path`() async throws {
        let scratch = try ScratchFolder()
        try scratch.write(SamplePhoto(date: "2023:04:19 10:11:12"), to: "trip/a.jpg")
        let photos = scratch.photos()
        let access = try await photos.opened()
        let assets = try await access.assets()
        try await MediaManager(access: access).performChanges { $0.delete(assets) }
        let photo = try #require(try await photos.trashedPhotos().first)
        #expect("\(photo)".hasPrefix("'trip/a.jpg', \(photo.byteCount) bytes, deleted 20"))
    }
}
#endif
