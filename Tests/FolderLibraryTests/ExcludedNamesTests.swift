#if FolderLibrary || canImport(Darwin)
import CameraRoll
import CameraRollTesting
@testable import FolderLibrary
import Foundation
import Testing

/// Files and folders that are not shown, by their names.
struct ExcludedNamesTests {
    let scratch: ScratchFolder

    init() throws {
        scratch = try ScratchFolder()
    }

    private func write(_ paths: [String]) throws {
        for (number, path) in paths.enumerated() {
            try scratch.write(SamplePhoto(date: "2023:04:19 10:11:\(10 + number)"), to: path)
        }
    }

    /// The paths of the shown photos, sorted.
    private func shown(_ photos: PhotoFolder) async throws -> [String] {
        let access = try await photos.opened()
        return try await photos.files(of: access.assets().map(\.id)).values.map(\.path).sorted()
    }

    @Test func `What programs leave behind is not shown`() async throws {
        try write([
            "a.jpg", "@eaDir/a.jpg", "trip/@eaDir/b.jpg/THUMB_XL.jpg", "trip/b.jpg", "#recycle/c.jpg",
            "lost+found/d.jpg", "$Recycle.Bin/S-1/e.jpg", "System Volume Information/f.jpg",
            "My.photoslibrary/originals/0/g.jpg", ".Trash-1000/files/h.jpg", ".thumbnails/i.jpg",
        ])
        let photos = scratch.photos()
        #expect(try await shown(photos) == ["a.jpg", "trip/b.jpg"])
        #expect(try await photos.problems() == [])
        let progress = try await photos.index().waitUntilFinished()
        #expect(progress.files == 2)
        #expect(progress.excluded == 7)
    }

    @Test func `An excluded folder is not opened, and its files are not counted`() async throws {
        try write(["a.jpg", "@eaDir/b.jpg"])
        chmod(scratch.url.appending(path: "@eaDir").path, 0)
        let photos = scratch.photos()
        #expect(try await shown(photos) == ["a.jpg"])
        #expect(try await photos.problems() == [])
    }

    @Test func `Names, patterns and paths of the user are excluded, whatever their case and Unicode form`() async throws
    {
        try write([
            "Drafts/a.jpg", "2019/Scans/b.jpg", "Scans/c.jpg", "d.TMP.jpg", "e.jpg", "2020/x/raw/f.jpg", "x/raw/g.jpg",
            "Entwu\u{308}rfe/h.jpg", "IMG_1.jpg", "IMG_10.jpg",
        ])
        let photos = scratch.photos {
            $0.excluded = ["drafts/", "/2019/Scans", "*.tmp.jpg", "*/x/raw", "entw\u{FC}rfe", "IMG_?.jpg"]
        }
        #expect(try await shown(photos) == ["IMG_10.jpg", "Scans/c.jpg", "e.jpg", "x/raw/g.jpg"])
    }

    @Test func `An empty list excludes nothing but what is hidden`() async throws {
        try write(["@eaDir/a.jpg", "Kids/.nomedia", "Kids/b.jpg"])
        let photos = scratch.photos { ($0.excluded, $0.excludesMarkedFolders) = ([], false) }
        #expect(try await shown(photos) == ["@eaDir/a.jpg", "Kids/b.jpg"])
    }

    @Test func `A folder with the file .nomedia is not shown, except that of the photos`() async throws {
        try write(["a.jpg", "Private/b.jpg", "Private/deep/c.jpg", "Open/d.jpg"])
        for path in [".nomedia", "Private/.nomedia"] { try scratch.write([], to: path) }
        #expect(try await shown(scratch.photos()) == ["Open/d.jpg", "a.jpg"])
    }

    @Test func `Photos that are excluded wait with their state, and are themselves again`() async throws {
        try write(["a.jpg", "trip/b.jpg", "trip/deep/c.jpg"])
        let access = try await scratch.photos().opened()
        let manager = MediaManager(access: access)
        let before = try await access.assets()
        try await manager.performChanges { edits in
            edits.setFavorite(true, for: before.map(\.id))
            edits.append(before.map(\.id), to: edits.createAlbum("Trip"))
        }
        let marked = try await access.assets()
        #expect(try await shown(scratch.photos { $0.excluded = ["trip"] }) == ["a.jpg"])
        let titles = try await access.read("albums") { library in try library.albums(.all).map(\.title) }
        #expect(!titles.contains("trip") && !titles.contains("deep"))
        #expect(try await shown(scratch.photos()) == ["a.jpg", "trip/b.jpg", "trip/deep/c.jpg"])
        #expect(try await access.assets() == marked)
        let album = try #require(try await manager.loadAlbums(.all).first { $0.title == "Trip" })
        #expect(try await access.assets(.album(album)).count == 3)
    }

