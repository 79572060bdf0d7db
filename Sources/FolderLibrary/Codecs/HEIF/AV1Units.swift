#if FolderLibrary && os(Linux)
import CameraRoll

/// Units of AV1's bit stream (AV1, 5.3): reads from sequence headers the size, which no frame exceeds.
enum AV1Units {
    private static let sequenceHeader: UInt8 = 1
    /// A complete sequence header is shorter.
    private static let longest = 1_024
    /// The bytes of a decoder configuration before its units (AV1 in ISOBMFF, 2.3.3).
    private static let headLength = 4

    /// The sizes in a decoder configuration.
    static func sizes(
        inConfiguration configuration: ArraySlice<UInt8>, visiting visits: inout Int
    ) throws(CodecError) -> [PixelSize] {
        try sizes(inData: configuration.dropFirst(headLength), visiting: &visits)
    }

    /// The sizes in a picture's data: units, each with its length; the last one may extend to the end.
    static func sizes(inData data: ArraySlice<UInt8>, visiting visits: inout Int) throws(CodecError) -> [PixelSize] {
        var (sizes, rest): ([PixelSize], ArraySlice<UInt8>) = ([], data)
        while let head = rest.popFirst() {
            try CodedSizes.visit(&visits)
            if head & 4 != 0 { rest = rest.dropFirst() }
            let length = head & 2 == 0 ? rest.count : Self.length(&rest)
            let unit = rest.prefix(length)
            rest = rest.dropFirst(length)
            guard head >> 3 & 15 == sequenceHeader else { continue }
            var bits = CodedBits(unit.prefix(longest))
            if let size = size(&bits) { sizes.append(size) }
        }
        return sizes
    }

    /// A number in groups of seven bits, the lowest first (AV1, 4.10.5).
    private static func length(_ bytes: inout ArraySlice<UInt8>) -> Int {
        var value = 0
        for part in 0..<8 {
            guard let byte = bytes.popFirst() else { break }
            value |= Int(byte & 0x7F) << (7 * part)
            if byte & 0x80 == 0 { break }
        }
        return value
    }

    /// The maximal width and height of a sequence header (AV1, 5.5.1).
    private static func size(_ bits: inout CodedBits) -> PixelSize? {
        guard bits.take(4) != nil, let isReduced = bits.take(1) else { return nil }
        guard isReduced == 1 ? bits.take(5) != nil : skipOperatingPoints(&bits) else { return nil }
        guard let widthBits = bits.take(4), let heightBits = bits.take(4), let width = bits.take(widthBits + 1),
            let height = bits.take(heightBits + 1)
        else { return nil }
        return PixelSize(width: width + 1, height: height + 1)
    }

    private static func skipOperatingPoints(_ bits: inout CodedBits) -> Bool {
        guard let hasTiming = bits.take(1) else { return false }
        var delayLength: Int?
        if hasTiming == 1 {
            guard skipTiming(&bits, &delayLength) else { return false }
        }
        guard let hasDelay = bits.take(1), let last = bits.take(5) else { return false }
        for _ in 0...last {
            guard bits.take(12) != nil, let level = bits.take(5) else { return false }
            if level > 7, bits.take(1) == nil { return false }
            if let delayLength, bits.take(1) == 1, bits.take(2 * delayLength + 1) == nil { return false }
            if hasDelay == 1, bits.take(1) == 1, bits.take(4) == nil { return false }
        }
        return true
    }

    /// Skips the timing, and notes the length of a decoder model's delays (AV1, 5.5.3 and 5.5.4).
    private static func skipTiming(_ bits: inout CodedBits, _ delayLength: inout Int?) -> Bool {
        guard bits.take(64) != nil, let isEqual = bits.take(1) else { return false }
        if isEqual == 1, bits.takeNumber() == nil { return false }
        guard let hasModel = bits.take(1) else { return false }
        guard hasModel == 1 else { return true }
        delayLength = bits.take(5).map { $0 + 1 }
        return delayLength != nil && bits.take(42) != nil
    }
}
#endif
