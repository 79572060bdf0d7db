@testable import CameraRoll

/// A file's compressed picture data with all that decides how they are decoded, found without the code that edits.
struct PictureData: Equatable {
    let parts: [[UInt8]]

    init(of file: [UInt8]) {
        if file.starts(with: [0xFF, 0xD8]) {
            parts = Self.jpeg(file)
        } else if file.starts(with: MetadataFormat.pngSignature) {
            parts = Self.chunks(file, from: 8, isPNG: true) { $0.first.map { $0 & 0x20 == 0 } ?? false }
        } else if file.starts(with: "RIFF".utf8) {
            parts = Self.chunks(file, from: 12, isPNG: false) {
                ["VP8 ", "VP8L", "ALPH", "ANMF"].contains(String(decoding: $0, as: UTF8.self))
            }
        } else {
            parts = Self.tiff(file)
        }
    }

    /// All segments but those of applications and comments, and everything from the first scan to the end of the
    /// picture.
    private static func jpeg(_ file: [UInt8]) -> [[UInt8]] {
        var parts: [[UInt8]] = []
        var position = 2
        while position + 4 <= file.count, file[position] == 0xFF {
            let marker = file[position + 1]
            if marker == 0xFF {
                position += 1
            } else if marker == 0xDA {
                parts.append(Array(file[position...]))
                break
            } else {
                let end = min(position + 2 + (file.uint16(at: position + 2) ?? 0), file.count)
                if !(0xE0...0xEF).contains(marker), marker != 0xFE { parts.append(Array(file[position..<end])) }
                position = end
            }
        }
        return parts
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

    /// The strips and tiles of the first directory, with their positions, which must not change either.
    private static func tiff(_ file: [UInt8]) -> [[UInt8]] {
        guard let tags = try? ImageMetadata(file).tags else { return [] }
        var parts: [[UInt8]] = []
        for (starts, lengths) in [(273, 279), (324, 325)] as [(UInt16, UInt16)] {
            let starts = tags[starts, .image(0)].flatMap { tags.integers(of: $0) } ?? []
            let lengths = tags[lengths, .image(0)].flatMap { tags.integers(of: $0) } ?? []
            for (start, length) in zip(starts, lengths) {
                parts.append(Array("\(start)".utf8) + file.dropFirst(start).prefix(length))
            }
        }
        return parts
    }
}
