#if FolderLibrary && os(Linux)
import CameraRoll
import CameraRollTesting
@testable import FolderLibrary
import Foundation
import Glibc
import CameraRollCodecs
import Testing

/// Files and folders whose names are bytes that are not UTF-8, as old archives have them.
struct ByteNameTests {
    let scratch: ScratchFolder
    let photos: PhotoFolder
    /// "été/café.jpg" in Latin-1, and a name that differs from it in one byte.
    private let names: [[UInt8]] = [
        [0xE9, 0x74, 0xE9, 0x2F] + Array("caf\u{E9}.jpg".unicodeScalars.map { UInt8($0.value) }),
        [0xE9, 0x74, 0xE9, 0x2F] + Array("caf".utf8) + [0xEA] + Array(".jpg".utf8),
    ]

    init() throws {
        scratch = try ScratchFolder()
        photos = scratch.photos()
        try scratch.make([0xE9, 0x74, 0xE9])
        for (number, name) in names.enumerated() {
            try scratch.write(TestPicture.quarters().jpeg() + [UInt8](repeating: 0, count: number), at: name)
        }
    }

    @Test func `Paths say which bytes they have, and lead back to the assets`() async throws {
        let access = try await photos.opened()
        let assets = try await access.assets()
        let paths = try await photos.files(of: assets.map(\.id)).mapValues(\.path)
        #expect(paths.values.sorted() == ["�E9t�E9/caf�E9.jpg", "�E9t�E9/caf�EA.jpg"])
        for asset in assets {
            let path = try #require(paths[asset.id])
            #expect(try await photos.asset(at: path) == asset.id)
        }
        #expect(try await photos.asset(at: "�t�/caf�.jpg") == nil)
        let titles = try await access.read("albums") { library in try library.albums(.user).map(\.title) }
        #expect(titles.contains("�E9t�E9"))
    }

    @Test func `Images, originals and metadata are read`() async throws {
        let manager = MediaManager(access: try await photos.opened())
        let images = try CachingImageManager(of: manager)
        for try await asset in manager.photos.assets(of: .photos) {
            let request = AssetImageRequest(for: asset, size: .pixels(16, 16), contentMode: .fill)
            #expect(try await images.image(for: request).size.height == 16)
            #expect(try await images.originalData(for: asset).bytes.count > 100)
            #expect(try await images.resources(of: asset).first?.fileName?.hasPrefix("caf�E") == true)
            #expect(try await manager.photos.metadata(for: asset).format == .jpeg)
        }
    }

    @Test func `Edits and the trash work, and photos whose names differ in one byte are told apart`() async throws {
        let access = try await photos.opened()
        let manager = MediaManager(access: access)
        let assets = try await access.assets()
        try await manager.performChanges { edits in
            edits.setFavorite(true, for: assets)
            edits.delete(assets)
        }
        #expect(!scratch.hasFile(at: names[0]) && !scratch.hasFile(at: names[1]))
        let deleted = try await photos.trashedPhotos()
        #expect(Set(deleted.map(\.id)).count == 2)
        #expect(deleted.map(\.path).sorted() == ["�E9t�E9/caf�E9.jpg", "�E9t�E9/caf�EA.jpg"])
        try await photos.restore(deleted.filter { $0.path.contains("EA") })
        #expect(!scratch.hasFile(at: names[0]) && scratch.hasFile(at: names[1]))
        try await photos.restore(try await photos.trashedPhotos())
        try await photos.index().waitUntilFinished()
        #expect(scratch.hasFile(at: names[0]))
        #expect(try await access.assets(.all.onlyFavorites()).map(\.id) == assets.map(\.id))
    }

    @Test func `A problem names the file, and a path that is excluded may be one that is listed`() async throws {
        try scratch.write([1, 2, 3], at: [0xFF] + Array(".txt".utf8))
        _ = try await photos.opened()
        #expect(try await photos.problems().map(\.path) == ["�FF.txt"])
        let fewer = scratch.photos { $0.excluded = ["�E9t�E9/caf�EA.jpg", "?FF.*"] }
        #expect(try await fewer.opened().assets().count == 1)
        #expect(try await fewer.problems() == [])
    }
}

/// The texts of paths.
struct FolderPathTests {
    @Test(
        arguments: [
            [], [0x61], [0xFF], [0xC3], [0xC3, 0x28], [0xE2, 0x82], [0xF0, 0x9F, 0x98], [0xED, 0xA0, 0x80],
            [0xC0, 0x80], [0xE9, 0x31, 0x32], [0xEF, 0xBF, 0xBD], [0xEF, 0xBF, 0xBD, 0x45, 0x39],
            [0xEF, 0xBF, 0xBD, 0x45, 0x39, 0xFF], [0xEF, 0xBF, 0xBD, 0xE9], [0xEF, 0xBF, 0xBD, 0x34, 0x31],
        ] as [[UInt8]])
    func `A name's text leads back to its bytes`(_ name: [UInt8]) {
        #expect(FolderPath.bytes(of: FolderPath.text(of: name)) == name)
    }

    @Test func `Different names have different texts`() {
        var chance = SystemRandomNumberGenerator()
        let parts: [[UInt8]] = [[0xE9], [0xEF, 0xBF, 0xBD], [0x45], [0x39], [0xC3, 0xA9], [0xBF], [0xEF]]
        var names: Set<[UInt8]> = []
        for _ in 0..<2_000 {
            names.insert((0..<Int.random(in: 1...6, using: &chance)).flatMap { _ in parts.randomElement() ?? [] })
        }
        for name in names { #expect(FolderPath.bytes(of: FolderPath.text(of: name)) == name) }
        #expect(Set(names.map { Array(FolderPath.text(of: $0).utf8) }).count == names.count)
    }

    @Test func `A name in UTF-8 is its text`() {
        #expect(FolderPath.text(of: Array("é\u{FFFD}x.jpg".utf8)) == "é\u{FFFD}x.jpg")
    }
}

extension ScratchFolder {
    private func withPath<Value>(_ path: [UInt8], _ body: (UnsafePointer<CChar>) -> Value) -> Value {
        (Array(url.path.utf8) + [47] + path + [0]).map { CChar(bitPattern: $0) }.withUnsafeBufferPointer {
            $0.baseAddress.map(body) ?? body("")
        }
    }

    fileprivate func make(_ folder: [UInt8]) throws {
        let result = withPath(folder) { mkdir($0, 0o755) }
        try #require(result == 0)
    }

    fileprivate func write(_ bytes: [UInt8], at path: [UInt8]) throws {
        let file = withPath(path) { Glibc.open($0, O_WRONLY | O_CREAT, 0o644) }
        try #require(file >= 0)
        let count = Glibc.write(file, bytes, bytes.count)
        close(file)
        try #require(count == bytes.count)
    }

    fileprivate func hasFile(at path: [UInt8]) -> Bool { withPath(path) { access($0, F_OK) == 0 } }
}
#endif
