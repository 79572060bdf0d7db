import PhotoMetadata

/// Small box-structured files: HEIF and movies.
package enum SampleBoxes {
    /// A box with a type of four letters.
    package static func box(_ type: String, _ content: [UInt8]) -> [UInt8] {
        var box: [UInt8] = []
        box.append(content.count + 8, bytes: 4)
        return box + BoxType.bytes(type) + content
    }

    /// The storage of a HEIF file's EXIF item.
    package enum Storage: CaseIterable {
        case onePart, twoParts, dataBox
    }

    /// HEIC: a primary picture of 48 × 32 pixels, rotated by a quarter, and an EXIF item that describes it.
    package static func heic(
        exif: [UInt8], storage: Storage = .onePart, quarterTurns: UInt8? = 3, isMirrored: Bool = false,
        brand: String = "heic"
    ) -> [UInt8] {
        let item = [0, 0, 0, 0] + exif
        let head = box("ftyp", Array(brand.utf8) + [0, 0, 0, 0] + Array("mif1".utf8))
        // The length of the box does not depend on the positions in it.
        let length = meta(item, storage, at: 0, quarterTurns, isMirrored).count
        let start = head.count + length + 8
        return head + meta(item, storage, at: start, quarterTurns, isMirrored) + box("mdat", item)
    }

    private static func meta(
        _ item: [UInt8], _ storage: Storage, at start: Int, _ turns: UInt8?, _ isMirrored: Bool
    ) -> [UInt8] {
        var content: [UInt8] = [0, 0, 0, 0] + box("hdlr", [UInt8](repeating: 0, count: 20))
        content += box("pitm", [0, 0, 0, 0, 0, 1])
        let entries =
            box("infe", [2, 0, 0, 0, 0, 1, 0, 0] + Array("hvc1\0".utf8))
            + box("infe", [2, 0, 0, 0, 0, 2, 0, 0] + Array("Exif\0".utf8))
        content += box("iinf", [0, 0, 0, 0, 0, 2] + entries)
        content += box("iref", [0, 0, 0, 0] + box("cdsc", [0, 2, 0, 1, 0, 1]))
        var properties = box("ispe", [0, 0, 0, 0, 0, 0, 0, 48, 0, 0, 0, 32])
        var indices: [UInt8] = [0x81]
        if let turns {
            properties += box("irot", [turns])
            indices.append(0x82)
        }
        if isMirrored {
            properties += box("imir", [1])
            indices.append(UInt8(0x81 + indices.count))
        }
        let table = box("ipma", [0, 0, 0, 0, 0, 0, 0, 1, 0, 1, UInt8(indices.count)] + indices)
        content += box("iprp", box("ipco", properties) + table)
        content += box("iloc", locations(item.count, storage, start))
        if storage == .dataBox { content += box("idat", item) }
        return box("meta", content)
    }

    private static func locations(_ length: Int, _ storage: Storage, _ start: Int) -> [UInt8] {
        var bytes: [UInt8] = [1, 0, 0, 0, 0x44, 0x00, 0, 1]
        bytes += [0, 2, 0, storage == .dataBox ? 1 : 0, 0, 0]
        let parts = storage == .twoParts ? [(0, 10), (10, length - 10)] : [(0, length)]
        bytes.append(parts.count, bytes: 2)
        for (offset, count) in parts {
            bytes.append((storage == .dataBox ? 0 : start) + offset, bytes: 4)
            bytes.append(count, bytes: 4)
        }
        return bytes
    }

    /// A movie with a header, a track of 48 × 32 pixels, and QuickTime's keys.
    package static func movie(
        _ items: [(String, String)] = [], created: Int = 0, matrix: [Int] = [1, 0, 0, 1], brand: String = "qt  ",
        userData: [(String, String)] = []
    ) -> [UInt8] {
        var header: [UInt8] = [0, 0, 0, 0]
        for number in [created, created, 600, 1_200] { header.append(number, bytes: 4) }
        var track: [UInt8] = [UInt8](repeating: 0, count: 40)
        for number in [matrix[0], matrix[1], 0, matrix[2], matrix[3], 0, 0, 0, 1] {
            track.append(number << 16, bytes: 4)
        }
        for number in [48, 32] { track.append(number << 16, bytes: 4) }
        var movie = box("mvhd", header) + box("trak", box("tkhd", track))
        if !items.isEmpty { movie += metadata(items) }
        if !userData.isEmpty {
            movie += box(
                "udta",
                userData.flatMap { key, text in
                    var content: [UInt8] = []
                    content.append(text.utf8.count, bytes: 2)
                    return box(key, content + [0x15, 0xC7] + text.utf8)
                } + [0, 0, 0, 0])
        }
        let head = box("ftyp", Array(brand.utf8) + [0, 0, 0, 0])
        return head + box("mdat", SampleFile.picture) + box("moov", movie)
    }

    private static func metadata(_ items: [(String, String)]) -> [UInt8] {
        var keys: [UInt8] = [0, 0, 0, 0]
        keys.append(items.count, bytes: 4)
        for (key, _) in items { keys += box("mdta", Array(key.utf8)) }
        var list: [UInt8] = []
        for (index, item) in items.enumerated() {
            let data = box("data", [0, 0, 0, 1, 0, 0, 0, 0] + Array(item.1.utf8))
            list.append(data.count + 8, bytes: 4)
            list.append(index + 1, bytes: 4)
            list += data
        }
        return box("meta", box("hdlr", [UInt8](repeating: 0, count: 24)) + box("keys", keys) + box("ilst", list))
    }
}

/// A box's type, whose first letter may be the copyright sign, in one byte each.
package enum BoxType {
    package static func bytes(_ text: String) -> [UInt8] {
        text.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
    }
}
