/// What a segment of a JPEG file holds.
enum JPEGSegmentKind: Hashable {
    case exif, xmp, xmpExtension, photoshop
    /// What the picture cannot be shown right without: JFIF, a colour profile, Adobe's colour transform.
    case display
    /// A directory of further pictures behind the first one.
    case multiPicture
    /// Another program's data, or a comment.
    case other
    /// A part of the picture itself.
    case picture

    init(_ segment: JPEGSegment, in reader: ByteReader) throws(MetadataError) {
        let head = try reader.prefix(at: segment.payload.lowerBound, min(segment.payload.count, 35))
        func has(_ signature: StaticString) -> Bool { head.matches(signature, at: head.startIndex) }
        switch segment.marker {
        case 0xE1 where has("Exif\0"): self = .exif
        case 0xE1 where has(MetadataParser.xmpSignature): self = .xmp
        case 0xE1 where has(MetadataParser.xmpExtensionSignature): self = .xmpExtension
        case 0xED where has("Photoshop 3.0\0"): self = .photoshop
        case 0xE0 where has("JFIF\0"), 0xE2 where has("ICC_PROFILE\0"), 0xEE where has("Adobe"): self = .display
        case 0xE2 where has("MPF\0"): self = .multiPicture
        case 0xE0...0xEF, 0xFE: self = .other
        default: self = .picture
        }
    }
}
