/// What a segment of a JPEG file holds.
enum JPEGSegmentKind: Hashable {
    case exif, xmp, xmpExtension, photoshop
    /// JFIF's head, which may have a thumbnail in it.
    case jfif
    /// Adobe's colour transform.
    case adobe
    /// A part of a colour profile.
    case profile
    /// The head of a gain map (ISO 21496-1).
    case gainMap
    /// A directory of further pictures behind the first one.
    case multiPicture
    /// A text of somebody's.
    case comment
    /// Another program's data: nobody knows what is in them.
    case other
    /// Bytes that belong to no segment, and are passed over by decoders.
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
        case 0xE2 where has("ICC_PROFILE\0") && segment.payload.count >= 14: self = .profile
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

    /// How many bytes stand in front of the block that the segment holds.
    var signatureLength: Int {
        switch self {
        case .exif: 6
        case .xmp: MetadataParser.xmpSignature.utf8CodeUnitCount
        case .photoshop: 14
        default: 0
        }
    }

    /// JFIF's head or Adobe's transform without what may stand behind it; nil where nothing is to be removed.
    ///
    /// - Parameter edit: only ``MetadataEdit/removeSensitive`` takes JFIF's thumbnail away, which is a picture.
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
