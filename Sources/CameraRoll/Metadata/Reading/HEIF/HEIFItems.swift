/// The items with metadata that a HEIF file lists, and which item is its primary picture.
struct HEIFItems {
    /// An item: a number, a type, and for `mime` items a content type.
    struct Item {
        let id: Int
        let type: Int
        let contentType: String
    }

    private(set) var primary: Int?
    /// Those that describe the primary picture, or nothing that is said.
    private(set) var items: [Item] = []

    /// How many items with metadata are looked at: a picture has one or two.
    private static let mostItems = 16
    static let exif = FourLetters.number("Exif")
    static let mime = FourLetters.number("mime")

    /// Reads the lists, each once.
    init(_ boxes: HEIFBoxes) throws(MetadataError) {
        if let box = boxes["pitm"], let head = try box.slice(0, 1) {
            let isLong = head.first != 0
            primary = try box.slice(4, isLong ? 4 : 2).flatMap { bytes in
                isLong ? bytes.uint32(at: bytes.startIndex) : bytes.uint16(at: bytes.startIndex)
            }
        }
        if let box = boxes["iinf"] { try readItems(box) }
        if let box = boxes["iref"], let primary { try removeItems(describingOtherThan: primary, box) }
    }

    private mutating func readItems(_ box: ByteBlock) throws(MetadataError) {
        guard let version = try box.slice(0, 1)?.first else { return }
        let info = FourLetters.number("infe")
        var boxes = MediaBoxes(box, from: version == 0 ? 6 : 8)
        while let entry = try boxes.next() {
            // Only metadata is looked for; a picture of many tiles has an item for each.
            guard entry.type == info,
                let item = try Self.item(box.block(entry.content.lowerBound, entry.content.count))
            else { continue }
            guard items.count < Self.mostItems else {
                return box.reader.note(.overLimit(.items), at: box.start + entry.range.lowerBound)
            }
            items.append(item)
        }
    }

    /// An item with metadata; nil for all others.
    private static func item(_ box: ByteBlock) throws(MetadataError) -> Item? {
        guard let version = try box.uint32(at: 0).map({ $0 >> 24 }), version >= 2, let head = try box.uint32(at: 4),
            let type = try box.uint32(at: version == 2 ? 8 : 10), type == exif || type == mime,
            let bytes = try box.slice(0, min(box.count, 256))
        else { return nil }
        // Behind the type a name and a content type, each with a zero at its end.
        let texts = bytes.dropFirst(version == 2 ? 12 : 14).split(separator: 0, omittingEmptySubsequences: false)
        let contentType = texts.count > 1 ? MetadataText.decode(texts[1]) : ""
        return Item(id: version == 2 ? head >> 16 : head, type: type, contentType: contentType)
    }

    /// Removes the items that describe (`cdsc`) pictures of which the primary one is none.
    private mutating func removeItems(describingOtherThan primary: Int, _ box: ByteBlock) throws(MetadataError) {
        guard let version = try box.slice(0, 1)?.first else { return }
        let describes = FourLetters.number("cdsc")
        let width = version == 0 ? 2 : 4
        var boxes = MediaBoxes(box, from: 4)
        while let reference = try boxes.next() {
            guard reference.type == describes,
                let bytes = try box.slice(reference.content.lowerBound, reference.content.count)
            else { continue }
            func number(_ position: Int) -> Int? {
                bytes.number(at: bytes.startIndex + position, bytes: width, .big).map(Int.init)
            }
            guard let item = number(0), let count = bytes.uint16(at: bytes.startIndex + width) else { continue }
            let isOfPrimary = (0..<min(count, bytes.count / width)).contains {
                number(width + 2 + $0 * width) == primary
            }
            if !isOfPrimary { items.removeAll { $0.id == item } }
        }
    }
}
