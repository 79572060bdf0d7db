/// A chunk of a PNG file: a type, bytes and their checksum.
package struct PNGChunk {
    /// The whole chunk, including its length, type and checksum.
    package let range: Range<Int>
    /// Its type, as a number of four bytes.
    package let type: Int
    /// Its bytes.
    package var data: Range<Int> { range.lowerBound + 8..<max(range.upperBound - 4, range.lowerBound + 8) }
    /// Whether it is complete: the file does not end within it.
    package let isWhole: Bool

    package static let header = FourCC.number("IHDR")
    package static let imageData = FourCC.number("IDAT")
    package static let end = FourCC.number("IEND")
    package static let profile = FourCC.number("iCCP")
    package static let exif = FourCC.number("eXIf")
    package static let text = FourCC.number("tEXt")
    package static let compressedText = FourCC.number("zTXt")
    package static let internationalText = FourCC.number("iTXt")
}

/// The chunks of a PNG file, one by one.
package struct PNGChunks: FileWalk {
    let reader: ByteReader
    package private(set) var position = 8
    private var parts = 0
    /// Complete after the file's mandatory last chunk.
    package internal(set) var end: WalkEnd?

    package init(_ reader: ByteReader) {
        self.reader = reader
    }

    /// Returns the next chunk; nil after the last one.
    package mutating func next() throws(MetadataError) -> PNGChunk? {
        guard end == nil else { return nil }
        guard let head = try reader.slice(position..<position + 8), let length = head.uint32(at: head.startIndex),
            let type = head.uint32(at: head.startIndex + 4)
        else { return stop(.truncated, noting: .truncated) }
        guard parts < reader.limits.parts else { return stop(.limitReached, noting: .overLimit(.parts)) }
        guard length <= Int(Int32.max) else { return stop(.damaged, noting: .malformed) }
        parts += 1
        let start = position
        position += length + 12
        let isWhole = position <= reader.count
        if !isWhole { reader.note(.truncated, at: start) }
        if type == PNGChunk.end { end = .complete }
        return PNGChunk(range: start..<min(position, reader.count), type: type, isWhole: isWhole)
    }

}

/// A text of a PNG file that says when the picture was taken, identified by its keyword.
package enum PNGDateText {
    /// The standard's `Creation Time`, and ImageMagick's `CreationTime`.
    case moment
    /// The texts in which ImageMagick repeats EXIF's dates, as EXIF writes them.
    case exif
    case subseconds
    case zone

    /// Returns nil for other texts.
    package init?(_ keyword: String) {
        let name = keyword.lowercased().filter { $0 != " " && $0 != "_" && $0 != "-" }
        switch name {
        case "creationtime": self = .moment
        case "exif:datetimeoriginal", "exif:datetimedigitized": self = .exif
        case "exif:subsectimeoriginal", "exif:subsectimedigitized": self = .subseconds
        case "exif:offsettimeoriginal", "exif:offsettimedigitized": self = .zone
        default: return nil
        }
    }

    /// The text for a moment; nil if the moment lacks that part.
    package func text(of date: MetadataDate) -> String? {
        switch self {
        case .moment: date.description
        case .exif: date.exifText
        case .subseconds: date.subseconds
        case .zone: date.offsetText
        }
    }
}
