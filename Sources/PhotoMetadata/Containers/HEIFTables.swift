// The tables of a HEIF file's `meta` box (ISO 23008-12): the entries of each, one by one.

extension ByteBlock {
    /// Returns the number of the primary item from the block, the content of a `pitm` box.
    package func primaryItem() throws(MetadataError) -> Int? {
        guard let version = try slice(0, 1)?.first, let bytes = try slice(4, version == 0 ? 2 : 4) else { return nil }
        return version == 0 ? bytes.uint16(at: bytes.startIndex) : bytes.uint32(at: bytes.startIndex)
    }
}

/// The items that an `iinf` box lists, one by one; entries of old versions, without a type, are skipped.
package struct HEIFItemEntries: ContainerWalk {
    /// An item: a number and a type.
    package struct Entry {
        package let id: Int
        package let type: Int
        /// The start of the entry in the file.
        package let position: Int
        fileprivate let content: ByteBlock
        fileprivate let headLength: Int
    }

    private static let entry = FourCC.number("infe")
    private var boxes: MediaBoxes
    package var end: WalkEnd? { boxes.end }

    /// Creates the items of a box's content; nil if it is empty.
    package init?(_ box: ByteBlock, limit: Int = .max) throws(MetadataError) {
        guard let version = try box.slice(0, 1)?.first else { return nil }
        boxes = MediaBoxes(box, from: version == 0 ? 6 : 8, limit: limit)
    }

    /// Returns the next item; nil after the last one.
    package mutating func next() throws(MetadataError) -> Entry? {
        while let box = try boxes.next() {
            let content = boxes.block.block(box.content)
            guard box.type == Self.entry, let version = try content.uint32(at: 0).map({ $0 >> 24 }), version >= 2,
                let head = try content.uint32(at: 4), let type = try content.uint32(at: version == 2 ? 8 : 10)
            else { continue }
            return Entry(
                id: version == 2 ? head >> 16 : head, type: type, position: boxes.block.start + box.range.lowerBound,
                content: content, headLength: version == 2 ? 12 : 14)
        }
        return nil
    }
}

extension HEIFItemEntries.Entry {
    /// Returns the content type of a `mime` item, empty for other items; nil if the entry cannot be read.
    package func contentType() throws(MetadataError) -> String? {
        guard let bytes = try content.slice(0, min(content.count, 256)) else { return nil }
        // The type is followed by a name and a content type, each ending in a zero.
        let texts = bytes.dropFirst(headLength).split(separator: 0, omittingEmptySubsequences: false)
        return texts.count > 1 ? MetadataText.decode(texts[1]) : ""
    }
}

/// The references between items in an `iref` box, one by one.
package struct HEIFReferences: ContainerWalk {
    /// The references of one kind from an item to others.
    package struct Reference {
        package let type: Int
        fileprivate let content: ByteBlock
        fileprivate let idLength: Int
    }

    private let idLength: Int
    private var boxes: MediaBoxes
    package var end: WalkEnd? { boxes.end }

    /// Creates the references of a box's content; nil if it is empty.
    package init?(_ box: ByteBlock, limit: Int = .max) throws(MetadataError) {
        guard let version = try box.slice(0, 1)?.first else { return nil }
        idLength = version == 0 ? 2 : 4
        boxes = MediaBoxes(box, from: 4, limit: limit)
    }

    /// Returns the next references; nil after the last ones.
    package mutating func next() throws(MetadataError) -> Reference? {
        guard let box = try boxes.next() else { return nil }
        return Reference(type: box.type, content: boxes.block.block(box.content), idLength: idLength)
    }
}

extension HEIFReferences.Reference {
    /// Returns the item that refers to others, and as many of these as the box contains; nil if it lacks their number.
    package func items() throws(MetadataError) -> (from: Int, to: HEIFItemNumbers)? {
        guard let bytes = try content.slice(0, content.count) else { return nil }
        var numbers = TableNumbers(bytes)
        guard let from = numbers.next(idLength), let count = numbers.next(2) else { return nil }
        return (from, HEIFItemNumbers(numbers: numbers, rest: count, length: idLength))
    }
}

/// The numbers of items in a list, one after the other.
package struct HEIFItemNumbers: Sequence, IteratorProtocol {
    fileprivate var numbers: TableNumbers
    fileprivate var rest: Int
    fileprivate let length: Int

    /// Returns the next number; nil at the end of the list, or of its bytes.
    package mutating func next() -> Int? {
        guard rest > 0 else { return nil }
        rest -= 1
        return numbers.next(length)
    }
}

