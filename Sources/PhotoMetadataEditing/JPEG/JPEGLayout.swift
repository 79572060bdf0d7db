import PhotoMetadata

/// The parts of a JPEG file: its segments, and the range of its picture data.
struct JPEGLayout {
    /// A segment, and what it holds.
    struct Part {
        let segment: JPEGSegment
        let kind: JPEGSegmentKind

        init(_ segment: JPEGSegment, in reader: ByteReader) throws(MetadataError) {
            self.segment = segment
            kind = try JPEGSegmentKind(segment, in: reader)
        }

        /// Bytes that belong to no segment.
        init(stray range: Range<Int>) {
            segment = JPEGSegment(marker: 0, range: range)
            kind = .stray
        }
    }

    let reader: ByteReader
    let parts: [Part]
    /// Where the picture data begin.
    let scan: Int
    /// The position at which another picture begins among the segments, or they end without a scan; nil in a sound
    /// file.
    ///
    /// A block with a wrong length ends within its thumbnail: its end is not that of the file's picture.
    let fault: Int?

    /// The parts of the picture that begins at a position.
    ///
    /// - Throws: `.damaged` if the segments do not lead up to picture data.
    init(_ reader: ByteReader, at start: Int = 0) throws(MetadataEditError) {
        var segments = JPEGSegments(reader, at: start)
        let parts = try reading { () throws(MetadataError) in
            var parts: [Part] = []
            var end = start + 2
            while let segment = try segments.next() {
                if end < segment.range.lowerBound { parts.append(Part(stray: end..<segment.range.lowerBound)) }
                parts.append(try Part(segment, in: reader))
                end = segment.range.upperBound
            }
            if end < segments.position { parts.append(Part(stray: end..<segments.position)) }
            return parts
        }
        guard segments.end == .complete else { throw .damaged(.container, at: segments.position) }
        self.reader = reader
        self.parts = parts
        scan = segments.position
        let second = parts.first { $0.segment.marker == 0xD8 }
        fault = second?.segment.range.lowerBound ?? (segments.hasScan ? nil : segments.position)
    }

    /// The end of the picture data, including their last marker, and the foreign segments between them.
    ///
    /// These are application segments and comments, in pictures of several scans.
    ///
    /// If the data are cut short they end with the file.
    ///
    /// - Complexity: reads all picture data, once.
    /// - Throws: `.unknownData` if a segment stands among them that does not belong in a picture; `.tooMany`,
    ///   `.unreadable`.
    func end() throws(MetadataEditError) -> (position: Int, late: [Part]) {
        var scan = JPEGScan(reader, from: scan)
        var late: [Part] = []
        while let segment = try reading({ () throws(MetadataError) in try scan.next() }) {
            // A picture without its end marker is followed by the next one.
            if segment.marker == 0xD8 { return (segment.range.lowerBound, late) }
            if segment.marker == 0xD9 { return (segment.range.upperBound, late) }
            let part = try reading { () throws(MetadataError) in try Part(segment, in: reader) }
            if part.kind == .picture { continue }
            guard (0xE0...0xEF).contains(segment.marker) || segment.marker == 0xFE else {
                throw .unknownData(at: segment.range.lowerBound)
            }
            guard late.count < reader.limits.parts else { throw .tooMany(.container, limit: reader.limits.parts) }
            late.append(part)
        }
        return (reader.count, late)
    }
}

/// The content of a JPEG segment.
enum JPEGSegmentKind: Hashable {
    case exif, xmp, xmpExtension, photoshop
    /// JFIF's header, which may contain a thumbnail.
    case jfif
    /// Adobe's color transform.
    case adobe
    /// A part of a color profile, and its number among the parts.
    case profile(number: UInt8)
    /// The header of a gain map (ISO 21496-1).
    case gainMap
    /// A directory of further pictures behind the first one.
    case multiPicture
    /// A user's text.
    case comment
    /// Another program's data, whose content is unknown.
    case other
    /// Bytes that belong to no segment; decoders skip them.
    case stray
    /// A part of the picture itself.
    case picture

