#if FolderLibrary && os(Linux)
import CameraRoll
import Foundation
import TestSupport
import Testing

import FolderLibrary
import CameraRollCodecs

/// Real files, if there are any: those of `CAMERAROLL_PHOTOS`, or of `shared/photos` beside the package.
@Suite(.enabled(if: PhotoSet.exists, "there is no set of photos here"))
struct PhotoSetTests {
    @Test(arguments: [
        "derived-corrupt", "fuzzed", "immich", "livephoto-synthetic", "metadata-extractor", "orientation",
        "pillow-heif", "pngsuite", "tiff-imagetestsuite",
    ])
    func `Each file is shown, or fails with a reason`(folder: String) throws {
        var limits = CodecLimits()
        // In unoptimized builds the largest take a second each, and fail with their numbers.
        if !Effort.isFull { limits.memory = 40 << 20 }
        var shown = 0
        for path in PhotoSet.files(in: folder) {
            guard let bytes = try? FileBytes(path: path) else { continue }
            do throws(CodecError) {
                let file = try PictureFile(reading: bytes)
                let header = try file.header()
                let pixels = try file.decode(covering: PixelSize(width: 32, height: 32), within: limits)
                #expect(pixels.bytes.count == pixels.size.width * pixels.size.height * 4, "\(path)")
                #expect(pixels.size.width <= header.size.width && pixels.size.height <= header.size.height, "\(path)")
                shown += 1
            } catch {
                #expect(!"\(error)".isEmpty)
            }
        }
        #expect(shown > 0)
    }

    @Test(arguments: ["Landscape", "Portrait"]) func `Eight orientations show one picture`(name: String) throws {
        let images = try (1...8).map { number in
            let path = "\(PhotoSet.root)/orientation/\(name)_\(number).jpg"
            let request = AssetImageRequest(for: MediaAsset(id: "a"), size: .pixels(64, 64), resizeMode: .exact)
            return try PictureRenderer().image(of: PictureFile(reading: FileBytes(path: path)), for: request)
        }
        for image in images {
            #expect(image.size == images[0].size)
            #expect(image.pixels.decibels(to: images[0].pixels) > 25)
        }
    }
}

enum PhotoSet {
    static let root = ProcessInfo.processInfo.environment["CAMERAROLL_PHOTOS"] ?? "\(package)/../shared/photos"
    private static let package = URL(filePath: #filePath).pathComponents.dropLast(4).joined(separator: "/").dropFirst()
    static let exists = FileManager.default.fileExists(atPath: root)

    static func files(in folder: String) -> [String] {
        let names = FileManager.default.enumerator(atPath: root + "/" + folder)?.compactMap { $0 as? String } ?? []
        return names.sorted().map { "\(root)/\(folder)/\($0)" }
    }
}
#endif