    @Test func `A pattern that every name has leaves an empty library, and nothing is lost`() async throws {
        try write(["a.jpg", "trip/b.jpg"])
        let access = try await scratch.photos().opened()
        let assets = try await access.assets()
        try await MediaManager(access: access).performChanges { $0.setFavorite(true, for: assets.map(\.id)) }
        #expect(try await shown(scratch.photos { $0.excluded = ["?*"] }) == [])
        #expect(try await access.assets(.all.onlyFavorites()) == [])
        _ = try await shown(scratch.photos())
        #expect(try await access.assets(.all.onlyFavorites()).map(\.id) == assets.map(\.id))
    }

    @Test(arguments: ["", "/", "//", "a//b", ".", "a/../b", "*", "**", "/*/", "a\0b"])
    func `A name that matches nothing or everything is refused`(_ name: String) async throws {
        let photos = scratch.photos { $0.excluded = [name] }
        let problem = await photos.indexingProblem()
        guard case .invalidArgument(let argument)? = problem else {
            Issue.record("\(problem as Any)")
            return
        }
        #expect(argument.name == "excluded name")
    }

    @Test func `An edit creates no file under an excluded name`() async throws {
        let access = try await scratch.photos { $0.excluded = ["*.tmp.jpg"] }.opened()
        let error = await #expect(throws: EditError.self) {
            try await MediaManager(access: access).performChanges { edits in
                _ = edits.createAsset(.photo(Data(SamplePhoto().bytes), fileName: "a.TMP.jpg"))
            }
        }
        #expect("\(error as Any)".contains("is excluded"))
    }

    @Test func `A folder that is marked while a library is open goes, and no later scan brings it back`() async throws {
        try write(["a.jpg", "Kids/b.jpg"])
        let photos = scratch.photos()
        let access = try await photos.opened()
        try scratch.write([], to: "Kids/.nomedia")
        let folder = try photos.store.read { try $0.folder(at: [Array("Kids".utf8)]) }
        let scope = ScanScope.folders([try #require(folder)])
        _ = try await photos.scans.begin(scope).waitUntilFinished()
        #expect(try await access.assets().count == 1)
        _ = try await photos.scans.begin(scope).waitUntilFinished()
        try await photos.index().waitUntilFinished()
        #expect(try await access.assets().count == 1)
        try scratch.remove("Kids/.nomedia")
        try await photos.index().waitUntilFinished()
        #expect(try await access.assets().count == 2)
    }
}

/// Names compared with patterns.
struct NamePatternTests {
    @Test(arguments: [
        ("a*", "a"), ("*", "x"), ("a*b*c", "aXbYbc"), ("?", "ä"), ("*ä*", "A\u{308}hre"), ("É", "e\u{301}"),
        ("*.JPG", "x.jpg"), ("a?c", "abc"), ("*a", "aaa"), ("[a]", "[a]"), ("\\*", "\\x"),
    ])
    func `A name has a pattern`(_ pattern: String, _ name: String) {
        #expect(NamePattern(pattern).matches(Array(name.utf8)))
    }

    @Test(arguments: [("a*", "ba"), ("?", ""), ("?", "ab"), ("a*b", "abc"), ("e*", "e\u{301}a"), ("a.b", "aXb")])
    func `A name does not have a pattern`(_ pattern: String, _ name: String) {
        #expect(!NamePattern(pattern).matches(Array(name.utf8)))
    }

    @Test func `A name that is not UTF-8 is compared as it is listed`() {
        #expect(NamePattern("a\u{FFFD}FFb").matches([97, 0xFF, 98]))
        #expect(NamePattern("a*").matches([97, 0xC3, 0x28]))
    }

    @Test func `A pattern of many runs is compared in time`() {
        let pattern = NamePattern(String(repeating: "a*", count: 500) + "b")
        #expect(!pattern.matches([UInt8](repeating: 97, count: 255)))
    }
}
#endif
