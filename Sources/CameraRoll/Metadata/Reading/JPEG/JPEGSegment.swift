/// A segment of a JPEG file: a marker, and what follows it up to the next one.
struct JPEGSegment {
    /// The marker's second byte.
    let marker: UInt8
    /// The whole segment, its marker and its length among it.
    let range: Range<Int>
    /// What follows marker and length.
    var payload: Range<Int> { min(range.lowerBound + 4, range.upperBound)..<range.upperBound }

    /// Whether it says how large the picture is: all start-of-frame markers.
    var isFrame: Bool {
        (0xC0...0xCF).contains(marker) && marker != 0xC4 && marker != 0xC8 && marker != 0xCC
    }
}

/// The segments of a JPEG file up to its picture data, one by one.
struct JPEGSegments {
    private let reader: ByteReader
    private(set) var position: Int
    private var parts = 0
    /// Whether the walk ended at the picture data, as it should.
    private(set) var isComplete = false

    /// The segments behind the two bytes that a JPEG file begins with.
    init(_ reader: ByteReader, at start: Int = 0) {
        self.reader = reader
        position = start + 2
    }

    /// The next segment; nil at the picture data, the picture's end, and where there is no segment.
    mutating func next() throws(MetadataError) -> JPEGSegment? {
        guard parts < reader.limits.parts else {
            reader.note(.overLimit, at: position)
            return nil
        }
        parts += 1
        guard let marker = try marker() else { return nil }
        guard marker != 0xDA, marker != 0xD9 else {
            isComplete = true
            return nil
        }
        let start = position
        if marker == 0x01 || (0xD0...0xD8).contains(marker) {
            position += 2
            return JPEGSegment(marker: marker, range: start..<position)
        }
        return try segment(marker, at: start)
    }

    private mutating func segment(_ marker: UInt8, at start: Int) throws(MetadataError) -> JPEGSegment? {
        guard let head = try reader.uint32(at: start), head & 0xFFFF >= 2 else {
            reader.note(.truncated, at: start)
            return nil
        }
        position = start + 2 + (head & 0xFFFF)
        if position > reader.count { reader.note(.truncated, at: start) }
        return JPEGSegment(marker: marker, range: start..<min(position, reader.count))
    }

    /// The marker at the position, which goes behind bytes that only fill.
    private mutating func marker() throws(MetadataError) -> UInt8? {
        // In all but the last few bytes of a file, and where nothing fills, one look is enough.
        if let head = try reader.uint32(at: position), head >> 24 == 0xFF, head >> 16 & 0xFF != 0xFF {
            return UInt8(truncatingIfNeeded: head >> 16)
        }
        for _ in 0..<reader.limits.parts {
            guard let bytes = try reader.slice(position..<position + 2) else { break }
            guard bytes[bytes.startIndex] == 0xFF else {
                reader.note(.malformed, at: position)
                return nil
            }
            let marker = bytes[bytes.startIndex + 1]
            if marker != 0xFF { return marker }
            position += 1
        }
        reader.note(.truncated, at: min(position, reader.count))
        return nil
    }
}
