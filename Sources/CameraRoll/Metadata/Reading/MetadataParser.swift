/// Reads one file: tells its kind, and has the blocks that it finds read by those who know them.
struct MetadataParser: ~Copyable {
    let reader: ByteReader
    var metadata: ImageMetadata
    private(set) var hasEXIF = false
    /// How many bytes may still come out of packed texts: little that is packed can be much.
    var unpackable: Int
    private var textCount = 0
    private var textBytes = 0

    init(_ source: any ByteSource, limits: MetadataLimits) throws(MetadataError) {
        let reader = try ByteReader(
            source, limits: limits, mostBytes: limits.bytesRead(of: max(source.byteCount, 0)))
        guard reader.count > 0 else { throw .empty }
        guard let format = MetadataFormat(firstBytes: reader.head.prefix(512)) else {
            throw .unknownFormat(firstBytes: Array(reader.head.prefix(12)))
        }
        self.reader = reader
        metadata = ImageMetadata(format: format)
        unpackable = limits.blockBytes
    }

    /// Reads everything.
    consuming func parse() throws(MetadataError) -> ImageMetadata {
        switch metadata.format {
        case .jpeg: try parseJPEG()
        case .png: try parsePNG()
        case .tiff: try parseTIFF()
        case .webP: try parseWebP()
        case .heic, .avif: try parseHEIF()
        case .quickTime, .mp4: try parseMovie()
        }
        metadata.notes = reader.problems
        metadata.hasRoomForNotes = reader.problems.count < reader.limits.problems
        metadata.bytesRead = reader.bytesRead
        return metadata
    }
}

// MARK: - Blocks that several kinds of files have

extension MetadataParser {
    /// Reads a TIFF file, whose XMP and IPTC are values of tags.
    private mutating func parseTIFF() throws(MetadataError) {
        try parseEXIF(ByteBlock(reader))
        metadata.pixelSize = metadata.tiff.pixelSize
    }

    /// Whether the limits allow another text to be kept.
    mutating func keeps(_ text: String, at position: Int) -> Bool {
        textCount += 1
        textBytes += text.utf8.count
        let isOverCount = textCount > reader.limits.tags
        guard isOverCount || textBytes > reader.limits.allValueBytes else { return true }
        reader.note(.overLimit(isOverCount ? .tags : .allValueBytes), at: position)
        return false
    }

    /// Reads an EXIF block: a TIFF structure.
    mutating func parseEXIF(_ block: ByteBlock) throws(MetadataError) {
        guard let header = try TIFFHeader(block) else { return reader.note(.malformed, at: block.start) }
        var parser = TIFFParser(block, header)
        try parser.parse()
        hasEXIF = true
        metadata.tags = parser.tags
        metadata.thumbnail = EmbeddedThumbnail(in: parser.tags, of: block)
        // Files of other kinds have places of their own for these.
        guard metadata.format == .tiff else { return }
        let embedded = parser.embedded
        if let part = embedded.xmp { try parseXMP(block.block(part.lowerBound, part.count).range) }
        if let part = embedded.iptc { try parseIPTC(block.block(part.lowerBound, part.count).range) }
        if let part = embedded.photoshop { try parsePhotoshop([block.block(part.lowerBound, part.count).range]) }
    }

    /// Keeps an XMP packet; of several the first that can be read counts.
    mutating func parseXMP(_ range: Range<Int>) throws(MetadataError) {
        guard !range.isEmpty, needsXMP(), let bytes = try reader.block(range) else { return }
        metadata.xmpPacket = XMPPacket(Array(bytes), at: range.lowerBound)
    }

    /// Keeps an XMP packet that was unpacked, or put together from parts; the position is that of the first of them.
    mutating func parseXMP(_ packet: [UInt8], at position: Int) {
        guard needsXMP() else { return }
        metadata.xmpPacket = XMPPacket(packet, at: position)
    }

    /// Whether no packet was found yet that can be read; only a second packet has the first one scanned for that.
    private mutating func needsXMP() -> Bool {
        guard let packet = metadata.xmpPacket else { return true }
        guard packet.values.isEmpty else { return false }
        reader.note(.malformed, at: packet.position)
        metadata.xmpPacket = nil
        return true
    }

    /// Reads an IPTC block: datasets one after the other.
    mutating func parseIPTC(_ range: Range<Int>) throws(MetadataError) {
        guard metadata.iptc.isEmpty, let bytes = try reader.block(range) else { return }
        metadata.iptc = IPTCValues(datasets: Array(bytes))
    }

    /// Reads Photoshop's resources, which may go over several segments, for the IPTC block among them.
    mutating func parsePhotoshop(_ parts: [Range<Int>]) throws(MetadataError) {
        guard let first = parts.first, metadata.iptc.isEmpty else { return }
        if parts.count == 1 {
            if let bytes = try reader.block(first) { parsePhotoshop(bytes) }
            return
        }
        var bytes: [UInt8] = []
        for part in parts {
            guard bytes.count + part.count <= reader.limits.blockBytes else {
                return reader.note(.overLimit(.blockBytes), at: part.lowerBound)
            }
            if let part = try reader.block(part) { bytes += part }
        }
        parsePhotoshop(bytes[...])
    }

    private mutating func parsePhotoshop(_ bytes: ArraySlice<UInt8>) {
        guard let resource = PhotoshopResources(bytes).first(where: { $0.id == PhotoshopResource.iptc }) else { return }
        metadata.iptc = IPTCValues(datasets: Array(bytes[resource.data]))
    }
}
