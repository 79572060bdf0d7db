import Foundation
import PhotoMetadata
import TestSupport
import Testing

/// Runs what the articles of metadata show.
@Suite struct MetadataSnippetTests {
    private let path = NSTemporaryDirectory() + "/cameraroll-metadata-\(UUID().uuidString).jpg"

    private func withSample(_ body: (_ copy: String) throws -> Void) throws {
        defer { for file in [path, path + ".copy"] { try? FileManager.default.removeItem(atPath: file) } }
        try Data(SampleSet.jpeg).write(to: URL(filePath: path))
        try body(path + ".copy")
    }

    @Test func `A copy without the place`() throws {
        try withSample { (copy: String) throws in
            #expect(try describe(path)["快门"] == "1/125秒")
            try share(path, as: copy)
            #expect(try ImageMetadata(contentsOfFile: copy).place == nil)
        }
    }

    @Test func `Reading metadata`() throws {
        try withSample { _ in
            #expect(try MetadataSnippets.read(path)[2].contains("1/125"))
            let metadata = try ImageMetadata(contentsOfFile: path)
            #expect(MetadataSnippets.readTags(of: metadata)[0].contains("1/125"))
            #expect(MetadataSnippets.show(metadata)[0]["快门"] == "1/125秒")
        }
    }

    @Test func `Reading metadata on a thread that may block`() async throws {
        defer { try? FileManager.default.removeItem(atPath: path) }
        try Data(SampleSet.jpeg).write(to: URL(filePath: path))
        #expect(try await MetadataSnippets.read(URL(filePath: path)).make == ImageMetadata(SampleSet.jpeg).make)
        await #expect(throws: MetadataError.self) { try await MetadataSnippets.read(URL(filePath: path + ".copy")) }
    }

    @Test func `Changing metadata`() throws {
        try withSample { copy in
            try MetadataSnippets.edit(path, copy: copy)
            #expect(try ImageMetadata(contentsOfFile: path).captureDate?.hour == 11)
            #expect(try ImageMetadata(MetadataSnippets.share(SampleSet.jpeg)).captureDate == nil)
        }
    }

    @Test func `Describing a picture`() throws {
        try withSample { _ in
            try MetadataSnippets.describe(path)
            let metadata = try ImageMetadata(contentsOfFile: path)
            #expect(metadata.xmp.keywords == ["sea", "boats"] && metadata.iptc.caption == "Boats at the old harbor.")
            #expect(metadata.altitude == 2 && metadata.captureDate?.offset == 120)
            #expect(metadata.xmp.title == nil && metadata.xmp.rating == nil)
        }
    }
}
