package import PhotoMetadata

/// Builds TIFF structures for tests: directories with any tags, in both byte orders, classic and big.
package struct TIFFBuilder {
    /// A tag: its number, its type, its declared number of values, and their bytes.
    package struct Tag {
        package let id: UInt16
        package let type: Int
        package let count: Int
        package let bytes: [UInt8]

        package init(id: UInt16, type: Int, count: Int, bytes: [UInt8]) {
            self.id = id
            self.type = type
            self.count = count
            self.bytes = bytes
        }
    }

    package var order: ByteOrder
    package var isBig: Bool
    package var primary: [Tag] = []
    package var exif: [Tag] = []
    package var gps: [Tag] = []
    package var thumbnail: [UInt8]?
    /// Data of the first directory's only strip.
    package var strip: [UInt8]?

    package init(order: ByteOrder = .big, isBig: Bool = false) {
        self.order = order
        self.isBig = isBig
    }

    package func bytes() -> [UInt8] {
        var result: [UInt8] = order == .big ? [0x4D, 0x4D] : [0x49, 0x49]
        result.append(isBig ? 43 : 42, bytes: 2, order)
        if isBig { result.append(8, bytes: 2, order) }
        if isBig { result.append(0, bytes: 2, order) }
        result.append(isBig ? 16 : 8, bytes: width, order)
        var directories: [[Tag]] = [primary]
        var tags = primary
        let start = result.count
        // The lengths are known before the positions, so that pointers can be created first.
        var position = start + length(of: primary + pointers(at: 0, 0, 0))
        let exifPosition = position
        if !exif.isEmpty { position += length(of: exif) }
        let gpsPosition = position
        if !gps.isEmpty { position += length(of: gps) }
        let stripPosition = position
        if let strip { position += strip.count + strip.count % 2 }
        let thumbnailPosition = position
        tags += pointers(at: exifPosition, gpsPosition, stripPosition)
        directories[0] = tags.sorted { $0.id < $1.id }
        let next = thumbnail == nil ? 0 : thumbnailPosition
        result += directory(directories[0], at: start, next: next)
        if !exif.isEmpty { result += directory(exif, at: exifPosition, next: 0) }
        if !gps.isEmpty { result += directory(gps, at: gpsPosition, next: 0) }
        if let strip { result += strip + (strip.count % 2 == 1 ? [0] : []) }
        if let thumbnail {
            let length = length(of: [long(0x0201, 0), long(0x0202, 0)])
            let tags = [long(0x0201, thumbnailPosition + length), long(0x0202, thumbnail.count)]
            result += directory(tags, at: thumbnailPosition, next: 0) + thumbnail
        }
        return result
    }

    private var width: Int { isBig ? 8 : 4 }

    private func pointers(at exif: Int, _ gps: Int, _ strip: Int) -> [Tag] {
        var tags: [Tag] = []
        if !self.exif.isEmpty { tags.append(long(0x8769, exif)) }
        if !self.gps.isEmpty { tags.append(long(0x8825, gps)) }
        if let data = self.strip { tags += [long(273, strip), long(279, data.count)] }
        return tags
    }

    private func length(of tags: [Tag]) -> Int {
        let values = tags.map { $0.bytes.count > width ? $0.bytes.count + $0.bytes.count % 2 : 0 }.reduce(0, +)
        return (isBig ? 8 : 2) + tags.count * (isBig ? 20 : 12) + width + values
    }

    private func directory(_ tags: [Tag], at position: Int, next: Int) -> [UInt8] {
        var result: [UInt8] = []
        result.append(tags.count, bytes: isBig ? 8 : 2, order)
        var valuePosition = position + (isBig ? 8 : 2) + tags.count * (isBig ? 20 : 12) + width
        var values: [UInt8] = []
        for tag in tags {
            result.append(Int(tag.id), bytes: 2, order)
            result.append(tag.type, bytes: 2, order)
            result.append(tag.count, bytes: width, order)
            if tag.bytes.count > width {
                result.append(valuePosition, bytes: width, order)
                let padded = tag.bytes + (tag.bytes.count % 2 == 1 ? [0] : [])
                values += padded
                valuePosition += padded.count
            } else {
                result += tag.bytes + [UInt8](repeating: 0, count: width - tag.bytes.count)
            }
        }
        result.append(next, bytes: width, order)
        return result + values
    }
}

