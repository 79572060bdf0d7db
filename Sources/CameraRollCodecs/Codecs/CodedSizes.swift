#if FolderLibrary && os(Linux)
import CameraRoll

/// The sizes declared in the bit streams of a HEIF file, for which decoders allocate memory regardless of the
/// container's sizes.
struct CodedSizes {
    private let file: [UInt8]
    private var units = 0

    /// The limits of decoder configurations; a tiled picture has one or two of them, of some hundred bytes each.
    private static let (mostConfigurations, longestConfiguration) = (256, 64 << 10)
    /// The maximum number of units, more than all tiles of any picture have together.
    private static let mostUnits = 1 << 16
    private static let names = ["hvcC", "av1C"].map { Array($0.utf8) }

    init(_ file: [UInt8]) {
        self.file = file
    }

    /// The sizes in all decoder configurations of all `meta` boxes.
    ///
    /// - Throws: `CodecError.damaged` if there are more configurations, or longer ones, than the limits.
    /// - Complexity: O(metadata); picture data are not read.
    mutating func inConfigurations() throws(CodecError) -> [PixelSize] {
        var (sizes, found): ([PixelSize], Int) = ([], 0)
        for meta in try HEIFPictures.metas(in: file) {
            var rest = file[meta.range]
            // This searches for the second letter of both names.
            while let letter = rest.firstIndex(of: UInt8(ascii: "v")) {
                rest = rest[(letter + 1)...]
                let (start, end) = (letter - 5, meta.range.upperBound)
                guard start >= 0, letter + 3 <= end, let name = Self.names.first(where: { isNamed($0, letter) }) else {
                    continue
                }
                let length = max(file.uint32(at: start) ?? 8, 8)
                found += 1
                guard found <= Self.mostConfigurations, min(length, end - start) <= Self.longestConfiguration else {
                    throw Self.tooMuch("\(Self.mostConfigurations) configurations, or one of over 64 KB")
                }
                sizes += try self.sizes(file[start + 8..<max(min(start + length, end), start + 8)], named: name)
            }
        }
        return sizes
    }

    private func isNamed(_ name: [UInt8], _ letter: Int) -> Bool {
        file[letter - 1..<letter + 3].elementsEqual(name)
    }

    private mutating func sizes(_ content: ArraySlice<UInt8>, named name: [UInt8]) throws(CodecError) -> [PixelSize] {
        name == Self.names[0]
            ? HEVCUnits.sizes(inConfiguration: content)
            : try AV1Units.sizes(inConfiguration: content, visiting: &units)
    }

    /// The sizes in a picture's data.
    ///
    /// - Throws: `CodecError.damaged` if all pictures of the file together have more units than the limit.
    mutating func inData(of item: HEIFPictures.Item) throws(CodecError) -> [PixelSize] {
        let data = item.parts.count == 1 ? file[item.parts[0]] : item.parts.flatMap { file[$0] }[...]
        switch item.type {
        case FourCC.number("hvc1"), FourCC.number("hev1"): return try HEVCUnits.sizes(inData: data, visiting: &units)
        case FourCC.number("av01"): return try AV1Units.sizes(inData: data, visiting: &units)
        default: return []
        }
    }

    /// Counts a unit.
    static func visit(_ units: inout Int) throws(CodecError) {
        units += 1
        guard units <= mostUnits else { throw tooMuch("\(mostUnits) units") }
    }

    static func tooMuch(_ what: String) -> CodecError {
        .damaged(.heic, reason: "more than \(what)")
    }
}

/// Units of AV1's bit stream (AV1, 5.3): reads the size from sequence headers; no frame exceeds it.
enum AV1Units {
    private static let sequenceHeader: UInt8 = 1
    /// The maximum length of a complete sequence header, in bytes.
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

    /// The maximum width and height in a sequence header (AV1, 5.5.1).
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

    /// Skips the timing, and records the length of a decoder model's delays (AV1, 5.5.3 and 5.5.4).
    private static func skipTiming(_ bits: inout CodedBits, _ delayLength: inout Int?) -> Bool {
        guard bits.take(64) != nil, let isEqual = bits.take(1) else { return false }
        if isEqual == 1, bits.takeNumber() == nil { return false }
        guard let hasModel = bits.take(1) else { return false }
        guard hasModel == 1 else { return true }
        delayLength = bits.take(5).map { $0 + 1 }
        return delayLength != nil && bits.take(42) != nil
    }
}

/// Units of HEVC's bit stream (H.265, 7.3.1): reads the size from parameter sets.
enum HEVCUnits {
    /// The type of a sequence parameter set (H.265, 7.4.2.2).
    private static let sequence: UInt8 = 33
    /// The maximum length of a sequence parameter set up to its size, in bytes.
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

/// The bits of a coded header, the highest of each byte first.
struct CodedBits {
    private let bytes: [UInt8]
    private var position = 0

    init(_ bytes: some Sequence<UInt8>) {
        self.bytes = Array(bytes)
    }

    /// The next bits as a number (the last 64 of more); nil if there are fewer.
    mutating func take(_ count: Int) -> Int? {
        guard position + count <= bytes.count * 8 else { return nil }
        var value = 0
        for _ in 0..<count {
            value = value &<< 1 | Int(bytes[position / 8] >> (7 - position % 8) & 1)
            position += 1
        }
        return value
    }

    /// A number in Exp-Golomb code, which AV1 uses too.
    mutating func takeNumber() -> Int? {
        var zeros = 0
        while let bit = take(1), bit == 0 {
            zeros += 1
            guard zeros <= 31 else { return nil }
        }
        return take(zeros).map { (1 << zeros) - 1 + $0 }
    }
}
#endif
