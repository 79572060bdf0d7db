/// Reads one file: tells its kind, and has the blocks that it finds read by those who know them.
struct MetadataParser {
    let reader: ByteReader
    var metadata: ImageMetadata
    private(set) var hasEXIF = false
    /// How many bytes may still come out of packed texts: little that is packed can be much.
    var unpackable: Int
    private var textCount = 0
    private var textBytes = 0

    init(_ source: any ByteSource, limits: MetadataLimits) throws(MetadataError) {
        reader = try ByteReader(source, limits: limits)
        guard reader.count > 0 else { throw .empty }
        let head = try reader.prefix(at: 0, 12)
        guard let format = MetadataFormat(firstBytes: head) else { throw .unknownFormat(firstBytes: Array(head)) }
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
        metadata.problems = reader.problems
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
        let isWithin = textCount <= reader.limits.tags && textBytes <= reader.limits.allValueBytes
        if !isWithin { reader.note(.overLimit, at: position) }
        return isWithin
    }

    /// Reads an EXIF block: a TIFF structure.
    mutating func parseEXIF(_ block: ByteBlock) throws(MetadataError) {
        guard var parser = try TIFFParser(block) else { return reader.note(.malformed, at: block.start) }
        try parser.parse()
        hasEXIF = true
        metadata.tags = parser.tags
        metadata.thumbnail = EmbeddedThumbnail(in: parser.tags, of: block)
        // Files of other kinds have places of their own for these.
        guard metadata.format == .tiff else { return }
        func place(_ id: UInt16) -> Range<Int>? {
            parser.embedded[id].map { block.start + $0.lowerBound..<block.start + $0.upperBound }
        }
        if let range = place(TIFFParser.xmp) { try parseXMP(range) }
        if let range = place(TIFFParser.iptc) { try parseIPTC(range) }
        if let range = place(TIFFParser.photoshop) { try parsePhotoshop([range]) }
    }

    /// Reads an XMP packet; of several the first that can be read counts.
    mutating func parseXMP(_ range: Range<Int>) throws(MetadataError) {
        guard metadata.xmp.isEmpty, !range.isEmpty else { return }
        guard let bytes = try reader.slice(range) else {
            return reader.note(range.count > reader.limits.blockBytes ? .overLimit : .truncated, at: range.lowerBound)
        }
        parseXMP(Array(bytes), at: range.lowerBound)
    }

    mutating func parseXMP(_ packet: [UInt8], at position: Int) {
        let values = XMPValues(packet: packet)
        guard !values.isEmpty else { return reader.note(.malformed, at: position) }
        metadata.xmp = values
    }

    /// Reads an IPTC block: datasets one after the other.
    mutating func parseIPTC(_ range: Range<Int>) throws(MetadataError) {
        guard metadata.iptc.isEmpty, let bytes = try reader.slice(range) else { return }
        metadata.iptc = IPTCValues(datasets: Array(bytes))
    }

    /// Reads Photoshop's resources, which may go over several segments, for the IPTC block among them.
    mutating func parsePhotoshop(_ parts: [Range<Int>]) throws(MetadataError) {
        guard let first = parts.first, metadata.iptc.isEmpty else { return }
        if parts.count == 1 {
            guard let bytes = try reader.slice(first) else { return reader.note(.truncated, at: first.lowerBound) }
            return parsePhotoshop(bytes)
        }
        var bytes: [UInt8] = []
        for part in parts where bytes.count + part.count <= reader.limits.blockBytes {
            if let part = try reader.slice(part) { bytes += part }
        }
        parsePhotoshop(bytes[...])
    }

    private mutating func parsePhotoshop(_ bytes: ArraySlice<UInt8>) {
        guard let resource = PhotoshopResources(bytes).first(where: { $0.id == PhotoshopResource.iptc }) else { return }
        metadata.iptc = IPTCValues(datasets: Array(bytes[resource.data]))
    }
}
