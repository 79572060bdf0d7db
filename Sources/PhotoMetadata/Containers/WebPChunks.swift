/// A chunk of a WebP file: a type and bytes.
struct WebPChunk {
    /// The whole chunk, including its type, length and padding.
    let range: Range<Int>
    /// Its type, as a number of four bytes.
    let type: Int
    /// Its bytes.
    let data: Range<Int>

    static let extended = FourCC.number("VP8X")
    static let lossy = FourCC.number("VP8 ")
    static let lossless = FourCC.number("VP8L")
    static let exif = FourCC.number("EXIF")
    static let xmp = FourCC.number("XMP ")

    /// Reads a chunk; nil if its head is not there.
    init?(_ reader: ByteReader, at position: Int) throws(MetadataError) {
        guard let head = try reader.slice(position..<position + 8), let type = head.uint32(at: head.startIndex),
            let length = head.uint32(at: head.startIndex + 4, .little)
        else { return nil }
        self.type = type
        let end = position + 8 + length
        if end > reader.count { reader.note(.truncated, at: position) }
        data = position + 8..<min(end, reader.count)
        range = position..<min(end + length % 2, reader.count)
    }
}

/// The chunks of a WebP file, one by one.
struct WebPChunks {
    private let reader: ByteReader
    private var position = 12
    private var parts = 0

    init(_ reader: ByteReader) {
        self.reader = reader
    }

    /// The next chunk; nil behind the last one.
    mutating func next() throws(MetadataError) -> WebPChunk? {
        guard position < reader.count else { return nil }
        guard parts < reader.limits.parts else {
            reader.note(.overLimit(.parts), at: position)
            return nil
        }
        parts += 1
        guard let chunk = try WebPChunk(reader, at: position) else {
            reader.note(.truncated, at: position)
            return nil
        }
        position = chunk.range.upperBound
        return chunk
    }
}
