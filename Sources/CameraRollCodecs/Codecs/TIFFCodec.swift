#if FolderLibrary && os(Linux)
import CameraRollCTIFF
import CameraRoll
import Glibc

/// Decodes TIFF with libtiff: its first picture, at any integer depth, compression and tiling; from a camera's raw
/// file, the largest JPEG in it.
struct TIFFCodec: ImageCodec {
    func header(of file: PictureFile) throws(CodecError) -> PictureHeader {
        if let picture = try RawPicture(in: file) { return try picture.header(file.metadata.orientation) }
        // libtiff reads none of the raw formats that are not TIFF.
        guard file.format == .tiff else { throw file.damaged("it has no picture for a screen") }
        guard let size = file.metadata.tiff.firstPictureSize else { throw file.damaged("it has no size") }
        var header = PictureHeader(size: size, orientation: file.metadata.orientation)
        header.bitDepth = min(max(file.number(0x0102) ?? 1, 1), 16)
        header.hasAlpha = file.metadata.tags[0x0152, .image(0)] != nil
        switch file.number(0x0106) {
        case 0, 1: header.color = .gray
        case 3: header.color = .indexed
        case 5: header.color = .cmyk
        default: break
        }
        return header
    }

    func decode(
        _ file: PictureFile, covering target: PixelSize, within limits: CodecLimits, unless cancellation: Cancellation
    ) throws(CodecError) -> DecodedPixels {
        if let picture = try RawPicture(in: file) {
            return try picture.decode(covering: target, within: limits, unless: cancellation)
        }
        let size = try header(of: file).size
        // A strip may hold the whole picture, with all its bits. A file may state any number, and the product of larger
        // ones would overflow.
        func few(_ tag: UInt16) -> Int { min(max(file.number(tag) ?? 1, 1), 1 << 16) }
        let bits = few(0x0102) * few(0x0115)
        try limits.check(size, bytesPerPixel: min((bits + 7) / 8, 1 << 16))
        var pixels = DecodedPixels(size: size, bytes: [UInt8](repeating: 0, count: size.width * size.height * 4))
        let failure = TIFFMemory(file.bytes, memory: limits.memory - pixels.bytes.count).decode(into: &pixels)
        if let failure, !pixels.hasContent { throw .failure(.tiff, reason: failure) }
        pixels.isDamaged = failure != nil
        pixels.profile = ColorProfile.usable(file.tiffProfile)
        return pixels
    }
}

extension PictureFile {
    /// A number in the first directory.
    fileprivate func number(_ tag: UInt16) -> Int? { metadata.tags.integer(tag, .image(0)) }

    /// The ICC profile of the first directory.
    fileprivate var tiffProfile: [UInt8]? {
        guard let range = metadata.tags[34_675, .image(0)]?.range, range.count <= ColorProfile.longest,
            range.upperBound <= bytes.count
        else { return nil }
        return Array(bytes[range])
    }
}

/// A TIFF file in memory, as libtiff reads it.
private final class TIFFMemory {
    private let bytes: [UInt8]
    private let memory: Int
    private var position = 0
    /// libtiff's first message.
    private var message: String?

    init(_ bytes: [UInt8], memory: Int) {
        (self.bytes, self.memory) = (bytes, memory)
    }

    /// Decodes the first picture as stored; returns the first error, if any.
    func decode(into pixels: inout DecodedPixels) -> String? {
        guard let options = TIFFOpenOptionsAlloc() else { return "out of memory" }
        defer { TIFFOpenOptionsFree(options) }
        let client = Unmanaged.passUnretained(self).toOpaque()
        TIFFOpenOptionsSetMaxSingleMemAlloc(options, tmsize_t(memory))
        TIFFOpenOptionsSetErrorHandlerExtR(options, Self.takeMessage, client)
        TIFFOpenOptionsSetWarningHandlerExtR(options, Self.ignore, nil)
        // "m": the file is not mapped.
        let file = TIFFClientOpenExt(
            "memory", "rm", client, Self.read, Self.write, Self.seek, Self.close, Self.count, nil, nil, options)
        guard let file else { return message ?? "it has no directory" }
        defer { TIFFClose(file) }
        var image = TIFFRGBAImage()
        var reason = [CChar](repeating: 0, count: 1_024)
        guard TIFFRGBAImageBegin(&image, file, 0, &reason) == 1 else {
            return String(decoding: reason.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        }
        defer { TIFFRGBAImageEnd(&image) }
        guard image.width == pixels.size.width, image.height == pixels.size.height else { return "it has two sizes" }
        // The orientation is applied later, as for all formats.
        image.req_orientation = image.orientation
        let isWhole = pixels.bytes.withUnsafeMutableBytes { buffer in
            TIFFRGBAImageGet(
                &image, buffer.baseAddress?.assumingMemoryBound(to: UInt32.self), image.width, image.height)
        }
        return message ?? (isWhole == 1 ? nil : "a part is missing")
    }

    private static func of(_ client: UnsafeMutableRawPointer?) -> TIFFMemory? {
        client.map { Unmanaged<TIFFMemory>.fromOpaque($0).takeUnretainedValue() }
    }

    private func read(into buffer: UnsafeMutableRawPointer, _ count: Int) -> Int {
        let length = max(min(count, bytes.count - position), 0)
        bytes.withUnsafeBytes { bytes in
            if length > 0, let start = bytes.baseAddress {
                buffer.copyMemory(from: start + position, byteCount: length)
            }
        }
        position += length
        return length
    }

    private func seek(_ offset: UInt64, from origin: Int32) -> UInt64 {
        let start = origin == SEEK_SET ? 0 : origin == SEEK_CUR ? position : bytes.count
        let (goal, isOver) = start.addingReportingOverflow(Int(truncatingIfNeeded: offset))
        guard !isOver, goal >= 0 else { return .max }
        position = goal
        return UInt64(goal)
    }

    private func take(_ format: UnsafePointer<CChar>, _ arguments: CVaListPointer) {
        guard message == nil else { return }
        var text = [CChar](repeating: 0, count: 256)
        vsnprintf(&text, text.count, format, arguments)
        message = String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    private static let read: TIFFReadWriteProc = { client, buffer, count in
        guard let file = TIFFMemory.of(client), let buffer else { return 0 }
        return tmsize_t(file.read(into: buffer, Int(count)))
    }

    private static let write: TIFFReadWriteProc = { _, _, _ in 0 }
    private static let close: TIFFCloseProc = { _ in 0 }
    private static let ignore: TIFFErrorHandlerExtR = { _, _, _, _, _ in 1 }

    private static let seek: TIFFSeekProc = { client, offset, origin in
        TIFFMemory.of(client)?.seek(offset, from: origin) ?? .max
    }

    private static let count: TIFFSizeProc = { client in UInt64(TIFFMemory.of(client)?.bytes.count ?? 0) }

    private static let takeMessage: TIFFErrorHandlerExtR = { _, client, _, format, arguments in
        if let format, let arguments { TIFFMemory.of(client)?.take(format, arguments) }
        return 1
    }
}
#endif