    init(_ segment: JPEGSegment, in reader: ByteReader) throws(MetadataError) {
        let head = try reader.prefix(at: segment.payload.lowerBound, min(segment.payload.count, 35))
        func has(_ signature: StaticString) -> Bool { head.matches(signature, at: head.startIndex) }
        switch segment.marker {
        case 0xE0 where has("JFIF\0") && segment.payload.count >= 14: self = .jfif
        case 0xE1 where has("Exif\0"): self = .exif
        case 0xE1 where has(MetadataParser.xmpSignature): self = .xmp
        case 0xE1 where has(MetadataParser.xmpExtensionSignature): self = .xmpExtension
        case 0xE2 where has("ICC_PROFILE\0") && segment.payload.count >= 14:
            self = .profile(number: head.dropFirst(12).first ?? 0)
        case 0xE2 where has("urn:iso:std:iso:ts:21496:-1\0"): self = .gainMap
        case 0xE2 where has("MPF\0"): self = .multiPicture
        case 0xED where has("Photoshop 3.0\0"): self = .photoshop
        case 0xEE where has("Adobe") && segment.payload.count >= 12: self = .adobe
        case 0xFE: self = .comment
        case 0xC8: self = .other
        case 0xC0...0xDF, 0x01: self = .picture
        default: self = .other
        }
    }

    /// The number of bytes before the block that the segment holds.
    var signatureLength: Int {
        switch self {
        case .exif: 6
        case .xmp: MetadataParser.xmpSignature.utf8CodeUnitCount
        case .photoshop: 14
        default: 0
        }
    }

    /// JFIF's header or Adobe's transform without trailing bytes; nil if nothing is to be removed.
    ///
    /// - Parameter edit: only ``MetadataEdit/removeSensitive`` removes JFIF's thumbnail, which is a picture.
    func head(of payload: [UInt8], _ edit: MetadataEdit) -> [UInt8]? {
        var head: [UInt8]
        switch self {
        case .jfif where edit == .removeSensitive: head = payload.prefix(12) + [0, 0]
        case .jfif: head = Array(payload.prefix(14 + 3 * Int(payload[12]) * Int(payload[13])))
        case .adobe: head = Array(payload.prefix(12))
        default: head = payload
        }
        return head == payload ? nil : head
    }
}

/// The growth of a JPEG file's segments, and the resulting changes to its directory of pictures (CIPA DC-007).
///
/// The directory counts the positions of further pictures from its own position, so a change of length between the
/// two moves them. It holds the length of the first picture, too.
struct JPEGShift {
    /// The growth of the segments from each one on.
    private var growth: [Int]

    /// Pairs of each segment's old range and its new bytes, if any.
    init(_ segments: [(range: Range<Int>, bytes: [UInt8]?)]) {
        growth = [0]
        for segment in segments.reversed() {
            growth.append((growth.last ?? 0) + (segment.bytes.map { $0.count - segment.range.count } ?? 0))
        }
        growth.reverse()
    }

    /// The directory of further pictures at a segment, changed; nil if nothing moves.
    ///
    /// - Throws: `.damaged` if it cannot be read: it would reference bytes that are no longer there.
    func directory(at index: Int, _ segment: [UInt8], _ position: Int) throws(MetadataEditError) -> [UInt8]? {
        // Segments before the directory may grow by as much as those behind it shrink: then only the directory moves.
        guard growth[0] != 0 || growth[index + 1] != 0 else { return nil }
        var payload = Array(segment.dropFirst(4))
        let directory = try reading { () throws(MetadataError) in try MultiPictureDirectory(payload) }
        guard let directory else { throw .damaged(.container, at: position) }
        for start in stride(from: directory.pictures.lowerBound, to: directory.pictures.upperBound, by: 16) {
            let isFirst = start == directory.pictures.lowerBound
            Self.add(isFirst ? growth[0] : 0, to: &payload, at: start + 4, directory.header.order)
            if !isFirst { Self.add(growth[index + 1], to: &payload, at: start + 8, directory.header.order) }
        }
        return segment.prefix(4) + payload
    }

    private static func add(_ distance: Int, to bytes: inout [UInt8], at position: Int, _ order: ByteOrder) {
        guard let old = bytes.uint32(at: position, order), old > 0, distance != 0 else { return }
        var new: [UInt8] = []
        new.append(old + distance, bytes: 4, order)
        bytes.replaceSubrange(position..<position + 4, with: new)
    }
}
