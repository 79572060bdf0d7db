/// One opaque pixel: red, green, blue and alpha in memory, on machines of either byte order.
struct PaintedColor: Hashable, Sendable {
    /// The four bytes as they lie in memory.
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
