#if FolderLibrary && os(Linux)
import CameraRoll

/// The sizes that a HEIC file's decoder configurations announce: what libde265 makes room for, whatever the container
/// says of the picture.
///
/// Not looked at: parameter sets that stand among the picture data, where the format has none but a decoder takes them,
/// and AVIF's sequence headers, which stand there always; what an AVIF file's container says of its size is checked.
enum HEVCSizes {
    /// The kind of a unit that describes a sequence of pictures (H.265, 7.4.2.2).
    private static let sequence: UInt8 = 33
    /// A decoder configuration has so many bytes in front of its units (ISO 14496-15, 8.3.3.1).
    private static let headLength = 22
    /// A picture of tiles has one or two configurations, of some hundred bytes each.
    private static let (mostConfigurations, longestConfiguration) = (256, 64 << 10)

    /// All sizes in the file's `meta` boxes.
    ///
    /// - Throws: `CodecError.damaged` where there are more configurations, or longer ones, than are looked at.
    /// - Complexity: O(metadata); the picture data are not looked at.
    static func all(in file: [UInt8]) throws(CodecError) -> [PixelSize] {
        let name = Array("hvcC".utf8)
        var (sizes, found): ([PixelSize], Int) = ([], 0)
        for meta in metaBoxes(of: file) {
            let bytes = file[meta]
            var rest = bytes.dropFirst(4)
            while let start = rest.firstIndex(of: name[0]) {
                rest = rest[(start + 1)...]
                guard bytes[start...].starts(with: name) else { continue }
                let end = min(start - 4 + max(number(bytes[(start - 4)..<start]), 8), meta.upperBound)
                found += 1
                guard found <= mostConfigurations, end - start <= longestConfiguration else { throw tooMuch }
                sizes += self.sizes(in: file[min(start + 4, end)..<end])
            }
        }
        return sizes
    }

    private static var tooMuch: CodecError {
        let reason = "more than \(mostConfigurations) configurations, or one of over \(longestConfiguration) bytes"
        return .damaged(.heic, reason: reason)
    }

    private static func metaBoxes(of file: [UInt8]) -> [Range<Int>] {
        var (position, boxes): (Int, [Range<Int>]) = (0, [])
        while position + 8 <= file.count {
            var length = number(file[position..<position + 4])
            // A length of 64 bits.
            if length == 1, position + 16 <= file.count { length = number(file[position + 8..<position + 16]) }
            let isLast = length == 0 || length > file.count - position
            let end = isLast ? file.count : position + length
            if file[position + 4..<position + 8].elementsEqual("meta".utf8) {
                boxes.append(position..<max(end, position + 8))
            }
            guard end >= position + 8 else { break }
            position = end
        }
        return boxes
    }

    private static func number(_ bytes: ArraySlice<UInt8>) -> Int {
        bytes.reduce(0) { $0 &<< 8 | Int($1) }
    }

    private static func sizes(in configuration: ArraySlice<UInt8>) -> [PixelSize] {
        var sizes: [PixelSize] = []
        var rest = configuration.dropFirst(headLength)
        guard let arrays = rest.popFirst() else { return [] }
        for _ in 0..<arrays {
            guard let kind = rest.popFirst(), rest.count >= 2 else { return sizes }
            let units = number(rest.prefix(2))
            rest = rest.dropFirst(2)
            for _ in 0..<units {
                guard rest.count >= 2 else { return sizes }
                let unit = rest.dropFirst(2).prefix(number(rest.prefix(2)))
                rest = rest.dropFirst(2 + unit.count)
                guard kind & 63 == sequence else { continue }
                var bits = HEVCBits(unit.dropFirst(2))
                if let size = bits.size() { sizes.append(size) }
            }
        }
        return sizes
    }
}

/// The bits of a unit, from which bytes that only keep it from looking like a start code are left out.
private struct HEVCBits {
    private var bytes: [UInt8] = []
    private var position = 0

    /// What describes a sequence is shorter up to its size.
    private static let longest = 256

    init(_ unit: ArraySlice<UInt8>) {
        var zeros = 0
        for byte in unit.prefix(Self.longest) {
            if zeros >= 2, byte == 3 {
                zeros = 0
                continue
            }
            zeros = byte == 0 ? zeros + 1 : 0
            bytes.append(byte)
        }
    }

    private mutating func take(_ count: Int) -> Int? {
        guard position + count <= bytes.count * 8 else { return nil }
        var value = 0
        for _ in 0..<count {
            value = value &<< 1 | Int(bytes[position / 8] >> (7 - position % 8) & 1)
            position += 1
        }
        return value
    }

    /// A number by Exp-Golomb's code.
    private mutating func takeNumber() -> Int? {
        var zeros = 0
        while let bit = take(1), bit == 0 {
            zeros += 1
            guard zeros <= 31 else { return nil }
        }
        return take(zeros).map { (1 << zeros) - 1 + $0 }
    }

    /// The width and the height of a sequence parameter set (H.265, 7.3.2.2.1).
    mutating func size() -> PixelSize? {
        guard take(4) != nil, let layers = take(3), take(1) != nil, take(96) != nil else { return nil }
        let present = (0..<layers).compactMap { _ in take(2) }
        if layers > 0, take(2 * (8 - layers)) == nil { return nil }
        for flags in present where take((flags & 2 == 0 ? 0 : 88) + (flags & 1 == 0 ? 0 : 8)) == nil { return nil }
        guard takeNumber() != nil, let chroma = takeNumber() else { return nil }
        if chroma == 3, take(1) == nil { return nil }
        guard let width = takeNumber(), let height = takeNumber() else { return nil }
        return PixelSize(width: width, height: height)
    }
}
#endif
