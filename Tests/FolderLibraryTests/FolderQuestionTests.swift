#if FolderLibrary || canImport(Darwin)
import CameraRoll
import CameraRollTesting
@testable import FolderLibrary
import Foundation
import Testing

/// What is asked of a folder as a whole.
struct FolderQuestionTests {
    let scratch: ScratchFolder
    let photos: PhotoFolder

    init() throws {
        scratch = try ScratchFolder()
        photos = scratch.photos()
    }

    @Test func `Problems come in the order of the paths, whenever they were found, and the first ones first`()
        async throws
    {
        var paths: [String] = []
        for path in ["z/1.jpg", "b.jpg", "a/c.jpg", "z/0.jpg", "a.jpg", "a-/b.jpg"] {
            try scratch.write([], to: path)
            try await photos.index().report()
            paths.append(path)
        }
        let sorted = ["a/c.jpg", "a-/b.jpg", "a.jpg", "b.jpg", "z/0.jpg", "z/1.jpg"]
        #expect(Set(sorted) == Set(paths))
        #expect(try await photos.problems().map(\.path) == sorted)
        #expect(try await photos.problems(limit: 2).map(\.path) == ["a/c.jpg", "a-/b.jpg"])
        #expect(try await photos.problems(limit: -1) == [])
    }

    @Test func `Many files are found in one go, and those of no asset are left out`() async throws {
        for number in 0..<5 { try scratch.write(SamplePhoto(noise: [UInt8(number)]), to: "sub/\(number).jpg") }
        let assets = try await photos.opened().assets()
        let strangers = ["", "x", "ffffffffff", "0000000063"].map { AssetID($0) }
        let files = try await photos.files(of: assets.map(\.id) + strangers)
        #expect(Set(files.keys) == Set(assets.map(\.id)))
        #expect(Set(files.values.map(\.path)) == Set((0..<5).map { "sub/\($0).jpg" }))
        #expect(try await photos.file(of: strangers[1]) == nil)
    }

    @Test func `The log is moved to the index while somebody writes`() async throws {
        try scratch.write(to: "a.jpg")
        try await photos.index().report()
        let store = photos.store
        try store.write { try $0.connection.run("UPDATE library SET settled = settled + 1") }
        try store.exclusively { writer in
            try writer.connection.execute("BEGIN IMMEDIATE")
            defer { try? writer.connection.execute("ROLLBACK") }
            try store.index.moveLog()
        }
        let connection = try SQLiteConnection(path: store.index.path, .readWrite)
        let left = try connection.first("PRAGMA wal_checkpoint(PASSIVE)") { $0.integer(1) - $0.integer(2) }
        #expect(left == 0)
    }
}
#endif
