import CameraRoll

/// The mark of an asset in a painted picture, encoded in the three colors of its stripes.
///
/// 64 bits: the row, the lowest bits of the content version, and a constant that distinguishes a mark from other
/// pixels. They are scrambled, so that neighbors have very different colors, and split into three colors of 22 bits
/// each; the two remaining bits of each color number it from 1 to 3. Corner colors have 0 there.
struct PaintedMark: Hashable {
    let row: UInt32
    let version: UInt16

    static let colorCount = 3
    private static let check: UInt64 = 0xCA3E
    private static let payloadBits: UInt64 = 22
    /// The position of a color's number: the lowest two bits of blue.
    private static let numberShift: UInt32 = 16

    init(row: UInt32, version: UInt16) {
        self.row = row
        self.version = version
    }

    var colors: [PaintedColor] {
        let word = SeededHash.mix(UInt64(row) | UInt64(version) << 32 | Self.check << 48)
        return (0..<Self.colorCount).map { index in
            let payload = UInt32(truncatingIfNeeded: word >> (UInt64(index) * Self.payloadBits)) & 0x3F_FFFF
            return PaintedColor(
                red: UInt8(truncatingIfNeeded: payload),
                green: UInt8(truncatingIfNeeded: payload >> 8),
                blue: UInt8(truncatingIfNeeded: payload >> 16) << 2 | UInt8(index + 1)
            )
        }
    }

    /// Decodes the mark of three colors; nil if they are not a painter's.
    init?(_ colors: [PaintedColor]) {
        guard colors.count == Self.colorCount, colors.allSatisfy(\.isOpaque) else { return nil }
        var word: UInt64 = 0
        for (index, color) in colors.enumerated() {
            let payload = color.value & 0xFFFF | color.value >> 2 & 0x3F_0000
            word |= UInt64(payload) << (UInt64(index) * Self.payloadBits)
        }
        word = SeededHash.unmix(word)
        guard word >> 48 == Self.check else { return nil }
        self.init(row: UInt32(truncatingIfNeeded: word), version: UInt16(truncatingIfNeeded: word >> 32))
        guard self.colors == colors else { return nil }
    }

    /// The number of a pixel's color; nil for a pixel of a corner.
    static func index(of color: PaintedColor) -> Int? {
        let number = Int(color.value >> numberShift & 3)
        return number == 0 ? nil : number - 1
    }
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
}
