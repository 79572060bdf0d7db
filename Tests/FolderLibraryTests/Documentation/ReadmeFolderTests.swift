#if FolderLibrary && os(Linux)
import CameraRoll
import Foundation
import Testing

/// The README's examples of folders of photos.
struct ReadmeFolderTests {
    private let folder = URL(filePath: #filePath).deletingLastPathComponent()

    @Test func `The README's example of a folder runs`() async throws {
        let scratch = try ScratchFolder()
        try scratch.write(TestPicture.quarters().jpeg(), to: "trip/a.jpg")
        try scratch.write(TestPicture.quarters().png, to: "trip/b.png")
        try scratch.write(Array(TestPicture.quarters().png.prefix(40)), to: "damaged.png")
        // No deadline: a sanitizer on a busy machine is slower than any reasonable one.
        try await withReadDeadline(nil) { () async throws in
            #expect(try await showFolder(at: scratch.url).count == 2)
        }
    }

    @Test func `The README shows the example as it is compiled here`() throws {
        let file = try String(contentsOf: folder.appending(path: "ReadmeFolderExample.swift"), encoding: .utf8)
        let example = file.split(separator: "\n", omittingEmptySubsequences: false).dropFirst().dropLast(2)
        let readme = try String(contentsOf: folder.appending(path: "../../../README.md"), encoding: .utf8)
        #expect(readme.contains("```swift\n" + example.joined(separator: "\n") + "\n```"))
    }
}
#endif
