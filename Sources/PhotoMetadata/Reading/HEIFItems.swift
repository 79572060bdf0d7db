/// The metadata items that a HEIF file lists, and the number of its primary picture.
struct HEIFItems {
    /// An item: a number, a type, and for `mime` items a content type.
    struct Item {
        let id: Int
        let type: Int
        let contentType: String
    }

    private(set) var primary: Int?
    /// The items that describe the primary picture, or whose subject is not stated.
    private(set) var items: [Item] = []

    /// The limit of metadata items: a picture has one or two.
    private static let maximumItemCount = 16
    static let exif = FourCC.number("Exif")
    static let mime = FourCC.number("mime")

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
        let info = FourCC.number("infe")
        var boxes = MediaBoxes(box, from: version == 0 ? 6 : 8)
        while let entry = try boxes.next() {
            // Only metadata items are collected; a picture of many tiles has an item for each.
            guard entry.type == info,
                let item = try Self.item(box.block(entry.content.lowerBound, entry.content.count))
            else { continue }
            guard items.count < Self.maximumItemCount else {
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
        // The type is followed by a name and a content type, each ending in a zero.
        let texts = bytes.dropFirst(version == 2 ? 12 : 14).split(separator: 0, omittingEmptySubsequences: false)
        let contentType = texts.count > 1 ? MetadataText.decode(texts[1]) : ""
        return Item(id: version == 2 ? head >> 16 : head, type: type, contentType: contentType)
    }

    /// Removes the items that describe (`cdsc`) only pictures other than the primary one.
    private mutating func removeItems(describingOtherThan primary: Int, _ box: ByteBlock) throws(MetadataError) {
        guard let version = try box.slice(0, 1)?.first else { return }
        let describes = FourCC.number("cdsc")
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

/// The properties of a HEIF file's primary picture, from its `iprp` box: size, clean aperture, rotations,
/// mirrorings.
struct HEIFProperties {
    private(set) var size: PixelSize?
    private(set) var orientation: ImageOrientation?

    /// Reads the properties that belong to an item.
    init(_ box: ByteBlock, of item: Int) throws(MetadataError) {
        guard let container = try MediaBoxes.first("ipco", in: box), let table = try MediaBoxes.first("ipma", in: box)
        else { return }
        let wanted = try Self.indices(in: table, of: item)
        var all: [MediaBox] = []
        var boxes = MediaBoxes(container)
        while let property = try boxes.next() { all.append(property) }
        var (turns, isMirrored) = (0, false)
        for index in wanted where index >= 1 && index <= all.count {
            let property = all[index - 1]
            let content = container.block(property.content.lowerBound, property.content.count)
            switch property.type {
            case FourCC.number("ispe"): size = try Self.size(content)
            case FourCC.number("clap"):
                if let whole = size { size = try Self.clean(whole, content, isTurned: turns & 1 == 1) }
            case FourCC.number("irot"): turns += Int(try content.slice(0, 1)?.first ?? 0) & 3
            case FourCC.number("imir"):
                // Axis 0 is the vertical one and swaps top and bottom: a mirroring left to right and half a turn.
                let axis = try content.slice(0, 1)?.first ?? 0
                (turns, isMirrored) = (axis & 1 == 0 ? -turns + 2 : -turns, !isMirrored)
            default: continue
            }
        }
        if turns & 3 != 0 || isMirrored {
            orientation = ImageOrientation(quarterTurnsCounterclockwise: turns, isMirrored: isMirrored)
        }
    }

    private static func size(_ content: ByteBlock) throws(MetadataError) -> PixelSize? {
        guard let bytes = try content.slice(4, 8), let width = bytes.uint32(at: bytes.startIndex),
            let height = bytes.uint32(at: bytes.startIndex + 4)
        else { return nil }
        return PixelSize(storedWidth: width, height: height)
    }

    /// The size within a clean aperture, whose two lengths are fractions; the full size if they are not valid.
    ///
    /// - Parameter isTurned: whether the picture stands on its side at that point, so that the lengths are swapped.
    private static func clean(
        _ size: PixelSize, _ content: ByteBlock, isTurned: Bool
    ) throws(MetadataError) -> PixelSize {
        guard let bytes = try content.slice(0, 16) else { return size }
        let numbers = [0, 4, 8, 12].compactMap { bytes.uint32(at: bytes.startIndex + $0) }
        guard numbers.count == 4, numbers[1] > 0, numbers[3] > 0 else { return size }
        let lengths = [numbers[0] / numbers[1], numbers[2] / numbers[3]]
        let (width, height) = isTurned ? (lengths[1], lengths[0]) : (lengths[0], lengths[1])
        guard width > 0, height > 0, width <= size.width, height <= size.height else { return size }
        return PixelSize(width: width, height: height)
    }

    /// The numbers of the properties of an item, counted from 1, in the order in which they are applied.
    private static func indices(in table: ByteBlock, of item: Int) throws(MetadataError) -> [Int] {
        guard let bytes = try table.slice(0, table.count), let version = bytes.first,
            let count = bytes.uint32(at: bytes.startIndex + 4)
        else { return [] }
        let isWide = bytes[bytes.startIndex + 3] & 1 == 1
        let idLength = version == 0 ? 2 : 4
        var position = bytes.startIndex + 8
        for _ in 0..<count {
            guard let id = bytes.number(at: position, bytes: idLength, .big), position + idLength < bytes.endIndex
            else {
                return []
            }
            let properties = Int(bytes[position + idLength])
            position += idLength + 1
            if Int(id) == item {
                return (0..<properties).compactMap { index in
                    isWide
                        ? bytes.uint16(at: position + index * 2).map { $0 & 0x7FFF }
                        : bytes.number(at: position + index, bytes: 1, .big).map { Int($0 & 0x7F) }
                }
            }
            position += properties * (isWide ? 2 : 1)
        }
        return []
    }
}
