/// Where the items of a HEIF file lie: its `iloc` box, read once from its start.
struct HEIFLocations {
    private let reader: ByteReader
    private let bytes: ArraySlice<UInt8>
    /// Where the box's content begins in the file.
    private let start: Int
    private let version: UInt8
    private let offsetLength: Int
    private let lengthLength: Int
    private let baseLength: Int
    private let indexLength: Int
    private var position: Int
    private var remaining: Int

    /// One item's parts, in their order; positions are those in the file, or in the `idat` box.
    struct Location {
        let id: Int
        let isInDataBox: Bool
        let parts: [Range<Int>]
    }

    /// Begins to read; nil where the box is none that is known, or longer than the limits allow.
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

    /// Where some items lie, each of whose entries and parts is a part that is visited.
    ///
    /// - Returns: those of the items that lie within the file itself; of an item with two entries the first counts.
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
        guard let id = number(version < 2 ? 2 : 4), let method = version == 0 ? 0 : number(2), number(2) != nil,
            let base = number(baseLength), let count = number(2)
        else { return nil }
        // Parts without any bytes to say where they are could be many without an end to the box.
        guard count <= 1 || offsetLength + lengthLength + indexLength > 0 else { return nil }
        var parts: [Range<Int>] = []
        for _ in 0..<count {
            guard visit(), number(indexLength) != nil, let offset = number(offsetLength),
                let length = number(lengthLength)
            else { return nil }
            let (start, overflow) = base.addingReportingOverflow(offset)
            let (end, isTooLong) = start.addingReportingOverflow(length)
            guard !overflow, !isTooLong else { return nil }
            parts.append(start..<end)
        }
        return Location(id: id, isInDataBox: method & 15 == 1, parts: parts)
    }

    private func visit() -> Bool {
        reader.visit(at: start + position - bytes.startIndex)
    }

    /// The next number of so many bytes; 0 where it has none; nil at the end of the box.
    private mutating func number(_ length: Int) -> Int? {
        guard length > 0 else { return 0 }
        guard let value = bytes.number(at: position, bytes: length, .big) else { return nil }
        position += length
        return Int(exactly: value)
    }
}
