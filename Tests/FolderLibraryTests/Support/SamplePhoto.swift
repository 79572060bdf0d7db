#if FolderLibrary || canImport(Darwin)

/// A small gray JPEG of 48 × 32 pixels with the EXIF tags that an index reads.
struct SamplePhoto {
    /// `2023:04:19 10:11:12`.
    var date: String?
    var subseconds: String?
    /// `+02:00`.
    var offset: String?
    var orientation: Int?
    /// EXIF's description of the picture.
    var caption: String?
    /// The model of the camera.
    var model: String?
    var customRendered: Int?
    /// Degrees north and east, whole.
    var place: (latitude: Int, longitude: Int)?
    /// The content identifier shared with a Live Photo's video.
    var content: String?
    var burst: String?
    /// Bytes that distinguish pictures.
    var noise: [UInt8] = []

    var bytes: [UInt8] {
        var file: [UInt8] = [0xFF, 0xD8]
        func add(_ marker: UInt8, _ payload: [UInt8]) {
            file += [0xFF, marker] + Self.number(payload.count + 2, 2) + payload
        }
        add(0xE1, Array("Exif\0\0".utf8) + exif)
        if !noise.isEmpty { add(0xFE, noise) }
        add(0xDB, [0] + [UInt8](repeating: 1, count: 64))
        add(0xC0, [8, 0, 32, 0, 48, 1, 1, 0x11, 0])
        // One code of one bit: the block equals the one before, and has no further coefficients.
        for table in [0x00, 0x10] as [UInt8] { add(0xC4, [table, 1] + [UInt8](repeating: 0, count: 16)) }
        add(0xDA, [1, 1, 0, 0, 63, 0])
        return file + [UInt8](repeating: 0, count: 6) + [0xFF, 0xD9]
    }

    private var exif: [UInt8] {
        var camera: [Tag] = []
        if let caption { camera.append(.text(0x010E, caption)) }
        if let model { camera.append(.text(0x0110, model)) }
        if let orientation { camera.append(.short(0x0112, orientation)) }
        let head: [UInt8] = [0x4D, 0x4D, 0, 42, 0, 0, 0, 8]
        // The lengths do not depend on the positions, so pointers are created when they are known.
        let length = Self.directory(camera + [.long(0x8769, 0), .long(0x8825, 0)], at: 8).count
        let details = Self.directory(self.details, at: 8 + length)
        let pointers = [Tag.long(0x8769, 8 + length), .long(0x8825, 8 + length + details.count)]
        return head + Self.directory(camera + pointers, at: 8) + details
            + Self.directory(coordinates, at: 8 + length + details.count)
    }

    private var details: [Tag] {
        var tags: [Tag] = []
        if let date { tags.append(.text(0x9003, date)) }
        if let offset { tags.append(.text(0x9011, offset)) }
        if content != nil || burst != nil { tags.append(Tag(id: 0x927C, type: 7, bytes: makerNote)) }
        if let subseconds { tags.append(.text(0x9291, subseconds)) }
        if let customRendered { tags.append(.short(0xA401, customRendered)) }
        return tags
    }

    private var coordinates: [Tag] {
        guard let place else { return [] }
        func degrees(_ number: Int) -> [UInt8] {
            Self.number(abs(number), 4) + Self.number(1, 4) + Self.number(0, 4) + Self.number(1, 4) + Self.number(0, 4)
                + Self.number(1, 4)
        }
        return [
            .text(1, place.latitude < 0 ? "S" : "N"), Tag(id: 2, type: 5, bytes: degrees(place.latitude)),
            .text(3, place.longitude < 0 ? "W" : "E"), Tag(id: 4, type: 5, bytes: degrees(place.longitude)),
        ]
    }

    /// Apple's: positions count from its own start.
    private var makerNote: [UInt8] {
        let tags = [burst.map { Tag.text(0x000B, $0) }, content.map { Tag.text(0x0011, $0) }].compactMap(\.self)
        let head = Array("Apple iOS\0".utf8) + [0, 1] + Array("MM".utf8)
        return head + Self.directory(tags, at: head.count)
    }
}

extension SamplePhoto {
    private struct Tag {
        let id: Int
        let type: Int
        let bytes: [UInt8]

        static func text(_ id: Int, _ text: String) -> Tag { Tag(id: id, type: 2, bytes: Array(text.utf8) + [0]) }
        static func short(_ id: Int, _ number: Int) -> Tag {
            Tag(id: id, type: 3, bytes: SamplePhoto.number(number, 2))
        }
        static func long(_ id: Int, _ number: Int) -> Tag { Tag(id: id, type: 4, bytes: SamplePhoto.number(number, 4)) }

        var count: Int { bytes.count / [1, 1, 1, 2, 4, 8, 1, 1][type] }
    }

    private static func directory(_ tags: [Tag], at position: Int) -> [UInt8] {
        var entries = number(tags.count, 2)
        var values: [UInt8] = []
        let start = position + 2 + tags.count * 12 + 4
        for tag in tags {
            entries += number(tag.id, 2) + number(tag.type, 2) + number(tag.count, 4)
            if tag.bytes.count > 4 {
                entries += number(start + values.count, 4)
                values += tag.bytes
            } else {
                entries += tag.bytes + [UInt8](repeating: 0, count: 4 - tag.bytes.count)
            }
        }
        return entries + [0, 0, 0, 0] + values
    }

    fileprivate static func number(_ value: Int, _ length: Int) -> [UInt8] {
        (0..<length).map { UInt8(truncatingIfNeeded: value >> ((length - 1 - $0) * 8)) }
    }
}

/// A QuickTime movie of two seconds and 48 × 32 pixels, without a picture in it.
struct SampleMovie {
    /// The content identifier shared with a Live Photo's still.
    var content: String?
    /// `2023-04-19T10:11:12+02:00`.
    var date: String?

    var bytes: [UInt8] {
        var header: [UInt8] = [0, 0, 0, 0]
        for value in [0, 0, 600, 1_200] { header += SamplePhoto.number(value, 4) }
        var track = [UInt8](repeating: 0, count: 40)
        for value in [1, 0, 0, 0, 1, 0, 0, 0, 1, 48, 32] { track += SamplePhoto.number(value << 16, 4) }
        let items = [
            content.map { ("com.apple.quicktime.content.identifier", $0) },
            date.map { ("com.apple.quicktime.creationdate", $0) },
        ].compactMap(\.self)
        let movie = box("mvhd", header) + box("trak", box("tkhd", track)) + metadata(items)
        return box("ftyp", Array("qt  ".utf8) + [0, 0, 0, 0]) + box("moov", movie)
    }

    private func metadata(_ items: [(key: String, text: String)]) -> [UInt8] {
        let keys = items.flatMap { box("mdta", Array($0.key.utf8)) }
        let values = items.enumerated().flatMap { index, item in
            let data = box("data", SamplePhoto.number(1, 4) + [0, 0, 0, 0] + Array(item.text.utf8))
            return SamplePhoto.number(data.count + 8, 4) + SamplePhoto.number(index + 1, 4) + data
        }
        let handler = box(
            "hdlr", [UInt8](repeating: 0, count: 8) + Array("mdta".utf8) + [UInt8](repeating: 0, count: 13))
        return box(
            "meta",
            handler + box("keys", [0, 0, 0, 0] + SamplePhoto.number(items.count, 4) + keys) + box("ilst", values))
    }

    private func box(_ type: String, _ content: [UInt8]) -> [UInt8] {
        SamplePhoto.number(content.count + 8, 4) + Array(type.utf8) + content
    }
}
#endif