// MARK: - Tags

extension TIFFBuilder {
    package func ascii(_ id: UInt16, _ text: String) -> Tag {
        let bytes = Array(text.utf8) + [0]
        return Tag(id: id, type: 2, count: bytes.count, bytes: bytes)
    }

    package func short(_ id: UInt16, _ numbers: Int...) -> Tag {
        Tag(id: id, type: 3, count: numbers.count, bytes: numbers.flatMap { number($0, 2) })
    }

    package func long(_ id: UInt16, _ numbers: Int...) -> Tag {
        Tag(id: id, type: 4, count: numbers.count, bytes: numbers.flatMap { number($0, 4) })
    }

    package func byte(_ id: UInt16, _ bytes: UInt8...) -> Tag {
        Tag(id: id, type: 1, count: bytes.count, bytes: bytes)
    }

    package func rational(_ id: UInt16, _ numbers: (Int, Int)...) -> Tag {
        Tag(id: id, type: 5, count: numbers.count, bytes: numbers.flatMap { number($0.0, 4) + number($0.1, 4) })
    }

    package func undefined(_ id: UInt16, _ bytes: [UInt8]) -> Tag {
        Tag(id: id, type: 7, count: bytes.count, bytes: bytes)
    }

    package func number(_ value: Int, _ count: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(value, bytes: count, order)
        return bytes
    }
}

extension TIFFBuilder {
    /// A camera's EXIF with all supported values, taken in San Francisco.
    package static func camera(_ order: ByteOrder = .big, isBig: Bool = false) -> TIFFBuilder {
        var builder = TIFFBuilder(order: order, isBig: isBig)
        builder.primary = [
            builder.ascii(0x010F, "Example"), builder.ascii(0x0110, "E-1"), builder.short(0x0112, 6),
            builder.ascii(0x0132, "2023:04:20 09:00:00"), builder.ascii(0x8298, "© Ana"),
        ]
        builder.exif = [
            builder.rational(0x829A, (1, 125)), builder.rational(0x829D, (28, 10)), builder.short(0x8827, 200),
            builder.ascii(0x9003, "2023:04:19 10:11:12"), builder.ascii(0x9004, "2023:04:19 10:11:13"),
            builder.ascii(0x9011, "+02:00"), builder.rational(0x920A, (425, 100)),
            builder.undefined(0x927C, appleMakerNote("0A1B2C3D-4E5F-6071-8293-A4B5C6D7E8F9")),
            builder.ascii(0x9291, "023"), builder.ascii(0xA434, "E 4.25mm f/2.8"),
        ]
        builder.gps = [
            builder.byte(0, 2, 3, 0, 0), builder.ascii(1, "N"), builder.rational(2, (37, 1), (46, 1), (2964, 100)),
            builder.ascii(3, "W"), builder.rational(4, (122, 1), (25, 1), (984, 100)), builder.byte(5, 1),
            builder.rational(6, (352, 10)),
        ]
        return builder
    }

    /// Apple's maker note with a content identifier; its offsets count from its own start, most significant byte
    /// first.
    package static func appleMakerNote(_ identifier: String) -> [UInt8] {
        let builder = TIFFBuilder()
        let text = Array(identifier.utf8) + [0]
        var note = Array("Apple iOS\0".utf8) + [0, 1] + Array("MM".utf8)
        note += builder.number(1, 2) + builder.number(0x0011, 2) + builder.number(2, 2) + builder.number(text.count, 4)
        note += builder.number(note.count + 8, 4) + builder.number(0, 4)
        return note + text
    }
}
