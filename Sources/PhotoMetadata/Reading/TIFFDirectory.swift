/// A directory of a TIFF structure, with the positions of its parts in the structure's block.
package struct TIFFDirectory {
    /// The start of the directory.
    package let position: Int
    package let entries: TIFFEntries
    /// The position of the next directory; 0 after the last one.
    package let next: Int
    /// Whether its last bytes are missing.
    package let isCut: Bool
    /// Whether it has more entries than are read.
    package let isOverLimit: Bool

    /// Reads a directory; nil if not even one entry is present.
    @inline(__always)
    package init?(_ block: ByteBlock, at position: Int, _ header: TIFFHeader) throws(MetadataError) {
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
        let end = first + available * header.entryLength
        let tail = available < claimed ? nil : try block.slice(end, header.offsetLength)
        self.position = position
        entries = TIFFEntries(bytes, count: count, at: first, header)
        isCut = available < claimed
        isOverLimit = count < available
        next =
            tail.flatMap { tail in
                header.isBig
                    ? tail.uint64(at: tail.startIndex, header.order) : tail.uint32(at: tail.startIndex, header.order)
            } ?? 0
    }

    /// The first entry of a tag.
    package subscript(id: UInt16) -> TIFFEntry? {
        entries.first { $0.id == id }
    }

    /// The directory's length in bytes, including its count and the position of the next one.
    ///
    /// Directories nested in a picture's have no next one, and some cameras omit the position: values take its place.
    package func byteCount(_ header: TIFFHeader, isImage: Bool) -> Int {
        header.countLength + entries.count * header.entryLength + (isImage ? header.offsetLength : 0)
    }
}

/// An entry of a directory: a tag, and the position of its value.
package struct TIFFEntry {
    package let id: UInt16
    /// The type's number, which may be unknown.
    let typeNumber: Int
    /// The type of its values; nil if the number is unknown.
    package let type: MetadataTag.ValueType?
    /// The number of values that it claims.
    package let count: Int
    /// The position of the entry itself in the block.
    package let position: Int
    /// The position of its value in the block: in the entry itself if it fits.
    package let valuePosition: Int
    /// Whether the value is stored in the entry itself.
    package let isInline: Bool

    /// Reads an entry, all of whose bytes are present.
    @inline(__always)
    package init(_ bytes: Span<UInt8>, at start: Int, position: Int, _ header: TIFFHeader) {
        let order = header.order
        // One load for number, type, and in a short entry the count.
        let first = bytes.uint64(at: start, order)
        let numbers = order == .big ? first >> 32 : (first & 0xFFFF) << 16 | first >> 16 & 0xFFFF
        id = UInt16(truncatingIfNeeded: numbers >> 16)
        typeNumber = Int(numbers & 0xFFFF)
        type = MetadataTag.ValueType(number: typeNumber)
        let (count, offset): (Int, Int)
        if header.isBig {
            // An impossible position or count is set to the maximum; the unused bytes of a short value may be
            // anything.
            count = Int(exactly: bytes.uint64(at: start + 4, order)) ?? .max
            offset = Int(exactly: bytes.uint64(at: start + 12, order)) ?? .max
        } else {
            count = Int(truncatingIfNeeded: order == .big ? first & 0xFFFF_FFFF : first >> 32)
            offset = bytes.uint32(at: start + 8, order)
        }
        self.count = count
        self.position = position
        let length = type?.byteCount ?? 1
        isInline = count <= header.offsetLength && count * length <= header.offsetLength
        valuePosition = isInline ? position + header.entryLength - header.offsetLength : offset
    }

    /// The value's length in bytes as claimed; nil if it overflows, or the type is unknown.
    package var byteCount: Int? {
        type.flatMap(byteCount)
    }

    /// The range of its value in the block, if it lies there.
    var valueRange: Range<Int> { valuePosition..<valuePosition + (byteCount ?? 0) }

    /// The value's length in bytes as claimed if it is of a type; nil if it overflows.
    @inline(__always)
    func byteCount(of type: MetadataTag.ValueType) -> Int? {
        let (bytes, overflow) = count.multipliedReportingOverflow(by: type.byteCount)
        return overflow ? nil : bytes
    }
}

