import CameraRoll
import Foundation
import Testing

@Suite struct ReadmeTests {
    private let folder = URL(filePath: #filePath).deletingLastPathComponent()

    private var readme: String {
        get throws { try String(contentsOf: folder.appending(path: "../../../README.md"), encoding: .utf8) }
    }

    @Test func `The README's examples run`() async throws {
        // No deadline: a sanitizer on a busy machine is slower than anybody's patience.
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
        "ReadmeExample.swift", "ReadmeGridExample.swift", "ReadmeChangesExample.swift", "ReadmeMetadataExample.swift",
    ])
    func `The README shows the example as it is compiled here`(file: String) throws {
        let example = try String(contentsOf: folder.appending(path: file), encoding: .utf8)
        #expect(try readme.contains("```swift\n" + example + "```"))
    }
}
