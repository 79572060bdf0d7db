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
        primary = try boxes["pitm"]?.primaryItem()
        if let box = boxes["iinf"], let entries = try HEIFItemEntries(box) { try readItems(entries, box.reader) }
        if let box = boxes["iref"], let primary { try removeItems(describingOtherThan: primary, box) }
    }

    private mutating func readItems(_ entries: HEIFItemEntries, _ reader: ByteReader) throws(MetadataError) {
        var entries = entries
        while let entry = try entries.next() {
            // Only metadata items are collected; a picture of many tiles has an item for each.
            guard entry.type == Self.exif || entry.type == Self.mime, let contentType = try entry.contentType() else {
                continue
            }
            guard items.count < Self.maximumItemCount else {
                return reader.note(.overLimit(.items), at: entry.position)
            }
            items.append(Item(id: entry.id, type: entry.type, contentType: contentType))
        }
    }

    /// Removes the items that describe (`cdsc`) only pictures other than the primary one.
    private mutating func removeItems(describingOtherThan primary: Int, _ box: ByteBlock) throws(MetadataError) {
        let describes = FourCC.number("cdsc")
        guard var references = try HEIFReferences(box) else { return }
        while let reference = try references.next() {
            guard reference.type == describes, let (item, subjects) = try reference.items(),
                !subjects.contains(primary)
            else { continue }
            items.removeAll { $0.id == item }
        }
    }
}

extension HEIFLocations {
    /// The parts of one item, in their order; a part up to the end of its storage ends at `Int.max`.
    struct Location {
        let id: Int
        let storage: Storage
        let parts: [Range<Int>]
    }

    /// The storage in which the positions of an item's parts are counted.
    enum Storage {
        case file, dataBox
        /// Another item, another file, or an unknown method: such an item is not read.
        case elsewhere

        init(of item: Item) {
            self = item.method == 1 ? .dataBox : item.method == 0 && item.file == 0 ? .file : .elsewhere
        }
    }

    /// Finds the positions of some items, up to an invalid one.
    ///
    /// - Returns: the items that lie within the file itself; if an item has two entries, the first counts.
    mutating func find(_ items: [Int]) -> [Location] {
        var found: [Location] = []
        // Parts whose descriptions take no bytes could be endless in number.
        while version <= 2, found.count < items.count, let item = next(), item.partCount <= 1 || !hasEmptyParts {
            let isWanted = items.contains(item.id) && !found.contains { $0.id == item.id }
            var parts: [Range<Int>] = []
            while let part = nextPart() {
                guard let range = Self.range(of: part, isOnly: item.partCount == 1) else { return found }
                if isWanted { parts.append(range) }
            }
            guard end == nil else { return found }
            if isWanted { found.append(Location(id: item.id, storage: Storage(of: item), parts: parts)) }
        }
        return found
    }

    /// A single part extends to the end if its length is 0, or not stated; nil if a part ends past all storage.
    private static func range(of part: Extent, isOnly: Bool) -> Range<Int>? {
        guard let start = part.start else { return nil }
        if isOnly, part.length == 0 { return start..<Int.max }
        let (end, isOver) = start.addingReportingOverflow(part.length)
        return isOver ? nil : start..<end
    }
}
