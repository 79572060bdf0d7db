#if FolderLibrary && os(Linux)
import CameraRollCGIF
import CameraRoll

/// Decodes the first picture of a GIF with giflib; the rest of the canvas is transparent.
struct GIFCodec: ImageCodec {
    func header(of file: PictureFile) throws(CodecError) -> PictureHeader {
        guard let size = file.metadata.pixelSize else { throw file.damaged("it has no size") }
        return PictureHeader(size: size, color: .indexed, hasAlpha: true)
    }

    func decode(
        _ file: PictureFile, covering target: PixelSize, within limits: CodecLimits, unless cancellation: Cancellation
    ) throws(CodecError) -> DecodedPixels {
        let size = try header(of: file).size
        try limits.check(size, bytesPerPixel: 0)
        var pixels = DecodedPixels(size: size, bytes: [UInt8](repeating: 0, count: size.width * size.height * 4))
        pixels.isDamaged =
            try GIFMemory(file.bytes).decode(into: &pixels, within: limits, unless: cancellation) == false
        return pixels
    }
}

/// A GIF in memory, as giflib reads it.
private final class GIFMemory {
    private let bytes: [UInt8]
    private var position = 0
    private var transparent: Int?

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Draws the first picture; returns whether it is complete.
    ///
    /// - Throws: `CodecError.damaged` if none of its rows can be decoded; `.tooManyPixels`, `.cancelled`.
    func decode(
        into pixels: inout DecodedPixels, within limits: CodecLimits, unless cancellation: Cancellation
    ) throws(CodecError) -> Bool {
        var code: Int32 = 0
        let client = Unmanaged.passUnretained(self).toOpaque()
        guard let gif = DGifOpen(client, Self.read, &code) else { throw Self.failure(code) }
        defer { DGifCloseFile(gif, nil) }
        guard try seekPicture(in: gif) else { throw Self.failure(gif.pointee.Error) }
        let image = gif.pointee.Image
        guard let map = image.ColorMap ?? gif.pointee.SColorMap, let colors = map.pointee.Colors else {
            throw .damaged(.gif, reason: "it has no colors")
        }
        let table = UnsafeBufferPointer(start: colors, count: Int(map.pointee.ColorCount))
        // A small file may have a picture that is much larger than its canvas.
        try limits.check(PixelSize(width: Int(image.Width), height: Int(image.Height)), bytesPerPixel: 0)
        var line = [GifPixelType](repeating: 0, count: max(Int(image.Width), 0))
        var count = 0
        for row in Self.rows(Int(image.Height), isInterlaced: image.Interlace) {
            try cancellation.check()
            guard DGifGetLine(gif, &line, Int32(line.count)) == GIF_OK else { break }
            draw(line, table, row: Int(image.Top) + row, left: Int(image.Left), &pixels)
            count += 1
        }
        guard count > 0 else { throw Self.failure(gif.pointee.Error) }
        return count == Int(image.Height)
    }

    /// Moves to the first picture, past extensions; one of them names the transparent color.
    private func seekPicture(in gif: UnsafeMutablePointer<GifFileType>) throws(CodecError) -> Bool {
        var kind = UNDEFINED_RECORD_TYPE
        while DGifGetRecordType(gif, &kind) == GIF_OK {
            switch kind {
            case IMAGE_DESC_RECORD_TYPE: return DGifGetImageDesc(gif) == GIF_OK
            case EXTENSION_RECORD_TYPE: guard skipExtension(gif) else { return false }
            default: return false
            }
        }
        return false
    }

    private func skipExtension(_ gif: UnsafeMutablePointer<GifFileType>) -> Bool {
        var (code, block): (Int32, UnsafeMutablePointer<GifByteType>?) = (0, nil)
        guard DGifGetExtension(gif, &code, &block) == GIF_OK else { return false }
        while let content = block {
            // Blocks begin with their lengths; bit 0 of a graphics control says whether a color is transparent.
            if code == GRAPHICS_EXT_FUNC_CODE, content[0] >= 4 {
                transparent = content[1] & 1 == 1 ? Int(content[4]) : nil
            }
            guard DGifGetExtensionNext(gif, &block) == GIF_OK else { return false }
        }
        return true
    }

    private func draw(
        _ line: [GifPixelType], _ colors: UnsafeBufferPointer<GifColorType>, row: Int, left: Int,
        _ pixels: inout DecodedPixels
    ) {
        guard row < pixels.size.height else { return }
        for (column, index) in line.prefix(max(pixels.size.width - left, 0)).enumerated() {
            guard Int(index) != transparent, Int(index) < colors.count else { continue }
            let (color, offset) = (colors[Int(index)], (row * pixels.size.width + left + column) * 4)
            (pixels.bytes[offset], pixels.bytes[offset + 1]) = (color.Red, color.Green)
            (pixels.bytes[offset + 2], pixels.bytes[offset + 3]) = (color.Blue, 255)
        }
    }

    /// The order of the rows in the file.
    private static func rows(_ count: Int, isInterlaced: Bool) -> [Int] {
        guard isInterlaced else { return Array(0..<max(count, 0)) }
        return [(0, 8), (4, 8), (2, 4), (1, 2)].flatMap { stride(from: $0.0, to: count, by: $0.1) }
    }

    private static func failure(_ code: Int32) -> CodecError {
        .failure(.gif, reason: GifErrorString(code).map { String(cString: $0) } ?? "it has no picture")
    }

    private static let read: InputFunc = { gif, buffer, count in
        guard let client = gif?.pointee.UserData, let buffer, count > 0 else { return 0 }
        let file = Unmanaged<GIFMemory>.fromOpaque(client).takeUnretainedValue()
        let part = file.bytes[file.position...].prefix(Int(count))
        for (index, byte) in part.enumerated() { buffer[index] = byte }
        file.position += part.count
        return Int32(part.count)
    }
}
#endif
