import CameraRoll
import Foundation
import PhotoMetadataEditing

/// The folder of photos of the `folder` scenario: a user's, or a generated one.
struct FolderTree {
    /// The number of files in each generated folder.
    private static let filesInFolder = 82

    let path: String
    private let isMade: Bool

    /// Uses the folder at a path, or creates one with a number of JPEGs in a realistic number of subfolders.
    ///
    /// - Parameters:
    /// - path: the folder; when files are generated, the folder whose JPEGs are copied; nil for generated JPEGs.
    /// - count: the number of files to generate; nil to use the folder as it is.
    init(path: String?, making count: Int?, seed: UInt64) throws {
        isMade = count != nil
        guard let count else {
            self.path = path ?? ""
            return
        }
        self.path = NSTemporaryDirectory() + "/cameraroll-folder-\(UUID().uuidString)"
        let photos = try path.map(Self.photos)
        try Self.make(count, of: photos, seed: seed, in: self.path)
    }

    func remove() {
        if isMade { try? FileManager.default.removeItem(atPath: path) }
    }

    /// The JPEGs below a path, except very large ones.
    private static func photos(below path: String) throws -> [[UInt8]] {
        let names = FileManager.default.enumerator(atPath: path)?.compactMap { $0 as? String } ?? []
        let files = names.sorted().filter { ["jpg", "jpeg"].contains(($0 as NSString).pathExtension.lowercased()) }
        let photos = files.compactMap { try? [UInt8](Data(contentsOf: URL(filePath: "\(path)/\($0)"))) }
        let small = photos.filter { $0.count <= 1 << 20 && $0.starts(with: [0xFF, 0xD8]) }
        guard !small.isEmpty else { throw UsageError(description: "'\(path)' has no JPEG of 1 MB or less to copy.") }
        return small
    }

    /// Copies photos in rotation, or generates JPEGs of 20 KB of noise (without noise for very many files), with
    /// EXIF of different dates.
    private static func make(_ count: Int, of photos: [[UInt8]]?, seed: UInt64, in path: String) throws {
        let noise = count > 200_000 ? 0 : 20_000
        var photo: [UInt8] = []
        for number in 0..<count {
            if number % filesInFolder == 0 {
                photo = try template(number / filesInFolder, noise: noise, seed: seed)
            }
            let folder = "\(path)/\(2010 + number / filesInFolder / 60)/\(number / filesInFolder)"
            if number % filesInFolder == 0 {
                try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            }
            let copied = photos.map { $0[number % $0.count] }
            try (copied ?? photo).write(to: "\(folder)/IMG_\(1_000_000 + number).JPG")
        }
    }

    private static func template(_ number: Int, noise: Int, seed: UInt64) throws -> [UInt8] {
        var random = seed &+ UInt64(number)
        var picture: [UInt8] = [0xFF, 0xD8, 0xFF, 0xDB, 0, 67] + [UInt8](repeating: 1, count: 65)
        picture += [0xFF, 0xC0, 0, 11, 8, 0x0B, 0xD0, 0x0F, 0xC0, 1, 1, 0x11, 0]
        picture += [0xFF, 0xDA, 0, 8, 1, 1, 0, 0, 63, 0]
        for _ in 0..<noise {
            random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            picture.append(UInt8(truncatingIfNeeded: random >> 56) & 0x7F)
        }
        let day = Date(timeIntervalSince1970: 1_262_304_000 + Double(number) * 20_000)
        guard let date = MetadataDate(day) else { throw UsageError(description: "There is no such date.") }
        let editor = MetadataEditor(.setCaptureDate(date), .setOrientation(number % 3 == 0 ? .right : .up))
        return Array(try editor.edited(picture + [0xFF, 0xD9]))
    }
}

extension [UInt8] {
    /// Writes a file with system calls, since `Data` takes four times as long.
    fileprivate func write(to path: String) throws {
        let file = open(path, O_CREAT | O_WRONLY | O_TRUNC | O_CLOEXEC, 0o644)
        guard file >= 0 else { throw UsageError(description: "'\(path)' cannot be written.") }
        defer { close(file) }
        let written = withUnsafeBytes { Foundation.write(file, $0.baseAddress, $0.count) }
        if written != count { throw UsageError(description: "'\(path)' cannot be written whole.") }
    }
}
