extension MetadataParser {
    /// Reads the segments up to the picture data: EXIF, XMP, Photoshop's resources, and the size.
    ///
    /// Of XMP, reads the first packet with the extension that it names: a writer of more than 64 KB may move any
    /// property there.
    ///
    /// - Parameter start: the position of the JPEG in the file.
    mutating func parseJPEG(at start: Int = 0) throws(MetadataError) {
        var segments = JPEGSegments(reader, at: start)
        var resources: [Range<Int>] = []
        var extensions: [XMPExtensionPart] = []
        while let segment = try segments.next() {
            switch segment.marker {
            case 0xE1: try parseAPP1(segment.payload, &extensions)
            case 0xED: try resources.append(contentsOf: photoshopPart(segment.payload))
            case _ where segment.isFrame: try parseFrame(segment.payload)
            default: continue
            }
        }
        if !extensions.isEmpty { try parse(extensions) }
        try parsePhotoshop(resources)
    }

    private mutating func parseAPP1(
        _ payload: Range<Int>, _ extensions: inout [XMPExtensionPart]
    ) throws(MetadataError) {
        let head = try reader.prefix(at: payload.lowerBound, min(payload.count, 35))
        let start = head.startIndex
        if head.matches("Exif\0", at: start) {
            // Of two EXIF blocks the first one counts: the second is a remnant, or another program's.
            if !hasEXIF { try parseEXIF(ByteBlock(reader, payload.dropFirst(6))) }
        } else if head.matches(Self.xmpSignature, at: start) {
            try parseXMP(payload.dropFirst(Self.xmpSignature.utf8CodeUnitCount))
        } else if let part = XMPExtensionPart(try reader.prefix(at: payload.lowerBound, 75), in: payload) {
            extensions.append(part)
        }
    }

    /// Reads the extension of the packet, if all of its parts are there.
    private mutating func parse(_ all: [XMPExtensionPart]) throws(MetadataError) {
        guard let packet = metadata.xmpPacket else { return }
        let parts = XMPExtensionPart.whole(all, namedBy: packet.bytes)
        guard let first = parts.first else { return }
        guard first.total <= reader.limits.blockBytes - packet.bytes.count else {
            return reader.noteMetadata(.overLimit(.blockBytes), at: first.content.lowerBound)
        }
        var bytes: [UInt8] = []
        for part in parts {
            guard let more = try reader.block(part.content) else { return }
            bytes += more
        }
        metadata.xmpPacket = XMPPacket(packet.bytes, further: bytes, at: packet.position)
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

/// A part of an XMP packet that spans several segments (XMP part 3, 1.1.3.1).
package struct XMPExtensionPart {
    /// The digest by which the first packet names it.
    package let name: [UInt8]
    /// The length of all parts together, and the position of this one among them.
    package let total: Int
    package let start: Int
    /// Its bytes in the file.
    package let content: Range<Int>
    /// The length of what stands in front of them: a signature, the name and two numbers.
    package static let headLength = MetadataParser.xmpExtensionSignature.utf8CodeUnitCount + 40

    /// Nil if a segment's first bytes are not those of such a part.
    package init?(_ head: ArraySlice<UInt8>, in payload: Range<Int>) {
        let numbers = head.startIndex + Self.headLength - 8
        guard head.matches(MetadataParser.xmpExtensionSignature, at: head.startIndex),
            payload.count >= Self.headLength, let total = head.uint32(at: numbers),
            let start = head.uint32(at: numbers + 4)
        else { return nil }
        (self.total, self.start, content) = (total, start, payload.dropFirst(Self.headLength))
        name = Array(head[numbers - 32..<numbers])
    }

    /// Whether it is that of a segment.
    package func isIn(_ segment: JPEGSegment) -> Bool { segment.range.upperBound == content.upperBound }

    /// The parts of the extension that a packet names, in their order; none if one is missing.
    package static func whole(_ all: [XMPExtensionPart], namedBy packet: [UInt8]) -> [XMPExtensionPart] {
        guard let name = XMPValues(packet: packet).extensionName else { return [] }
        let parts = all.filter { $0.name.elementsEqual(name.utf8) }.sorted { $0.start < $1.start }
        guard let first = parts.first else { return [] }
        var end = 0
        for part in parts {
            guard part.start == end else { return [] }
            end += part.content.count
        }
        return end == first.total ? parts : []
    }
}
