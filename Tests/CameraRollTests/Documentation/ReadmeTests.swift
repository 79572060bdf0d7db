import CameraRoll
import Foundation
import TestSupport
import Testing

@Suite struct ReadmeTests {
    private let folder = URL(filePath: #filePath).deletingLastPathComponent()

    private func text(_ path: String) throws -> String {
        try String(contentsOf: folder.appending(path: "../../../" + path), encoding: .utf8)
    }

    @Test func `The README's examples run`() async throws {
        // No deadline: a sanitizer on a busy machine may be slower than any deadline.
        try await withReadDeadline(nil) { () async throws in
            #expect(try await showLibrary().count == 28)
            #expect(try await showGrid().count == 28)
            #expect(try await followChanges().count > 100)
        }
    }

    @Test func `The README's example of metadata runs`() throws {
        let path = NSTemporaryDirectory() + "/cameraroll-readme-\(UUID().uuidString).jpg"
        defer { for file in [path, path + ".copy"] { try? FileManager.default.removeItem(atPath: file) } }
        try Data(SampleSet.jpeg).write(to: URL(filePath: path))
        #expect(try share(path, as: path + ".copy")["快门"] == "1/125秒")
        #expect(try ImageMetadata(contentsOfFile: path + ".copy").place == nil)
    }

    @Test(arguments: [
        ("ReadmeExample.swift", "README.md"), ("ReadmeGridExample.swift", "README.md"),
        ("ReadmeChangesExample.swift", "Sources/CameraRoll/CameraRoll.docc/FollowingChanges.md"),
        ("ReadmeMetadataExample.swift", "Sources/CameraRoll/CameraRoll.docc/ReadingMetadata.md"),
    ])
    func `The documentation shows the example as it is compiled here`(file: String, path: String) throws {
        let example = try String(contentsOf: folder.appending(path: file), encoding: .utf8)
        #expect(try text(path).contains("```swift\n" + example + "```"))
    }

    @Test func `The README has at most 150 lines`() throws {
        #expect(try text("README.md").split(separator: "\n", omittingEmptySubsequences: false).count <= 151)
    }
}
