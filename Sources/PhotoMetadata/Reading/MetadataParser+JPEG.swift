extension MetadataParser {
    /// Reads the segments up to the picture data: EXIF, XMP, Photoshop's resources, and the size.
    ///
    /// Reads only the main XMP packet: its extensions hold depth maps and the like, and none of the properties.
    mutating func parseJPEG() throws(MetadataError) {
        var segments = JPEGSegments(reader)
        var resources: [Range<Int>] = []
        while let segment = try segments.next() {
            switch segment.marker {
            case 0xE1: try parseAPP1(segment.payload)
            case 0xED: try resources.append(contentsOf: photoshopPart(segment.payload))
            case _ where segment.isFrame: try parseFrame(segment.payload)
            default: continue
            }
        }
        try parsePhotoshop(resources)
    }

    private mutating func parseAPP1(_ payload: Range<Int>) throws(MetadataError) {
        let head = try reader.prefix(at: payload.lowerBound, min(payload.count, 35))
        let start = head.startIndex
        if head.matches("Exif\0", at: start) {
            // Of two EXIF blocks the first one counts: the second is a remnant, or another program's.
            if !hasEXIF { try parseEXIF(ByteBlock(reader, payload.dropFirst(6))) }
        } else if head.matches(Self.xmpSignature, at: start) {
            try parseXMP(payload.dropFirst(Self.xmpSignature.utf8CodeUnitCount))
        }
    }

    /// The part of Photoshop's resources in a segment; empty if the segment has none.
    private func photoshopPart(_ payload: Range<Int>) throws(MetadataError) -> [Range<Int>] {
        let signature: StaticString = "Photoshop 3.0\0"
        let head = try reader.prefix(at: payload.lowerBound, min(payload.count, signature.utf8CodeUnitCount))
        guard head.matches(signature, at: head.startIndex) else { return [] }
        return [payload.dropFirst(signature.utf8CodeUnitCount)]
    }

    private mutating func parseFrame(_ payload: Range<Int>) throws(MetadataError) {
        let bytes = try reader.prefix(at: payload.lowerBound, min(payload.count, 5))
        guard metadata.pixelSize == nil, let height = bytes.uint16(at: bytes.startIndex + 1),
            let width = bytes.uint16(at: bytes.startIndex + 3)
        else { return }
        metadata.pixelSize = PixelSize(storedWidth: width, height: height)
    }

    static let xmpSignature: StaticString = "http://ns.adobe.com/xap/1.0/\0"
    static let xmpExtensionSignature: StaticString = "http://ns.adobe.com/xmp/extension/\0"
}

/// A segment of a JPEG file: a marker, and the bytes up to the next one.
struct JPEGSegment {
    /// The marker's second byte; 0 for bytes between two segments.
    let marker: UInt8
    /// The whole segment, including its marker and its length.
    let range: Range<Int>
    /// The bytes behind marker and length.
    var payload: Range<Int> { min(range.lowerBound + (marker == 0 ? 0 : 4), range.upperBound)..<range.upperBound }

    /// Whether it holds the picture's size: true for all start-of-frame markers.
    var isFrame: Bool {
        (0xC0...0xCF).contains(marker) && marker != 0xC4 && marker != 0xC8 && marker != 0xCC
    }
}

/// The segments of a JPEG file up to its picture data, one by one.
struct JPEGSegments {
    private let reader: ByteReader
    private(set) var position: Int
    private var parts = 0
    /// How many more bytes outside of segments may be skipped.
    private var strays = mostStrays
    private static let mostStrays = 1 << 20
    /// Whether the walk ended at the picture data, as it should.
    private(set) var isComplete = false
    /// Whether it ended at a scan, and not at the end of a picture without one.
    private(set) var hasScan = false

    /// Creates the sequence of segments behind the two bytes that a JPEG file begins with.
    init(_ reader: ByteReader, at start: Int = 0) {
        self.reader = reader
        position = start + 2
    }

    /// The next segment; nil at the picture data, the picture's end, and if there is no segment.
    mutating func next() throws(MetadataError) -> JPEGSegment? {
        guard parts < reader.limits.parts else {
            reader.note(.overLimit(.parts), at: position)
            return nil
        }
        parts += 1
        guard let head = try head() else { return nil }
        let marker = UInt8(truncatingIfNeeded: head >> 16)
        guard marker != 0xDA, marker != 0xD9 else {
            (isComplete, hasScan) = (true, marker == 0xDA)
            return nil
        }
        let start = position
        if marker == 0x01 || (0xD0...0xD8).contains(marker) {
            position += 2
            return JPEGSegment(marker: marker, range: start..<position)
        }
        guard head & 0xFFFF >= 2 else {
            reader.note(.truncated, at: start)
            return nil
        }
        position = start + 2 + (head & 0xFFFF)
        if position > reader.count { reader.note(.truncated, at: start) }
        return JPEGSegment(marker: marker, range: start..<min(position, reader.count))
    }

    /// The marker and the length behind it; skips fill bytes, and bytes that belong to no segment.
    ///
    /// Decoders skip such bytes, too, up to a marker: 0xFF followed by a byte that is neither 0xFF nor 0.
    ///
    /// - Returns: the four bytes as a number; the length is 0 if the file ends behind the marker.
    private mutating func head() throws(MetadataError) -> Int? {
        var fills = 0
        while fills < max(reader.limits.parts, 1), strays > 0 {
            guard let head = try fourBytes() else {
                reader.note(.truncated, at: position)
                return nil
            }
            let (mark, marker) = (head >> 24, head >> 16 & 0xFF)
            if mark == 0xFF, marker != 0xFF, marker != 0 { return head }
            if mark == 0xFF, marker == 0xFF {
                fills += 1
            } else {
                if strays == Self.mostStrays { reader.note(.malformed, at: position) }
                strays -= 1
            }
            position += 1
        }
        if strays > 0 { reader.note(.overLimit(.parts), at: position) }
        return nil
    }

    /// The next four bytes; the last two or three bytes of the file are padded with zeros.
    private func fourBytes() throws(MetadataError) -> Int? {
        if let head = try reader.uint32(at: position) { return head }
        guard let bytes = try reader.slice(position..<position + 2) else { return nil }
        return bytes.uint16(at: bytes.startIndex).map { $0 << 16 }
    }
}
