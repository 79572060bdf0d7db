/// A chunk of a PNG file: a type, bytes and their checksum.
struct PNGChunk {
    /// The whole chunk, including its length, type and checksum.
    let range: Range<Int>
    /// Its type, as a number of four bytes.
    let type: Int
    /// Its bytes.
    var data: Range<Int> { range.lowerBound + 8..<max(range.upperBound - 4, range.lowerBound + 8) }
    /// Whether the chunk is complete.
    let isWhole: Bool

    static let header = FourCC.number("IHDR")
    static let imageData = FourCC.number("IDAT")
    static let end = FourCC.number("IEND")
    static let exif = FourCC.number("eXIf")
    static let text = FourCC.number("tEXt")
    static let compressedText = FourCC.number("zTXt")
    static let internationalText = FourCC.number("iTXt")
}

/// The chunks of a PNG file, one by one.
struct PNGChunks {
    private let reader: ByteReader
    private(set) var position = 8
    private var parts = 0
    /// Whether the file's mandatory last chunk was seen.
    private(set) var isComplete = false

    init(_ reader: ByteReader) {
        self.reader = reader
    }

    /// The next chunk; nil behind the last one.
    mutating func next() throws(MetadataError) -> PNGChunk? {
        guard !isComplete else { return nil }
        guard let head = try reader.slice(position..<position + 8), let length = head.uint32(at: head.startIndex),
            let type = head.uint32(at: head.startIndex + 4)
        else {
            reader.note(.truncated, at: min(position, reader.count))
            return nil
        }
        guard parts < reader.limits.parts, length <= Int(Int32.max) else {
            reader.note(parts < reader.limits.parts ? .malformed : .overLimit(.parts), at: position)
            return nil
        }
        parts += 1
        let start = position
        position += length + 12
        let isWhole = position <= reader.count
        if !isWhole { reader.note(.truncated, at: start) }
        isComplete = type == PNGChunk.end
        return PNGChunk(range: start..<min(position, reader.count), type: type, isWhole: isWhole)
    }
}
