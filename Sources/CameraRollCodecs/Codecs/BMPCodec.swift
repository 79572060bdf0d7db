#if FolderLibrary && os(Linux)
import CameraRoll

/// Decodes BMP: 1, 4, 8, 16, 24 and 32 bits per pixel, with palettes, masks and run-length encoding.
struct BMPCodec: ImageCodec {
    func header(of file: PictureFile) throws(CodecError) -> PictureHeader {
        let bitmap = try Bitmap(file)
        return PictureHeader(
            size: bitmap.size, color: bitmap.bits <= 8 ? .indexed : .rgb, hasAlpha: bitmap.masks[3] != 0)
    }

    func decode(
        _ file: PictureFile, covering target: PixelSize, within limits: CodecLimits, unless cancellation: Cancellation
    ) throws(CodecError) -> DecodedPixels {
        let bitmap = try Bitmap(file)
        try limits.check(bitmap.size, bytesPerPixel: 0)
        return try bitmap.decode(unless: cancellation)
    }
}

/// The header of a BMP, and its pixels.
private struct Bitmap {
    let size: PixelSize
    let bits: Int
    /// The bits of red, green, blue and alpha in a pixel; zero for none.
    private(set) var masks: [UInt32] = [0x00FF_0000, 0x0000_FF00, 0x0000_00FF, 0]
    private let bytes: [UInt8]
    private let isTopDown: Bool
    private let compression: Int
    private let start: Int
    private var palette: [(UInt8, UInt8, UInt8)] = []

    init(_ file: PictureFile) throws(CodecError) {
        let (bytes, head) = (file.bytes, 14)
        let length = bytes.uint32(at: 14, .little) ?? 0
        func short(_ offset: Int) -> Int { bytes.uint16(at: head + offset, .little) ?? 0 }
        func long(_ offset: Int) -> Int { bytes.uint32(at: head + offset, .little) ?? 0 }
        // OS/2 has a shorter header.
        let isShort = length == 12
        guard isShort || length >= 40, bytes.count > head + length, let size = file.metadata.pixelSize else {
            throw file.damaged("its header is missing")
        }
        (self.bytes, self.size) = (bytes, size)
        bits = short(isShort ? 10 : 14)
        compression = isShort ? 0 : long(16)
        isTopDown = !isShort && long(8) > 0x7FFF_FFFF
        start = bytes.uint32(at: 10, .little) ?? 0
        guard [1, 4, 8, 16, 24, 32].contains(bits), [0, 1, 2, 3, 6].contains(compression), start < bytes.count else {
            throw .damaged(.bmp, reason: "it has \(bits) bits and compression \(compression)")
        }
        if bits == 16 { masks = [0x7C00, 0x03E0, 0x001F, 0] }
        if compression == 3 || compression == 6 {
            for index in 0..<(length >= 56 || compression == 6 ? 4 : 3) {
                masks[index] = UInt32(bytes.uint32(at: head + 40 + index * 4, .little) ?? 0)
            }
        }
        let (width, first) = (isShort ? 3 : 4, head + length)
        let count = bits > 8 ? 0 : min(1 << bits, max(start - first, 0) / width)
        palette = (0..<count).map { index in
            let color = first + index * width
            return (bytes[color + 2], bytes[color + 1], bytes[color])
        }
    }

    func decode(unless cancellation: Cancellation) throws(CodecError) -> DecodedPixels {
        var pixels = DecodedPixels(size: size, bytes: [UInt8](repeating: 0, count: size.width * size.height * 4))
        let isRuns = compression == 1 || compression == 2
        let isWhole =
            try isRuns
            ? decodeRuns(into: &pixels, unless: cancellation) : decodeRows(into: &pixels, unless: cancellation)
        if masks[3] != 0 { pixels.premultiply() }
        pixels.isDamaged = !isWhole
        return pixels
    }

    private func decodeRows(
        into pixels: inout DecodedPixels, unless cancellation: Cancellation
    ) throws(CodecError) -> Bool {
        let stride = (size.width * bits + 31) / 32 * 4
        for row in 0..<size.height {
            try cancellation.check()
            let position = start + row * stride
            guard position + (size.width * bits + 7) / 8 <= bytes.count else { return false }
            for column in 0..<size.width { set(value(position, column), column, row, &pixels) }
        }
        return true
    }

    private func value(_ row: Int, _ column: Int) -> UInt32 {
        let bit = column * bits
        let position = row + bit / 8
        if bits < 8 { return UInt32(bytes[position]) >> (8 - bits - bit % 8) & (1 << bits - 1) }
        return (0..<bits / 8).reduce(0) { $0 | UInt32(bytes[position + $1]) << ($1 * 8) }
    }

    private func set(_ value: UInt32, _ column: Int, _ row: Int, _ pixels: inout DecodedPixels) {
        guard column < size.width, row < size.height else { return }
        let offset = ((isTopDown ? row : size.height - 1 - row) * size.width + column) * 4
        if bits <= 8 {
            let color = Int(value) < palette.count ? palette[Int(value)] : (0, 0, 0)
            (pixels.bytes[offset], pixels.bytes[offset + 1], pixels.bytes[offset + 2]) = color
        } else {
            for channel in 0..<3 { pixels.bytes[offset + channel] = component(value, masks[channel]) }
        }
        pixels.bytes[offset + 3] = masks[3] == 0 ? 255 : component(value, masks[3])
    }

    /// The bits of a mask, as a byte.
    private func component(_ value: UInt32, _ mask: UInt32) -> UInt8 {
        guard mask != 0 else { return 0 }
        let part = (value & mask) >> mask.trailingZeroBitCount
        return UInt8(truncatingIfNeeded: UInt64(part) * 255 / UInt64(mask >> mask.trailingZeroBitCount))
    }

    /// Decodes runs of one color, and literal runs; pixels that they skip have the first color.
    private func decodeRuns(
        into pixels: inout DecodedPixels, unless cancellation: Cancellation
    ) throws(CodecError) -> Bool {
        for row in 0..<size.height {
            try cancellation.check()
            for column in 0..<size.width { set(0, column, row, &pixels) }
        }
        var (position, column, row) = (start, 0, 0)
        func index(_ byte: UInt8, _ number: Int) -> UInt32 {
            UInt32(bits == 8 ? byte : number % 2 == 0 ? byte >> 4 : byte & 15)
        }
        while position + 1 < bytes.count, row < size.height {
            let (count, byte) = (Int(bytes[position]), bytes[position + 1])
            position += 2
            switch (count, byte) {
            case (0, 0): (column, row) = (0, row + 1)
            case (0, 1): return true
            case (0, 2):
                guard position + 1 < bytes.count else { return false }
                (column, row) = (column + Int(bytes[position]), row + Int(bytes[position + 1]))
                position += 2
            case (0, _):
                let length = bits == 8 ? Int(byte) : (Int(byte) + 1) / 2
                guard position + length <= bytes.count else { return false }
                for number in 0..<min(Int(byte), max(size.width - column, 0)) {
                    let place = position + (bits == 8 ? number : number / 2)
                    set(index(bytes[place], number), column + number, row, &pixels)
                }
                column += Int(byte)
                position += length + length % 2
            default:
                // A run may be longer than its row.
                for number in 0..<min(count, max(size.width - column, 0)) {
                    set(index(byte, number), column + number, row, &pixels)
                }
                column += count
            }
        }
        return row >= size.height
    }
}
#endif