/// The items' properties according to an `ipma` box, item by item.
package struct HEIFPropertyUses: ContainerWalk {
    private var numbers: TableNumbers
    private let idLength: Int
    private let indexLength: Int
    private var items: Int
    private var uses = 0
    package private(set) var end: WalkEnd?

    /// Creates the uses of a box's content; nil if it has no head.
    package init?(_ box: ByteBlock) throws(MetadataError) {
        guard let bytes = try box.slice(0, box.count) else { return nil }
        numbers = TableNumbers(bytes)
        guard let version = numbers.next(1), let flags = numbers.next(3), let count = numbers.next(4) else {
            return nil
        }
        (idLength, indexLength, items) = (version == 0 ? 2 : 4, flags & 1 == 0 ? 1 : 2, count)
    }

    /// Returns the number of the next item that has properties; nil after the last one.
    package mutating func next() -> Int? {
        guard end == nil else { return nil }
        numbers.skip(uses * indexLength)
        uses = 0
        guard items > 0 else {
            end = .complete
            return nil
        }
        items -= 1
        guard let id = numbers.next(idLength), let count = numbers.next(1) else {
            end = .truncated
            return nil
        }
        uses = count
        return id
    }

    /// Returns the item's next property, as its number in the `ipco` box from 1; nil after the last one.
    package mutating func nextProperty() -> Int? {
        guard uses > 0 else { return nil }
        uses -= 1
        return numbers.next(indexLength).map { $0 & (indexLength == 1 ? 0x7F : 0x7FFF) }
    }
}

/// The positions of a HEIF file's items according to its `iloc` box, item by item, and part by part within each item.
package struct HEIFLocations: ContainerWalk {
    /// An item: a number, where it is stored, and in how many parts.
    package struct Item {
        package let id: Int
        /// The storage in which its parts are counted: 0 for a file, 1 for the `idat` box, 2 for another item.
        package let method: Int
        /// The file, which is this one if 0.
        package let file: Int
        package let partCount: Int
    }

    /// A part: its start in the storage, nil if that exceeds all storage, and its length, 0 for all the rest.
    package typealias Extent = (start: Int?, length: Int)

    private let box: ByteBlock
    private var numbers: TableNumbers
    package let version: Int
    /// The lengths of the numbers in bytes.
    private let lengths: (offset: Int, length: Int, base: Int, index: Int)
    private var items = 0
    /// The number of the item's remaining parts, and the position from which they are counted.
    private var (parts, base) = (0, 0)
    package private(set) var end: WalkEnd?

    /// Creates the positions in a box's content; nil if it has no valid head, or exceeds the limits.
    package init?(_ box: ByteBlock) throws(MetadataError) {
        guard let bytes = try box.reader.block(box.range) else { return nil }
        self.box = box
        numbers = TableNumbers(bytes)
        guard let version = numbers.next(1), numbers.next(3) != nil, let head = numbers.next(2) else { return nil }
        self.version = version
        lengths = (head >> 12, head >> 8 & 15, head >> 4 & 15, version == 0 ? 0 : head & 15)
        // No number has more than eight bytes.
        guard max(lengths.offset, lengths.length, lengths.base, lengths.index) <= 8,
            let count = numbers.next(version < 2 ? 2 : 4)
        else { return nil }
        items = count
    }

    /// Whether the description of a part takes no bytes, so that there may be any number of parts.
    package var hasEmptyParts: Bool { lengths.offset + lengths.length + lengths.index == 0 }

    /// Returns the next item; nil after the last one.
    package mutating func next() -> Item? {
        while parts > 0, nextPart() != nil {}
        guard end == nil, items > 0 else { return stop(.complete) }
        items -= 1
        guard visit() else { return stop(.limitReached) }
        guard let id = numbers.next(version < 2 ? 2 : 4), let method = version == 0 ? 0 : numbers.next(2),
            let file = numbers.next(2), let base = numbers.next(lengths.base), let count = numbers.next(2)
        else { return stop(.truncated) }
        (parts, self.base) = (count, base)
        return Item(id: id, method: method & 15, file: file, partCount: count)
    }

    /// Returns the next part of the item that was returned last; nil after its last part.
    package mutating func nextPart() -> Extent? {
        guard end == nil, parts > 0 else { return nil }
        parts -= 1
        guard visit() else { return stop(.limitReached) }
        guard numbers.next(lengths.index) != nil, let offset = numbers.next(lengths.offset),
            let length = numbers.next(lengths.length)
        else { return stop(.truncated) }
        let (start, isOver) = base.addingReportingOverflow(offset)
        return (isOver ? nil : start, length)
    }

    private func visit() -> Bool {
        box.reader.visit(at: box.start + numbers.offset)
    }

    private mutating func stop<Result>(_ reason: WalkEnd) -> Result? {
        end = end ?? reason
        return nil
    }
}

/// The numbers of a table, one after the other, most significant byte first.
struct TableNumbers {
    private let bytes: ArraySlice<UInt8>
    private var position: Int

    init(_ bytes: ArraySlice<UInt8>) {
        (self.bytes, position) = (bytes, bytes.startIndex)
    }

    /// The number of bytes that were read.
    var offset: Int { position - bytes.startIndex }

    /// Returns the next number of `length` bytes; 0 if `length` is 0; nil at the end, or if it exceeds `Int.max`.
    @inline(__always)
    mutating func next(_ length: Int) -> Int? {
        guard length > 0 else { return 0 }
        guard let value = bytes.number(at: position, bytes: length, .big) else { return nil }
        position += length
        return Int(exactly: value)
    }

    /// Skips bytes, up to the end.
    mutating func skip(_ count: Int) {
        position += min(count, bytes.endIndex - position)
    }
}