// An unchecked load is unsafe in general since it could create values that a type does not have; every bit pattern
// is a valid unsigned number, and the bounds are checked.
extension Span<UInt8> {
    @inline(__always)
    fileprivate func uint32(at index: Int, _ order: ByteOrder) -> Int {
        let number = bytes.unsafeLoadUnaligned(fromByteOffset: index, as: UInt32.self)
        return Int(order == .big ? UInt32(bigEndian: number) : UInt32(littleEndian: number))
    }

    @inline(__always)
    fileprivate func uint64(at index: Int, _ order: ByteOrder) -> UInt64 {
        let number = bytes.unsafeLoadUnaligned(fromByteOffset: index, as: UInt64.self)
        return order == .big ? UInt64(bigEndian: number) : UInt64(littleEndian: number)
    }
}

/// The entries of a directory, each read on access.
package struct TIFFEntries: RandomAccessCollection {
    package let endIndex: Int
    /// The entries' bytes.
    let bytes: ArraySlice<UInt8>
    private let position: Int
    private let header: TIFFHeader

    /// Creates a collection of `count` entries, all of whose bytes are present.
    ///
    /// - Parameter position: the position of the first one in the block.
    package init(_ bytes: ArraySlice<UInt8>, count: Int, at position: Int, _ header: TIFFHeader) {
        self.bytes = bytes
        self.position = position
        self.header = header
        endIndex = count
    }

    package var startIndex: Int { 0 }

    package subscript(index: Int) -> TIFFEntry { entry(at: index, in: bytes.span) }

    /// Returns an entry; for a loop over all of them, which takes the span of their bytes once.
    @inline(__always)
    func entry(at index: Int, in span: Span<UInt8>) -> TIFFEntry {
        let start = index * header.entryLength
        return TIFFEntry(span, at: start, position: position + start, header)
    }
}

/// The header of a TIFF structure: its byte order, the width of its offsets, and the position of its first
/// directory.
package struct TIFFHeader {
    package let order: ByteOrder
    /// Whether offsets have 64 bits (BigTIFF).
    package let isBig: Bool
    package let firstDirectory: Int

    /// Reads the header of a block; nil if the block does not begin with a header.
    package init?(_ block: ByteBlock) throws(MetadataError) {
        guard let head = try block.slice(0, 8) else { return nil }
        let start = head.startIndex
        if head.matches("II", at: start) {
            order = .little
        } else if head.matches("MM", at: start) {
            order = .big
        } else {
            return nil
        }
        isBig = head.uint16(at: start + 2, order) == 43
        if isBig {
            guard let tail = try block.slice(8, 8), head.uint16(at: start + 4, order) == 8,
                let first = tail.uint64(at: tail.startIndex, order)
            else { return nil }
            firstDirectory = first
        } else {
            guard let first = head.uint32(at: start + 4, order) else { return nil }
            firstDirectory = first
        }
    }

    /// The layout of directories with 32-bit offsets that have no header of their own.
    static func classic(_ order: ByteOrder) -> TIFFHeader {
        TIFFHeader(order: order, isBig: false, firstDirectory: 0)
    }

    private init(order: ByteOrder, isBig: Bool, firstDirectory: Int) {
        self.order = order
        self.isBig = isBig
        self.firstDirectory = firstDirectory
    }

    /// The length of a directory's entry in bytes.
    package var entryLength: Int { isBig ? 20 : 12 }
    /// The length of the number of entries in bytes.
    package var countLength: Int { isBig ? 8 : 2 }
    /// The length of an offset in bytes; a value up to this length is stored in its entry.
    package var offsetLength: Int { isBig ? 8 : 4 }
}
