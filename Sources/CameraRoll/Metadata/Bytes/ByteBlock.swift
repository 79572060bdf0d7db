/// A part of a source with positions of its own, as the offsets in a TIFF structure are counted.
struct ByteBlock {
    let reader: ByteReader
    /// Where the block begins in the source.
    let start: Int
    /// How many bytes it has, as far as the source goes.
    let count: Int

    /// A part of a source; what lies behind the source's end is left out.
    init(_ reader: ByteReader, _ range: Range<Int>) {
        self.reader = reader
        start = min(max(range.lowerBound, 0), reader.count)
        count = max(min(range.upperBound, reader.count) - start, 0)
    }

    /// The whole source.
    init(_ reader: ByteReader) {
        self.init(reader, 0..<reader.count)
    }

    /// Where it lies in the source.
    var range: Range<Int> { start..<start + count }

    /// Some of its bytes; nil where they are not all there.
    @inline(__always)
    func slice(_ position: Int, _ length: Int) throws(MetadataError) -> ArraySlice<UInt8>? {
        guard position >= 0, length >= 0, length <= count, position <= count - length else { return nil }
        return try reader.slice(start + position..<start + position + length)
    }

    /// Four of its bytes as a number, most significant first; nil where they are not all there.
    @inline(__always)
    func uint32(at position: Int) throws(MetadataError) -> Int? {
        guard position >= 0, position <= count - 4 else { return nil }
        return try reader.uint32(at: start + position)
    }

    /// A part of it; what lies outside is left out.
    func block(_ position: Int, _ length: Int) -> ByteBlock {
        let first = min(max(position, 0), count)
        let last = first + min(max(length, 0), count - first)
        return ByteBlock(reader, start + first..<start + last)
    }
}
