#if FolderLibrary && os(Linux)
    import CTurboJPEG
    import CameraRoll
    import FolderLibrary
    import Foundation

    /// A folder of JPEGs of 12 megapixels, made from the pictures of another one.
    struct ThumbnailPhotos: Sendable {
        let folder: String
        let paths: [String]

        private static let size = PixelSize(width: 4_032, height: 3_024)
        /// How many different pictures there are; the files are copies of them.
        private static let pictures = 6

        /// Makes so many files.
        ///
        /// - Parameter path: where pictures are to be taken from; painted ones where nil.
        init(from path: String?, count: Int) throws {
            let templates = try path.map { try Self.photos(below: $0) } ?? [Self.waves]
            guard !templates.isEmpty else { throw UsageError(description: "'\(path ?? "")' has no picture.") }
            let files = try templates.map { try Self.jpeg($0) }
            folder = NSTemporaryDirectory() + "/cameraroll-thumbnails-\(UUID().uuidString)"
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            paths = (0..<count).map { [folder] in "\(folder)/\($0).jpg" }
            for (number, path) in paths.enumerated() {
                try Data(files[number % files.count]).write(to: URL(filePath: path))
            }
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
