#if FolderLibrary && os(Linux)
    import CameraRollCTurboJPEG
    import CameraRoll
    import FolderLibrary
    import Foundation
    import CameraRollCodecs

    /// A folder of large JPEGs: those of another folder, or generated ones of 12 megapixels.
    struct ThumbnailPhotos: Sendable {
        let folder: String
        let paths: [String]
        /// A description of the photos.
        let kind: String

        private static let size = PixelSize(width: 4_032, height: 3_024)
        /// The number of different pictures; the files are copies of them.
        private static let pictures = 6
        /// The minimum size of a JPEG that is used as it is, in bytes.
        private static let largeBytes = 1_000_000

        /// Copies the large JPEGs below a path; if there are none, generates a number of files.
        ///
        /// - Parameters:
        /// - path: the folder with photos, or with pictures to enlarge; nil for painted ones.
        /// - limit: the maximum number of photos.
        init(from path: String?, count: Int, limit: Int) throws {
            let large = path.map(Self.largePhotos) ?? []
            folder = NSTemporaryDirectory() + "/cameraroll-thumbnails-\(UUID().uuidString)"
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            if large.isEmpty {
                kind = "\(count) JPEGs of 12 megapixels, made for it"
                paths = try Self.make(count, in: folder, from: path)
            } else {
                let cameras = Set(large.map(\.camera)).subtracting([""])
                paths = try large.prefix(limit).enumerated().map { [folder] number, photo in
                    let copy = "\(folder)/\(number).jpg"
                    try FileManager.default.copyItem(atPath: photo.path, toPath: copy)
                    return copy
                }
                kind = "\(paths.count) photos of at least a megabyte, of \(cameras.count) kinds of cameras"
            }
        }

        /// The decodable JPEGs of at least a megabyte below a path, sorted by name.
        private static func largePhotos(below path: String) -> [(path: String, camera: String)] {
            let names = FileManager.default.enumerator(atPath: path)?.compactMap { $0 as? String } ?? []
            return names.sorted().compactMap { name in
                guard let bytes = try? FileBytes(path: path + "/" + name), bytes.byteCount >= largeBytes,
                    let file = try? PictureFile(reading: bytes), file.metadata.format == .jpeg,
                    (try? file.header()) != nil
                else { return nil }
                let camera = [file.metadata.make, file.metadata.model].compactMap(\.self).joined(separator: " ")
                return (path + "/" + name, camera)
            }
        }

        /// Generates files from the largest pictures below a path.
        private static func make(_ count: Int, in folder: String, from path: String?) throws -> [String] {
            let templates = try path.map { try Self.photos(below: $0) } ?? [Self.waves]
            guard !templates.isEmpty else { throw UsageError(description: "'\(path ?? "")' has no picture.") }
            let files = try templates.map { try Self.jpeg($0) }
            let paths = (0..<count).map { "\(folder)/\($0).jpg" }
            for (number, path) in paths.enumerated() {
                try Data(files[number % files.count]).write(to: URL(filePath: path))
            }
            return paths
        }

        func remove() {
            try? FileManager.default.removeItem(atPath: folder)
        }

        /// The largest pictures below a path, decoded.
        private static func photos(below path: String) throws -> [DecodedPixels] {
            let names = FileManager.default.enumerator(atPath: path)?.compactMap { $0 as? String } ?? []
            let files = names.compactMap { try? PictureFile(reading: FileBytes(path: path + "/" + $0)) }
            let sized = files.compactMap { file in (try? file.header().size).map { (file, $0.width * $0.height) } }
            let largest = sized.filter { $0.0.metadata.format == .jpeg }.sorted { $0.1 > $1.1 }.prefix(pictures)
            return largest.compactMap { try? $0.0.decode() }
        }

        private static var waves: DecodedPixels {
            let (width, height) = (800, 600)
            var bytes: [UInt8] = []
            for y in 0..<height {
                for x in 0..<width {
                    let wave = sin(Double(x) / 9) * cos(Double(y) / 13) + sin(Double(x * y) / 9_000)
                    bytes += [UInt8(128 + 50 * wave), UInt8(128 - 40 * wave), UInt8((x ^ y) & 255), 255]
                }
            }
            return DecodedPixels(size: PixelSize(width: width, height: height), bytes: bytes)
        }

        private static func jpeg(_ picture: DecodedPixels) throws -> [UInt8] {
            let pixels = LanczosResampler(picture.size, to: size).resampled(picture.bytes)
            let handle = tjInitCompress()
            defer { tjDestroy(handle) }
            var buffer: UnsafeMutablePointer<UInt8>?
            var count: CUnsignedLong = 0
            defer { tjFree(buffer) }
            let code = tjCompress2(
                handle, pixels, CInt(size.width), CInt(size.width * 4), CInt(size.height), CInt(TJPF_RGBA.rawValue),
                &buffer, &count, CInt(TJSAMP_420.rawValue), 90, 0)
            guard code == 0, let buffer else { throw UsageError(description: "A picture cannot be encoded.") }
            return Array(UnsafeBufferPointer(start: buffer, count: Int(count)))
        }
    }
#endif
