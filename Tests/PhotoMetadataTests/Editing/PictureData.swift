@testable import PhotoMetadata

/// A file's compressed picture data with everything that affects decoding, found without the editor's code.
struct PictureData: Equatable {
    let parts: [[UInt8]]

    /// - Parameter previews: whether previews in TIFF files, and the pictures behind the first one of a JPEG file,
    ///   are included.
    init(of file: [UInt8], previews: Bool = true) {
        if file.starts(with: [0xFF, 0xD8]) {
            parts = Self.jpegs(file, all: previews)
        } else if file.starts(with: MetadataFormat.pngSignature) {
            parts = Self.chunks(file, from: 8, isPNG: true) { $0.first.map { $0 & 0x20 == 0 } ?? false }
        } else if file.starts(with: "RIFF".utf8) {
            parts = Self.chunks(file, from: 12, isPNG: false) {
                ["VP8 ", "VP8L", "ALPH", "ANMF"].contains(String(decoding: $0, as: UTF8.self))
            }
        } else {
            parts = TIFFPictures(file, previews: previews).parts
        }
    }

    /// The first picture, and those that follow it.
    private static func jpegs(_ file: [UInt8], all: Bool) -> [[UInt8]] {
        var parts: [[UInt8]] = []
        var position = 0
        while position + 2 < file.count,
            file[position...].starts(with: position == 0 ? [0xFF, 0xD8] : [0xFF, 0xD8, 0xFF])
        {
            let (picture, end) = jpeg(file, from: position)
            parts += picture
            if !all { break }
            position = file[end...].firstIndex { $0 != 0 } ?? file.count
        }
        return parts
    }

    /// All segments that belong to the picture, and everything between them from the first scan on.
    private static func jpeg(_ file: [UInt8], from start: Int) -> (parts: [[UInt8]], end: Int) {
        var parts: [[UInt8]] = []
        var (position, scan, isInScans) = (start + 2, start + 2, false)
        while position + 1 < file.count {
            let (mark, marker) = (file[position], file[position + 1])
            // Markers without a length, including the start of a picture, are not segments.
            if mark != 0xFF || marker == 0 || marker == 0xFF || (0xD0...0xD8).contains(marker) {
                position += 1
                continue
            }
            // Before the scans these are fill bytes or stray ones.
            if position > scan, isInScans { parts.append(Array(file[scan..<position])) }
            if marker == 0xD9 { return (parts, position + 2) }
            let end = min(position + 2 + (file.uint16(at: position + 2) ?? 2), file.count)
            if (0xC0...0xDF).contains(marker), marker != 0xC8 { parts.append(Array(file[position..<end])) }
            (position, scan) = (end, end)
            isInScans = isInScans || marker == 0xDA
        }
        return (parts + [Array(file[min(scan, file.count)...])], file.count)
    }

    private static func chunks(
        _ file: [UInt8], from start: Int, isPNG: Bool, _ isPicture: (ArraySlice<UInt8>) -> Bool
    ) -> [[UInt8]] {
        var parts: [[UInt8]] = []
        var position = start
        while position + 8 <= file.count {
            let length = isPNG ? file.uint32(at: position) ?? 0 : file.uint32(at: position + 4, .little) ?? 0
            let type = isPNG ? file[position + 4..<position + 8] : file[position..<position + 4]
            let end = min(position + length + (isPNG ? 12 : 8), file.count)
            if isPicture(type) { parts.append(Array(file[position..<end])) }
            position = end + (isPNG ? 0 : length % 2)
        }
        return parts
    }
}

/// The strips and tiles of every page and every sub-picture, with their positions, which must not change either.
private struct TIFFPictures {
    private(set) var parts: [[UInt8]] = []
    /// The size of a number of each integer type in bytes.
    private static let widths = [1: 1, 3: 2, 4: 4, 6: 1, 8: 2, 9: 4, 13: 4, 16: 8, 17: 8, 18: 8]
    private let file: [UInt8]
    private let order: ByteOrder
    private let isBig: Bool
    private let previews: Bool
    private var visited: Set<Int> = []

    init(_ file: [UInt8], previews: Bool) {
        (self.file, self.previews) = (file, previews)
        order = file.first == UInt8(ascii: "I") ? .little : .big
        isBig = file.uint16(at: 2, order) == 43
        walk(number(isBig ? 8 : 4, isBig ? 8 : 4))
    }

    private func number(_ position: Int, _ bytes: Int) -> Int {
        Int(truncatingIfNeeded: file.number(at: position, bytes: bytes, order) ?? 0)
    }

    private mutating func walk(_ position: Int) {
        guard position > 0, position < file.count, visited.insert(position).inserted else { return }
        let (width, length, head) = isBig ? (8, 20, 8) : (4, 12, 2)
        var values: [Int: [Int]] = [:]
        let count = min(number(position, head), 512)
        for entry in (0..<count).map({ position + head + $0 * length }) where entry + length <= file.count {
            let size = Self.widths[number(entry + 2, 2)] ?? 0
            let items = min(number(entry + 4, width), file.count)
            let start = items * size <= width ? entry + 4 + width : number(entry + 4 + width, width)
            if size > 0 { values[number(entry, 2)] = (0..<items).map { number(start + $0 * size, size) } }
        }
        let isPreview = visited.count > 1 && values[254]?.first.map { $0 & 1 == 1 } ?? false
        for (starts, lengths) in [(273, 279), (324, 325), (513, 514)] where previews || !isPreview {
            for (start, length) in zip(values[starts] ?? [], values[lengths] ?? []) where start > 0 {
                parts.append(Array("\(start)".utf8) + file.dropFirst(start).prefix(length))
            }
        }
        for position in values[330] ?? [] { walk(position) }
        walk(number(position + head + count * length, width))
    }
}
