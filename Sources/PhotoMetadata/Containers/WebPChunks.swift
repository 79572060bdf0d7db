/// A chunk of a WebP file: a type and bytes.
package struct WebPChunk {
    /// The whole chunk, including its type, length and padding.
    package let range: Range<Int>
    /// Its type, as a number of four bytes.
    package let type: Int
    /// Its bytes.
    package let data: Range<Int>
    /// Whether it does not extend past the end of the file, or of the chunk that contains it.
    package let isWhole: Bool

    package static let extended = FourCC.number("VP8X")
    package static let lossy = FourCC.number("VP8 ")
    package static let lossless = FourCC.number("VP8L")
    package static let profile = FourCC.number("ICCP")
    package static let exif = FourCC.number("EXIF")
    package static let xmp = FourCC.number("XMP ")
}

/// The chunks of a WebP file, or of an animation's frame, one by one.
package struct WebPChunks: FileWalk {
    let reader: ByteReader
    package private(set) var position: Int
    /// The end of the chunks: bytes behind it belong to none.
    package let limit: Int
    private var parts = 0
    /// Complete at the end of the bytes: no chunk is the last one.
    package internal(set) var end: WalkEnd?

    /// Creates the chunks of a file, up to the length that it states if it has as many bytes.
    package init(_ reader: ByteReader) {
        let end = 8 + (reader.head.uint32(at: 4, .little) ?? 0)
        self.init(reader, in: 12..<max(12 < end && end < reader.count ? end : reader.count, 12))
    }

    /// Creates the chunks in a part of a file.
    package init(_ reader: ByteReader, in part: Range<Int>) {
        (self.reader, position, limit) = (reader, part.lowerBound, part.upperBound)
    }

    /// Returns the next chunk; nil after the last one.
    package mutating func next() throws(MetadataError) -> WebPChunk? {
        guard end == nil else { return nil }
        guard position < limit else { return stop(.complete) }
        guard parts < reader.limits.parts else { return stop(.limitReached, noting: .overLimit(.parts)) }
        parts += 1
        guard position <= limit - 8, let head = try reader.slice(position..<position + 8),
            let type = head.uint32(at: head.startIndex), let length = head.uint32(at: head.startIndex + 4, .little)
        else { return stop(.truncated, noting: .truncated) }
        let start = position
        let last = start + 8 + length
        let isWhole = last <= limit
        if !isWhole {
            reader.note(.truncated, at: start)
            end = .truncated
        }
        position = min(last + length % 2, limit)
        return WebPChunk(range: start..<position, type: type, data: start + 8..<min(last, limit), isWhole: isWhole)
    }

}
