#if FolderLibrary && os(Linux)
import CameraRoll

/// The sizes that a HEIC file's decoder configurations announce: what libde265 makes room for, whatever the container
/// says of the picture.
enum HEVCSizes {
    /// The kind of a unit that describes a sequence of pictures (H.265, 7.4.2.2).
    private static let sequence: UInt8 = 33
    /// A decoder configuration has so many bytes in front of its units (ISO 14496-15, 8.3.3.1).
    private static let headLength = 22
    /// A picture of tiles has one or two configurations, of some hundred bytes each.
    private static let (mostConfigurations, longestConfiguration) = (256, 64 << 10)

    /// All sizes in the file's `meta` box.
    ///
    /// - Complexity: O(metadata), of which the first configurations count; the picture data are not looked at.
    static func all(in file: [UInt8]) -> [PixelSize] {
        guard let meta = metaBox(of: file) else { return [] }
        let name = Array("hvcC".utf8)
        let bytes = file[meta]
        var sizes: [PixelSize] = []
        var (rest, found) = (bytes, 0)
        while found < mostConfigurations, let start = rest.firstIndex(of: name[0]) {
            rest = rest[(start + 1)...]
            guard start >= meta.lowerBound + 4, bytes[start...].starts(with: name) else { continue }
            found += 1
            let length = number(bytes[(start - 4)..<start])
            let end = min(start - 4 + max(length, 8), meta.upperBound)
            sizes += self.sizes(in: file[min(start + 4, end)..<end].prefix(longestConfiguration))
        }
        return sizes
    }

    private static func metaBox(of file: [UInt8]) -> Range<Int>? {
        var position = 0
        while position + 8 <= file.count {
            let length = number(file[position..<position + 4])
            let end = min(length == 0 ? file.count : position + length, file.count)
            if file[position + 4..<position + 8].elementsEqual("meta".utf8) { return position..<max(end, position) }
            guard length == 0 || length >= 8 else {
                // A length of 64 bits.
                guard length == 1, position + 16 <= file.count else { return nil }
                let long = number(file[position + 8..<position + 16])
                guard long >= 16, long <= file.count - position else { return nil }
                position += long
                continue
            }
            position = end
        }
        return nil
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
