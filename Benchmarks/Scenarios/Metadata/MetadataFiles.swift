import CameraRoll
import Foundation
import PhotoMetadataEditing

/// The files of the `metadata` scenario: those of a folder, or generated ones.
struct MetadataFiles {
    let paths: [String]
    /// The folder to remove at the end; nil if the files are the user's.
    private let made: String?

    /// Uses all files of known formats below a folder, or a single file, or generates a number of files.
    ///
    /// - Throws: `UsageError` if there are no files.
    init(path: String?, count: Int, seed: UInt64) throws {
        if let path {
            paths = Self.files(below: path)
            made = nil
            if paths.isEmpty { throw UsageError(description: "'\(path)' has no file whose metadata can be read.") }
        } else {
            let folder = NSTemporaryDirectory() + "/cameraroll-benchmark-\(UUID().uuidString)"
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            made = folder
            paths = try (0..<count).map { try Self.make($0, seed: seed, in: folder) }
        }
    }

    func remove() {
        if let made { try? FileManager.default.removeItem(atPath: made) }
    }

    private static func files(below path: String) -> [String] {
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue else {
            return (try? ImageMetadata(contentsOfFile: path)) == nil ? [] : [path]
        }
        let names = FileManager.default.enumerator(atPath: path)?.compactMap { $0 as? String } ?? []
        let paths = names.map { path + "/" + $0 }
        return paths.sorted().filter { (try? ImageMetadata(contentsOfFile: $0)) != nil }
    }

    /// Generates a JPEG of 100 to 300 KB of noise; the editor adds EXIF, XMP and IPTC.
    private static func make(_ number: Int, seed: UInt64, in folder: String) throws -> String {
        var random = seed &+ UInt64(number)
        var picture: [UInt8] = [0xFF, 0xD8, 0xFF, 0xDB, 0, 67] + [UInt8](repeating: 1, count: 65)
        picture += [0xFF, 0xC0, 0, 11, 8, 0x0B, 0xD0, 0x0F, 0xC0, 1, 1, 0x11, 0]
        picture += [0xFF, 0xDA, 0, 8, 1, 1, 0, 0, 63, 0]
        for _ in 0..<100_000 + number * 1_000 {
            random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            picture.append(UInt8(truncatingIfNeeded: random >> 56) & 0x7F)
        }
        picture += [0xFF, 0xD9]
        guard let date = MetadataDate("2023-04-19T10:11:\(10 + number % 50).25+02:00") else {
            throw UsageError(description: "There is no such date.")
        }
        let editor = MetadataEditor(.setCaptureDate(date), .setCopyright("© \(number)"), .setOrientation(.right))
        let path = "\(folder)/\(number).jpg"
        try Data(editor.edited(picture)).write(to: URL(filePath: path))
        return path
    }
}
