import CameraRoll

/// The mark of an asset in a painted picture: in the lowest bits of its pixels, where it is invisible.
///
/// 64 bits: the row, the lowest bits of the content version, and a constant that distinguishes a mark from other
/// pixels. They are scrambled, so that similar marks look very different, and split into 13 pieces. Each pixel holds
/// the number of a piece and the piece, in the lowest three bits of red, green and blue: a few adjacent pixels identify
/// the asset. The pixels of a corner (``PictureCorner``) have a number of their own.
struct PaintedMark: Hashable {
    let row: UInt32
    let version: UInt16

    static let pieceCount = 13
    private static let pieceBits = 5
    private static let check: UInt64 = 0xCA3E

    init(row: UInt32, version: UInt16) {
        self.row = row
        self.version = version
    }

    /// What the pixels hold, in the order of the pieces.
    var codes: [PixelCode] {
        let word = SeededHash.mix(UInt64(row) | UInt64(version) << 32 | Self.check << 48)
        return (0..<Self.pieceCount).map { number in
            PixelCode(number: number, piece: Int(truncatingIfNeeded: word >> UInt64(number * Self.pieceBits)))
        }
    }

    /// Decodes the mark of pixels in the order of the pieces; nil if they are not a painter's.
    init?(_ codes: [PixelCode]) {
        guard codes.map(\.number) == Array(0..<Self.pieceCount) else { return nil }
        var word: UInt64 = 0
        for code in codes { word |= UInt64(code.piece) << UInt64(code.number * Self.pieceBits) }
        word = SeededHash.unmix(word)
        guard word >> 48 == Self.check else { return nil }
        self.init(row: UInt32(truncatingIfNeeded: word), version: UInt16(truncatingIfNeeded: word >> 32))
        guard self.codes == codes else { return nil }
    }
}

/// What the lowest bits of a pixel hold: the number of a piece of a mark, and the piece.
struct PixelCode: Hashable, Sendable {
    /// The nine bits: four of the number, five of the piece.
    let bits: UInt32

    /// The bits of a pixel that hold a code: the lowest three of red, green and blue.
    static let mask: UInt32 = 0x07_0707

    init(number: Int, piece: Int) {
        bits = UInt32(number & 15) << 5 | UInt32(piece & 31)
    }

    init(of color: PaintedColor) {
        bits = color.value & 7 | color.value >> 5 & 0o70 | color.value >> 10 & 0o700
    }

    var number: Int { Int(bits >> 5) }
    var piece: Int { Int(bits & 31) }

    /// The code at its place in a pixel, in the order of the memory.
    var memory: UInt32 { UInt32(littleEndian: bits & 7 | (bits & 0o70) << 5 | (bits & 0o700) << 10) }
}

/// One opaque pixel: red, green, blue and alpha in memory, on machines of either byte order.
struct PaintedColor: Hashable, Sendable {
    /// The four bytes in memory order.
    let memory: UInt32

    init(memory: UInt32) {
        self.memory = memory
    }

    init(red: UInt8, green: UInt8, blue: UInt8) {
        let value = UInt32(red) | UInt32(green) << 8 | UInt32(blue) << 16 | 0xFF << 24
        memory = UInt32(littleEndian: value)
    }

    /// Red, green and blue in the lowest 24 bits.
    var value: UInt32 { memory.littleEndian & 0xFF_FFFF }

    var isOpaque: Bool { memory.littleEndian >> 24 == 0xFF }

    /// The same color with a code in its lowest bits.
    func holding(_ code: PixelCode) -> PaintedColor {
        PaintedColor(memory: memory & ~UInt32(littleEndian: PixelCode.mask) | code.memory)
    }
}
