#if FolderLibrary && os(Linux)
import CameraRoll

/// Units of HEVC's bit stream (H.265, 7.3.1): reads the size from parameter sets.
enum HEVCUnits {
    /// The type of a sequence parameter set (H.265, 7.4.2.2).
    private static let sequence: UInt8 = 33
    /// The part of a sequence parameter set up to its size is shorter.
    private static let longest = 256
    /// The bytes of a decoder configuration before its units (ISO 14496-15, 8.3.3.1).
    private static let headLength = 22

    /// The sizes in a picture's data: units, each preceded by its length in four bytes.
    ///
    /// Such data should not contain parameter sets, but the decoder accepts them.
    static func sizes(inData data: ArraySlice<UInt8>, visiting visits: inout Int) throws(CodecError) -> [PixelSize] {
        var (sizes, rest): ([PixelSize], ArraySlice<UInt8>) = ([], data)
        while rest.count > 4 {
            try CodedSizes.visit(&visits)
            let unit = rest.dropFirst(4).prefix(number(rest.prefix(4)))
            rest = rest.dropFirst(4 + unit.count)
            if let size = size(unit) { sizes.append(size) }
        }
        return sizes
    }

    /// The sizes in a decoder configuration.
    static func sizes(inConfiguration configuration: ArraySlice<UInt8>) -> [PixelSize] {
        var sizes: [PixelSize] = []
        var rest = configuration.dropFirst(headLength)
        guard let arrays = rest.popFirst() else { return [] }
        for _ in 0..<arrays {
            guard rest.popFirst() != nil, rest.count >= 2 else { return sizes }
            let units = number(rest.prefix(2))
            rest = rest.dropFirst(2)
            for _ in 0..<units {
                guard rest.count >= 2 else { return sizes }
                let unit = rest.dropFirst(2).prefix(number(rest.prefix(2)))
                rest = rest.dropFirst(2 + unit.count)
                if let size = size(unit) { sizes.append(size) }
            }
        }
        return sizes
    }

    private static func number(_ bytes: ArraySlice<UInt8>) -> Int {
        bytes.reduce(0) { $0 << 8 | Int($1) }
    }

    /// The size in a unit; nil if it is not a sequence parameter set.
    private static func size(_ unit: ArraySlice<UInt8>) -> PixelSize? {
        guard let head = unit.first, head >> 1 & 63 == sequence else { return nil }
        var bits = CodedBits(unescaped(unit.dropFirst(2)))
        return size(&bits)
    }

    /// Removes the emulation prevention bytes.
    private static func unescaped(_ unit: ArraySlice<UInt8>) -> [UInt8] {
        var (bytes, zeros): ([UInt8], Int) = ([], 0)
        for byte in unit.prefix(longest) {
            if zeros >= 2, byte == 3 {
                zeros = 0
                continue
            }
            zeros = byte == 0 ? zeros + 1 : 0
            bytes.append(byte)
        }
        return bytes
    }

    /// The width and the height of a sequence parameter set (H.265, 7.3.2.2.1).
    private static func size(_ bits: inout CodedBits) -> PixelSize? {
        guard bits.take(4) != nil, let layers = bits.take(3), bits.take(1) != nil, bits.take(96) != nil else {
            return nil
        }
        let present = (0..<layers).compactMap { _ in bits.take(2) }
        if layers > 0, bits.take(2 * (8 - layers)) == nil { return nil }
        for flags in present where bits.take((flags & 2 == 0 ? 0 : 88) + (flags & 1 == 0 ? 0 : 8)) == nil { return nil }
        guard bits.takeNumber() != nil, let chroma = bits.takeNumber() else { return nil }
        if chroma == 3, bits.take(1) == nil { return nil }
        guard let width = bits.takeNumber(), let height = bits.takeNumber() else { return nil }
        return PixelSize(width: width, height: height)
    }
}
#endif
