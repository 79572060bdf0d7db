import Foundation
import TestSupport
import Testing

@testable import PhotoMetadata
@testable import PhotoMetadataEditing

/// Files are replaced in one step, or stay as they were.
@Suite struct FileEditTests {
    /// A temporary folder, removed with the test.
    private final class Folder {
        let path = NSTemporaryDirectory() + "/cameraroll-\(UUID().uuidString)"

        init() throws {
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        }

        deinit {
            try? FileManager.default.removeItem(atPath: path)
        }

        func add(_ bytes: [UInt8], permissions: Int = 0o640) throws -> String {
            let file = path + "/picture.jpg"
            let attributes: [FileAttributeKey: Any] = [.posixPermissions: permissions]
            #expect(FileManager.default.createFile(atPath: file, contents: Data(bytes), attributes: attributes))
            return file
        }

        var names: [String] { (try? FileManager.default.contentsOfDirectory(atPath: path).sorted()) ?? [] }
    }

    private func permissions(_ path: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    }

    @Test func `A file is changed in place, keeps its permissions, and leaves nothing else behind`() throws {
        let folder = try Folder()
        let path = try folder.add(SampleSet.jpeg)
        try MetadataEditor(.setCopyright("Bo")).edit(fileAt: path)
        #expect(try ImageMetadata(contentsOfFile: path).copyright == "Bo" && permissions(path) == 0o640)
        #expect(folder.names == ["picture.jpg"])
    }

    @Test func `A file is changed into another one and stays itself`() throws {
        let folder = try Folder()
        let path = try folder.add(SampleSet.jpeg, permissions: 0o400)
        try MetadataEditor(.removeLocation).edit(fileAt: path, writingTo: folder.path + "/copy.jpg")
        #expect(try Array(Data(contentsOf: URL(filePath: path))) == SampleSet.jpeg)
        #expect(try ImageMetadata(contentsOfFile: folder.path + "/copy.jpg").place == nil)
        #expect(try permissions(folder.path + "/copy.jpg") == 0o400 && folder.names == ["copy.jpg", "picture.jpg"])
    }

