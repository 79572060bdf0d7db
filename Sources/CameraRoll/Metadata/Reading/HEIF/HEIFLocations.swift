/// Where the items of a HEIF file lie: its `iloc` box, read entry by entry.
struct HEIFLocations {
    private let box: ByteBlock
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

    /// Begins to read; nil where the box is none that is known.
    init?(_ box: ByteBlock) throws(MetadataError) {
        guard let head = try box.slice(0, 6), let version = head.first, version <= 2 else { return nil }
        let (first, second) = (Int(head[head.startIndex + 4]), Int(head[head.startIndex + 5]))
        self.box = box
        self.version = version
        (offsetLength, lengthLength, baseLength) = (first >> 4, first & 15, second >> 4)
        indexLength = version == 0 ? 0 : second & 15
        guard [offsetLength, lengthLength, baseLength, indexLength].allSatisfy({ $0 <= 8 }) else { return nil }
        let countLength = version < 2 ? 2 : 4
        guard let count = try box.slice(6, countLength)?.reduce(0, { $0 << 8 | Int($1) }) else { return nil }
        remaining = count
        position = 6 + countLength
    }

    /// Where an item lies; nil where that is not said, or not within the file itself.
    mutating func find(_ item: Int) throws(MetadataError) -> Location? {
        var parts = 0
        while remaining > 0, parts < box.reader.limits.parts * 16 {
            remaining -= 1
            parts += 1
            guard let location = try next() else { return nil }
            if location.id == item { return location }
        }
        return nil
    }

    private mutating func next() throws(MetadataError) -> Location? {
        guard let id = try number(version < 2 ? 2 : 4), let method = version == 0 ? 0 : try number(2),
            try number(2) != nil, let base = try number(baseLength), let count = try number(2)
        else { return nil }
        // Parts without any bytes to say where they are could be many without an end to the box.
        guard count <= 1 || offsetLength + lengthLength + indexLength > 0 else { return nil }
        var parts: [Range<Int>] = []
        for _ in 0..<count {
            guard try number(indexLength) != nil, let offset = try number(offsetLength),
                let length = try number(lengthLength)
            else { return nil }
            let (start, overflow) = base.addingReportingOverflow(offset)
            let (end, isTooLong) = start.addingReportingOverflow(length)
            guard !overflow, !isTooLong else { return nil }
            if parts.count < box.reader.limits.parts { parts.append(start..<end) }
        }
        return Location(id: id, isInDataBox: method & 15 == 1, parts: parts)
    }

    /// The next number of so many bytes; 0 where it has none; nil at the end of the box.
    private mutating func number(_ length: Int) throws(MetadataError) -> Int? {
        guard length > 0 else { return 0 }
        guard let bytes = try box.slice(position, length),
            let value = bytes.number(at: bytes.startIndex, bytes: length, .big)
        else { return nil }
        position += length
        return Int(exactly: value)
    }
}
