/// The positions of a HEIF file's items: its `iloc` box, read once from its start.
struct HEIFLocations {
    private let reader: ByteReader
    private let bytes: ArraySlice<UInt8>
    /// The start of the box's content in the file.
    private let start: Int
    private let version: UInt8
    private let offsetLength: Int
    private let lengthLength: Int
    private let baseLength: Int
    private let indexLength: Int
    private var position: Int
    private var remaining: Int

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
    }

    /// Begins to read; nil if the box has an unknown version, or is longer than the limits allow.
    init?(_ box: ByteBlock) throws(MetadataError) {
        guard let bytes = try box.reader.block(box.range), bytes.count >= 6, let version = bytes.first, version <= 2
        else { return nil }
        let (first, second) = (Int(bytes[bytes.startIndex + 4]), Int(bytes[bytes.startIndex + 5]))
        (reader, start) = (box.reader, box.start)
        self.bytes = bytes
        self.version = version
        (offsetLength, lengthLength, baseLength) = (first >> 4, first & 15, second >> 4)
        indexLength = version == 0 ? 0 : second & 15
        guard [offsetLength, lengthLength, baseLength, indexLength].allSatisfy({ $0 <= 8 }) else { return nil }
        (position, remaining) = (bytes.startIndex + 6, 0)
        guard let count = number(version < 2 ? 2 : 4) else { return nil }
        remaining = count
    }

    /// Finds the positions of some items; each of their entries and parts counts as a visited part.
    ///
    /// - Returns: the items that lie within the file itself; of an item with two entries the first counts.
    mutating func find(_ items: [Int]) -> [Location] {
        var found: [Location] = []
        while remaining > 0, found.count < items.count {
            remaining -= 1
            guard visit(), let location = next() else { break }
            if items.contains(location.id), !found.contains(where: { $0.id == location.id }) { found.append(location) }
        }
        return found
    }

    private mutating func next() -> Location? {
        guard let id = number(version < 2 ? 2 : 4), let method = version == 0 ? 0 : number(2),
            let source = number(2), let base = number(baseLength), let count = number(2)
        else { return nil }
        // Parts described by no bytes could be endless in number.
        guard count <= 1 || offsetLength + lengthLength + indexLength > 0 else { return nil }
        var parts: [Range<Int>] = []
        for _ in 0..<count {
            guard visit(), number(indexLength) != nil, let offset = number(offsetLength),
                let length = number(lengthLength)
            else { return nil }
            let (start, overflow) = base.addingReportingOverflow(offset)
            // A single part extends to the end if its length is 0, or not stated.
            let isOpen = count == 1 && length == 0
            let (end, isTooLong) = isOpen ? (.max, false) : start.addingReportingOverflow(length)
            guard !overflow, !isTooLong else { return nil }
            parts.append(start..<end)
        }
        return Location(id: id, storage: Self.storage(method: method & 15, source: source), parts: parts)
    }

    private static func storage(method: Int, source: Int) -> Storage {
        switch method {
        case 0: source == 0 ? .file : .elsewhere
        case 1: .dataBox
        default: .elsewhere
        }
    }

    private func visit() -> Bool {
        reader.visit(at: start + position - bytes.startIndex)
    }

    /// The next number of so many bytes; 0 if it has none; nil at the end of the box.
    private mutating func number(_ length: Int) -> Int? {
        guard length > 0 else { return 0 }
        guard let value = bytes.number(at: position, bytes: length, .big) else { return nil }
        position += length
        return Int(exactly: value)
    }
}
