import CameraRoll
import Foundation
import Testing

@testable import benchmarks

/// The files measured by the scenario `metadata`.
@Suite struct MetadataFilesTests {
    @Test func `The files that it makes have metadata, are the same in every run, and are gone at the end`() throws {
        let files = try MetadataFiles(path: nil, count: 3, seed: 1)
        let again = try MetadataFiles(path: nil, count: 3, seed: 1)
        for (path, other) in zip(files.paths, again.paths) {
            let metadata = try ImageMetadata(contentsOfFile: path)
            #expect(metadata.captureDate != nil && metadata.copyright != nil && metadata.orientation == .right)
            #expect(FileManager.default.contentsEqual(atPath: path, andPath: other))
        }
        files.remove()
        again.remove()
        #expect(files.paths.allSatisfy { !FileManager.default.fileExists(atPath: $0) })
    }

    @Test func `A folder's own files are measured and left alone, and one without any is refused`() throws {
        let made = try MetadataFiles(path: nil, count: 2, seed: 1)
        defer { made.remove() }
        let folder = try #require(made.paths.first).split(separator: "/").dropLast().joined(separator: "/")
        let files = try MetadataFiles(path: "/" + folder, count: 0, seed: 1)
        files.remove()
        #expect(files.paths.count == 2 && FileManager.default.fileExists(atPath: made.paths[0]))
        #expect(throws: UsageError.self) { try MetadataFiles(path: "/no/such/folder", count: 2, seed: 1) }
    }

    @Test func `A file's figures are of the file itself`() throws {
        let files = try MetadataFiles(path: nil, count: 1, seed: 1)
        defer { files.remove() }
        let figures = try MetadataFigures(of: files.paths[0], rounds: 2)
        #expect(figures.format == .jpeg && figures.bytesRead == 8_192)
        #expect([figures.bare, figures.metadata, figures.fields, figures.whole].allSatisfy { $0 > 0 && $0 < 1e9 })
    }
}