    @Test func `A symbolic link stays one`() throws {
        let folder = try Folder()
        let path = try folder.add(SampleSet.jpeg)
        let link = folder.path + "/link.jpg"
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
        try MetadataEditor(.setCopyright("Bo")).edit(fileAt: link)
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == path)
        #expect(try ImageMetadata(contentsOfFile: path).copyright == "Bo")
    }

    @Test func `What is refused or cannot be written leaves the file as it was`() throws {
        let folder = try Folder()
        let path = try folder.add(SampleSet.jpeg)
        #expect(throws: MetadataEditError.invalidText("")) { try MetadataEditor(.setCopyright("")).edit(fileAt: path) }
        #expect(throws: MetadataEditError.self) {
            try MetadataEditor(.removeLocation).edit(fileAt: path, writingTo: folder.path + "/none/copy.jpg")
        }
        #expect(throws: MetadataEditError.unreadable(.cannotOpen(path: "/no/such", code: 2))) {
            try MetadataEditor(.removeLocation).edit(fileAt: "/no/such")
        }
        let taken = folder.path + "/folder"
        try FileManager.default.createDirectory(atPath: taken, withIntermediateDirectories: true)
        #expect(throws: MetadataEditError.self) {
            try MetadataEditor(.removeLocation).edit(fileAt: path, writingTo: taken)
        }
        #expect(try Array(Data(contentsOf: URL(filePath: path))) == SampleSet.jpeg)
        #expect(folder.names == ["folder", "picture.jpg"])
    }

    @Test func `A file that another program changes meanwhile is not replaced`() throws {
        let folder = try Folder()
        let path = try folder.add(SampleSet.jpeg)
        let target = try ReplacedFile(path: path, destination: path)
        let plan = try MetadataEditor(.removeLocation).plan(of: target.source)
        let handle = try #require(FileHandle(forWritingAtPath: path))
        try handle.seekToEnd()
        try handle.write(contentsOf: Data([1]))
        try handle.close()
        #expect(throws: MetadataEditError.changedMeanwhile(path: path)) { try target.replace(with: plan) }
        #expect(try Data(contentsOf: URL(filePath: path)).count == SampleSet.jpeg.count + 1)
        #expect(folder.names == ["picture.jpg"])
    }

    @Test func `A file that another one is renamed over meanwhile stays that one`() throws {
        let folder = try Folder()
        let path = try folder.add(SampleSet.jpeg)
        let target = try ReplacedFile(path: path, destination: path)
        let plan = try MetadataEditor(.removeLocation).plan(of: target.source)
        try Data([1, 2, 3]).write(to: URL(filePath: path), options: .atomic)
        #expect(throws: MetadataEditError.changedMeanwhile(path: path)) { try target.replace(with: plan) }
        #expect(try Data(contentsOf: URL(filePath: path)) == Data([1, 2, 3]) && folder.names == ["picture.jpg"])
    }

    @Test func `A link that is turned meanwhile has no file's content put over another`() throws {
        let folder = try Folder()
        let (first, second, link) = (folder.path + "/first", folder.path + "/second", folder.path + "/link")
        for path in [first, second] { try Data(SampleSet.jpeg + path.utf8).write(to: URL(filePath: path)) }
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: first)
        let target = try ReplacedFile(path: link, destination: link) { path throws(MetadataError) in
            unlink(link)
            symlink(second, link)
            return try FileBytes(path: path)
        }
        try target.replace(with: MetadataEditor(.setCopyright("Bo")).plan(of: target.source))
        #expect(try Array(Data(contentsOf: URL(filePath: first))).suffix(first.utf8.count) == Array(first.utf8)[...])
        #expect(try Array(Data(contentsOf: URL(filePath: second))) == SampleSet.jpeg + second.utf8)
        // A file that is replaced by a rename while it is opened.
        #expect(throws: MetadataEditError.changedMeanwhile(path: first)) {
            try ReplacedFile(path: first, destination: first) { path throws(MetadataError) in
                let file = try FileBytes(path: path)
                rename(second, path)
                return file
            }
        }
    }

    @Test func `Of what stands beside a file's bytes only access lists stay when something is removed`() throws {
        let folder = try Folder()
        let path = try folder.add(SampleSet.jpeg)
        let name = "user.xdg.origin.url"
        guard ExtendedAttributes.set(name, to: [1, 2, 3], of: try FileBytes(path: path).descriptor) else { return }
        try MetadataEditor(.setOrientation(.left)).edit(fileAt: path)
        #expect(try ExtendedAttributes.value(name, of: FileBytes(path: path).descriptor) == [1, 2, 3])
        try MetadataEditor(.setOrientation(.left), .removeLocation).edit(fileAt: path)
        #expect(try ExtendedAttributes.value(name, of: FileBytes(path: path).descriptor) == nil)
    }

    @Test func `A file with a name as long as there can be is changed, by its URL too`() throws {
        let folder = try Folder()
        let name = String(repeating: "👨‍👩‍👧‍👦", count: 10)
        let url = URL(filePath: folder.path + "/" + name)
        try Data(SampleSet.jpeg).write(to: url)
        try MetadataEditor(.setCopyright("Bo")).edit(fileAt: url)
        #expect(try ImageMetadata(contentsOf: url).copyright == "Bo" && folder.names == [name])
        let web = try #require(URL(string: "https://example.org/a.jpg"))
        #expect(throws: MetadataEditError.unreadable(.cannotOpen(path: web.absoluteString, code: EINVAL))) {
            try MetadataEditor(.removeLocation).edit(fileAt: web)
        }
        #expect(throws: MetadataEditError.cannotWrite(path: web.absoluteString, code: EINVAL)) {
            try MetadataEditor(.removeLocation).edit(fileAt: url, writingTo: web)
        }
    }

    @Test func `A link to nothing and a pipe are no destination, and errors name what was asked for`() throws {
        let folder = try Folder()
        let path = try folder.add(SampleSet.jpeg)
        let (link, pipe) = (folder.path + "/link.jpg", folder.path + "/pipe.jpg")
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: folder.path + "/nothing.jpg")
        #expect(mkfifo(pipe, 0o600) == 0)
        let editor = MetadataEditor(.removeLocation)
        #expect(throws: MetadataEditError.cannotWrite(path: link, code: ENOENT)) {
            try editor.edit(fileAt: path, writingTo: link)
        }
        #expect(throws: MetadataEditError.cannotWrite(path: pipe, code: EINVAL)) {
            try editor.edit(fileAt: path, writingTo: pipe)
        }
        let copy = folder.path + "/copy.jpg"
        let target = try ReplacedFile(path: path, destination: copy)
        #expect(throws: MetadataEditError.changedMeanwhile(path: copy)) { try target.replace(with: CutShort()) }
        #expect(folder.names == ["link.jpg", "picture.jpg", "pipe.jpg"])
    }

    /// A source that has fewer bytes than it declares.
    private struct CutShort: ByteSource {
        let byteCount = 10
        func read(at position: Int, into buffer: UnsafeMutableRawBufferPointer) throws(MetadataError) -> Int { 0 }
    }

    @Test func `Attributes beside the bytes and the owner stay, and other hard links keep the old file`() throws {
        let folder = try Folder()
        let path = try folder.add(SampleSet.jpeg)
        try FileManager.default.linkItem(atPath: path, toPath: folder.path + "/other.jpg")
        let old = try FileBytes(path: path)
        let hasAttributes = ExtendedAttributes.set("user.label", to: [1, 2, 3], of: old.descriptor)
        try MetadataEditor(.setOrientation(.left)).edit(fileAt: path)
        let new = try FileBytes(path: path)
        #expect(ExtendedAttributes.value("user.label", of: new.descriptor) == (hasAttributes ? [1, 2, 3] : nil))
        let owners = try [path, folder.path + "/other.jpg"].map { path in
            try FileManager.default.attributesOfItem(atPath: path)[.ownerAccountID] as? Int
        }
        #expect(owners[0] == owners[1])
        #expect(try Array(Data(contentsOf: URL(filePath: folder.path + "/other.jpg"))) == SampleSet.jpeg)
    }
}
