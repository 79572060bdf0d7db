/// A directory of a TIFF structure, with the positions of its parts in the structure's block.
struct TIFFDirectory {
    /// Where it begins.
    let position: Int
    let entries: [TIFFEntry]
    /// Where the next directory is; 0 where there is none.
    let next: Int
    /// Whether its last bytes are missing.
    let isCut: Bool
    /// Whether it has more entries than are read.
    let isOverLimit: Bool

    /// Reads a directory; nil where not even one entry is there.
    init?(_ block: ByteBlock, at position: Int, _ header: TIFFHeader) throws(MetadataError) {
        guard let head = try block.slice(position, header.countLength),
            let claimed = header.isBig
                ? head.uint64(at: head.startIndex, header.order) : head.uint16(at: head.startIndex, header.order)
        else { return nil }
        let first = position + header.countLength
        let available = min(claimed, (block.count - first) / header.entryLength)
        let count = min(available, block.reader.limits.tags)
        guard let bytes = try block.slice(first, count * header.entryLength), available > 0 || claimed == 0 else {
            return nil
        }
        var entries: [TIFFEntry] = []
        entries.reserveCapacity(count)
        let span = bytes.span
        for index in 0..<count {
            let start = index * header.entryLength
            entries.append(TIFFEntry(span, at: start, position: first + start, header))
        }
        let end = first + available * header.entryLength
        let tail = available < claimed ? nil : try block.slice(end, header.offsetLength)
        self.position = position
        self.entries = entries
        isCut = available < claimed
        isOverLimit = count < available
        next =
            tail.flatMap { tail in
                header.isBig
                    ? tail.uint64(at: tail.startIndex, header.order) : tail.uint32(at: tail.startIndex, header.order)
            } ?? 0
    }

    /// The first entry of a tag.
    subscript(id: UInt16) -> TIFFEntry? {
        entries.first { $0.id == id }
    }

    /// How many bytes the directory has, its count and the position of the next one among them.
    ///
    /// Below a picture's directory nothing comes next, and some cameras leave the position out: values stand in its
    /// place.
    func byteCount(_ header: TIFFHeader, isImage: Bool) -> Int {
        header.countLength + entries.count * header.entryLength + (isImage ? header.offsetLength : 0)
    }
}

/// An entry of a directory: a tag, and where its value is.
struct TIFFEntry {
    let id: UInt16
    /// The type's number, which may be none that there is.
    let typeNumber: Int
    /// How many values it claims to have.
    let count: Int
    /// Where the entry itself is in the block.
    let position: Int
    /// Where its value is in the block: in the entry itself where it fits.
    let valuePosition: Int
    /// Whether the value stands in the entry itself.
    let isInline: Bool

    /// Reads an entry, all of whose bytes are there.
    init(_ bytes: Span<UInt8>, at start: Int, position: Int, _ header: TIFFHeader) {
        let order = header.order
        // What no position or count can be is as far outside as can be; in a short value of BigTIFF the bytes that are
        // left over may be anything.
        let (count, offset): (Int, Int)
        if header.isBig {
            (count, offset) = (bytes.uint64(at: start + 4, order) ?? .max, bytes.uint64(at: start + 12, order) ?? .max)
        } else {
            (count, offset) = (bytes.uint32(at: start + 4, order), bytes.uint32(at: start + 8, order))
        }
        id = UInt16(truncatingIfNeeded: bytes.uint16(at: start, order))
        typeNumber = bytes.uint16(at: start + 2, order)
        self.count = count
        self.position = position
        let length = MetadataTag.ValueType(rawValue: UInt8(truncatingIfNeeded: typeNumber))?.byteCount ?? 1
        isInline = count <= header.offsetLength / length
        valuePosition = isInline ? position + header.entryLength - header.offsetLength : offset
    }

    /// The type of its values; nil where there is none with that number.
    var type: MetadataTag.ValueType? {
        UInt8(exactly: typeNumber).flatMap(MetadataTag.ValueType.init)
    }

    /// How many bytes its value claims to have; nil where that is no number, or the type is unknown.
    var byteCount: Int? {
        guard let type else { return nil }
        let (bytes, overflow) = count.multipliedReportingOverflow(by: type.byteCount)
        return overflow ? nil : bytes
    }
}

extension Span<UInt8> {
    fileprivate func uint16(at index: Int, _ order: ByteOrder) -> Int {
        let (first, second) = (Int(self[index]), Int(self[index + 1]))
        return order == .big ? first << 8 | second : second << 8 | first
    }

    fileprivate func uint32(at index: Int, _ order: ByteOrder) -> Int {
        let (first, second) = (uint16(at: index, order), uint16(at: index + 2, order))
        return order == .big ? first << 16 | second : second << 16 | first
    }

    fileprivate func uint64(at index: Int, _ order: ByteOrder) -> Int? {
        let (first, second) = (uint32(at: index, order), uint32(at: index + 4, order))
        let (high, low) = order == .big ? (first, second) : (second, first)
        return high <= Int(Int32.max) ? high << 32 | low : nil
    }
}
