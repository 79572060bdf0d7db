/// The items that a HEIF file's `meta` box lists: which there are, where they lie, what they belong to.
struct HEIFItems {
    /// An item: a number, a type, and for `mime` items a content type.
    struct Item {
        let id: Int
        let type: Int
        let contentType: String
    }

    private let meta: ByteBlock
    private(set) var primary: Int?
    private(set) var items: [Item] = []

    /// How many items with metadata are looked at: a picture has one or two.
    private static let mostItems = 16
    static let exif = FourLetters.number("Exif")
    static let mime = FourLetters.number("mime")

    /// Reads the list of a `meta` box, whose content begins with a version and flags.
    init(_ meta: ByteBlock) throws(MetadataError) {
        self.meta = meta
        if let box = try MediaBoxes.first("pitm", in: meta, from: 4), let head = try box.slice(0, 1) {
            let isLong = head.first != 0
            primary = try box.slice(4, isLong ? 4 : 2).flatMap { bytes in
                isLong ? bytes.uint32(at: bytes.startIndex) : bytes.uint16(at: bytes.startIndex)
            }
        }
        try readItems()
    }

    private mutating func readItems() throws(MetadataError) {
        guard let box = try MediaBoxes.first("iinf", in: meta, from: 4), let version = try box.slice(0, 1)?.first else {
            return
        }
        let info = FourLetters.number("infe")
        var boxes = MediaBoxes(box, from: version == 0 ? 6 : 8)
        while let entry = try boxes.next() {
            guard entry.type == info else { continue }
            // Only metadata is looked for; a picture of many tiles has an item for each.
            guard items.count < Self.mostItems,
                let item = try item(box.block(entry.content.lowerBound, entry.content.count)),
                item.type == Self.exif || item.type == Self.mime
            else { continue }
            items.append(item)
        }
    }

    private func item(_ box: ByteBlock) throws(MetadataError) -> Item? {
        guard let bytes = try box.slice(0, min(box.count, 256)), let version = bytes.first, version >= 2 else {
            return nil
        }
        let start = bytes.startIndex + 4
        let idLength = version == 2 ? 2 : 4
        guard let id = version == 2 ? bytes.uint16(at: start) : bytes.uint32(at: start),
            let type = bytes.uint32(at: start + idLength + 2)
        else { return nil }
        // Behind the type a name and a content type, each with a zero at its end.
        let texts = bytes.dropFirst(4 + idLength + 6).split(separator: 0, omittingEmptySubsequences: false)
        return Item(id: id, type: type, contentType: texts.count > 1 ? MetadataText.decode(texts[1]) : "")
    }

    /// Whether an item describes (`cdsc`) the primary picture; true where nothing says what it describes.
    func describesPrimary(_ item: Int) throws(MetadataError) -> Bool {
        guard let box = try MediaBoxes.first("iref", in: meta, from: 4), let primary,
            let version = try box.slice(0, 1)?.first
        else { return true }
        let describes = FourLetters.number("cdsc")
        let width = version == 0 ? 2 : 4
        var boxes = MediaBoxes(box, from: 4)
        while let reference = try boxes.next() {
            let content = box.block(reference.content.lowerBound, reference.content.count)
            guard reference.type == describes, let bytes = try content.slice(0, content.count) else { continue }
            func number(_ position: Int) -> Int? {
                bytes.number(at: bytes.startIndex + position, bytes: width, .big).map(Int.init)
            }
            guard number(0) == item, let count = bytes.uint16(at: bytes.startIndex + width) else { continue }
            return (0..<min(count, bytes.count / width)).contains { number(width + 2 + $0 * width) == primary }
        }
        return true
    }
}
