extension MetadataParser {
    /// Reads the segments up to the picture data: EXIF, XMP, Photoshop's resources, and the size.
    ///
    /// Reads only the main XMP packet: its extensions hold depth maps and the like, and none of the properties.
    ///
    /// - Parameter start: the position of the JPEG in the file.
    mutating func parseJPEG(at start: Int = 0) throws(MetadataError) {
        var segments = JPEGSegments(reader, at: start)
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

    package static let xmpSignature: StaticString = "http://ns.adobe.com/xap/1.0/\0"
    package static let xmpExtensionSignature: StaticString = "http://ns.adobe.com/xmp/extension/\0"
}
