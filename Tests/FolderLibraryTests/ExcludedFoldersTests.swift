#if FolderLibrary || canImport(Darwin)
import CameraRoll
import CameraRollTesting
import FolderLibrary
import Foundation
import Testing

/// An index and a trash among the photos.
struct ExcludedFoldersTests {
    @Test func `An index and a trash among the photos are skipped, under every name`() async throws {
        let scratch = try ScratchFolder()
        for name in ["a.jpg", "b.jpg", "bin/old.jpg", "more/c.jpg"] {
            try scratch.write(SamplePhoto(noise: Array(name.utf8)), to: name)
        }
        // Before it became the trash, it was an ordinary folder.
        let index = IndexLocation.folder(scratch.url.appending(path: "more/index"))
        #expect(try await scratch.photos { $0.index = index }.opened().assets().count == 4)
        let photos = scratch.photos { configuration in
            configuration.index = index
            configuration.trash = scratch.url.appending(path: "bin")
        }
        let access = try await photos.opened()
        #expect(try await access.assets().count == 3)
        #expect(try await photos.problems() == [])
        let names = try await access.read("albums") { library in try library.albums(.user).map(\.title) }
        #expect(!names.contains("bin") && !names.contains("index"))
        let manager = MediaManager(access: access)
        let first = try #require(try await access.assets().first)
        try await manager.performChanges { $0.delete([first]) }
        try await photos.index().waitUntilFinished()
        #expect(try await access.assets().count == 2)
        #expect(try await photos.index().waitUntilFinished().files == 2)
    }
}
#endif
