import Foundation
import PhotoMetadata
import TestSupport
import Testing

/// The sources of metadata: paths, URLs, memory.
@Suite struct MetadataSourceTests {
    @Test func `A URL, a path and data give the same`() throws {
        let bytes = SampleFile.jpeg(exif: TIFFBuilder.camera().bytes(), trailer: [UInt8](repeating: 1, count: 20_000))
        let url = FileManager.default.temporaryDirectory.appending(path: "a b \(UUID().uuidString).jpg")
        try Data(bytes).write(to: url)
        defer { try? FileManager.default.removeItem(at: url) }
        let expected = try ImageMetadata(bytes)
        #expect(try ImageMetadata(contentsOf: url) == expected)
        #expect(try ImageMetadata(contentsOfFile: url.path(percentEncoded: false)) == expected)
        #expect(try ImageMetadata(data: Data(bytes)) == expected)
        #expect(try ImageMetadata(data: Data([9, 9, 9] + bytes).dropFirst(3)) == expected)
    }

    @Test func `An unreadable file and a URL that is not a file's throw an error that says so`() throws {
        #expect(throws: MetadataError.cannotOpen(path: "https://example.com/a.jpg", code: EINVAL)) {
            try ImageMetadata(contentsOf: #require(URL(string: "https://example.com/a.jpg")))
        }
        #expect(throws: MetadataError.empty) { try ImageMetadata(data: Data()) }
        let url = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try Data([1]).write(to: url)
        defer { try? FileManager.default.removeItem(at: url) }
        try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: url.path)
        // Root may read everything.
        guard geteuid() != 0 else { return }
        #expect(throws: MetadataError.cannotOpen(path: url.path, code: EACCES)) { try ImageMetadata(contentsOf: url) }
    }
}
