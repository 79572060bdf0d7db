/// Reads one file: detects its format, and passes the blocks that it finds to their parsers.
package struct MetadataParser: ~Copyable {
    let reader: ByteReader
    var metadata: ImageMetadata
    private(set) var hasEXIF = false
    /// What a movie's fragments say about its duration.
    var fragments = MovieFragments()
    /// Whether a movie's track was found that is shown.
    var hasShownTrack = false
    /// The number of bytes that may still be unpacked from texts, since small packed data may become large.
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
        case .gif: try parseGIF()
        case .bmp: parseBMP()
        case .raw: try parseRaw()
        }
        metadata.notes = reader.problems
        metadata.hasDamagedPicture = reader.hasDamagedPicture
        metadata.hasRoomForNotes = reader.problems.count < reader.limits.problems
        metadata.bytesRead = reader.bytesRead
        return metadata
    }
}

// MARK: - Blocks that several formats share

extension MetadataParser {
    /// Reads a TIFF file, whose XMP and IPTC are values of tags.
    private mutating func parseTIFF() throws(MetadataError) {
        try parseEXIF(ByteBlock(reader))
        metadata.pixelSize = metadata.isCameraRaw ? metadata.tiff.largestPictureSize : metadata.tiff.pixelSize
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
        // The structure of a TIFF file is that of its picture too.
        reader.isInMetadata = metadata.format != .tiff && metadata.format != .raw
        defer { reader.isInMetadata = false }
        guard let header = try TIFFHeader(block) else { return reader.note(.malformed, at: block.start) }
        var parser = TIFFParser(block, header)
        try parser.parse()
        hasEXIF = true
        metadata.tags = parser.tags
        metadata.thumbnail = EmbeddedThumbnail(in: parser.tags, of: block)
        // Files of other formats store these elsewhere.
        guard metadata.format == .tiff else { return }
        let embedded = parser.embedded
        if let part = embedded.xmp { try parseXMP(block.block(part.lowerBound, part.count).range) }
        if let part = embedded.iptc { try parseIPTC(block.block(part.lowerBound, part.count).range) }
        if let part = embedded.photoshop { try parsePhotoshop([block.block(part.lowerBound, part.count).range]) }
    }

    /// Keeps an XMP packet; the first readable one counts.
    mutating func parseXMP(_ range: Range<Int>) throws(MetadataError) {
        guard !range.isEmpty, needsXMP(), let bytes = try reader.block(range) else { return }
        metadata.xmpPacket = XMPPacket(Array(bytes), at: range.lowerBound)
    }

    /// Keeps an XMP packet that was unpacked, or assembled from parts; the position is that of the first part.
    mutating func parseXMP(_ packet: [UInt8], at position: Int) {
        guard needsXMP() else { return }
        metadata.xmpPacket = XMPPacket(packet, at: position)
    }

    /// Whether no readable packet was found yet; the first packet is scanned for that only if there is a second
    /// one.
    private mutating func needsXMP() -> Bool {
        guard let packet = metadata.xmpPacket else { return true }
        guard packet.values.isEmpty else { return false }
        reader.noteMetadata(.malformed, at: packet.position)
        metadata.xmpPacket = nil
        return true
    }

    /// Reads an IPTC block: datasets one after the other.
    mutating func parseIPTC(_ range: Range<Int>) throws(MetadataError) {
        guard metadata.iptc.isEmpty, let bytes = try reader.block(range) else { return }
        metadata.iptc = IPTCValues(datasets: Array(bytes))
    }

    /// Reads Photoshop's resources, which may span several segments, to find the IPTC block among them.
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

/// Limits of the memory that the metadata reader uses, regardless of what a file claims (*Bounded Everything*).
///
/// A reader keeps the first 8 KiB of the file, `allValueBytes`, some 32 bytes for each of `tags`, and, for an XMP
/// packet, an IPTC block and each text, `blockBytes` with the values read from them; while reading, at most two more
/// blocks. Data cut off by a limit is reported by ``MetadataProblem/Kind/overLimit(_:)``, which names the limit, except
/// single values over `valueBytes`: these are valid, and their tags give their positions.
public struct MetadataLimits: Hashable, Sendable {
    /// The longest block taken into memory at once, in bytes: an XMP packet, a HEIF `meta` box; 4 MiB by default.
    public var blockBytes: Int
    /// The longest raw tag value that is kept, in bytes; for longer ones, only the position is kept; 8 KiB by default.
    public var valueBytes: Int
    /// The limit in bytes of all kept raw tag values together, and of all texts of a PNG; 256 KiB by default.
    ///
    /// Values that lead to directories do not count. Each text is unpacked only up to this limit.
    public var allValueBytes: Int
    /// The maximum number of raw tags read; 4,096 by default.
    public var tags: Int
    /// The maximum number of segments, directories, boxes, chunks and parts of items visited in all; 16,384 by default.
    public var parts: Int
    /// The maximum number of problems noted; 32 by default.
    public var problems: Int

    /// The maximum number of bytes read from a file of this length: several times the length, or less for a long file.
    ///
    /// This is more than a file needs if its blocks follow each other, and far less than one whose blocks point back
    /// and forth.
    func bytesRead(of byteCount: Int) -> Int {
        let small = (1 << 20) + 4 * min(byteCount, 1 << 50)
        let large = 4 * min(blockBytes, 1 << 50) + ByteReader.windowLength * min(parts, 1 << 40)
        return max(ByteReader.headLength, min(small, large))
    }

    /// Creates limits, each with its default; a limit below 0 counts as 0.
    public init(
        blockBytes: Int = 4 << 20, valueBytes: Int = 8 << 10, allValueBytes: Int = 256 << 10, tags: Int = 4_096,
        parts: Int = 16_384, problems: Int = 32
    ) {
        self.blockBytes = max(blockBytes, 0)
        self.valueBytes = max(valueBytes, 0)
        self.allValueBytes = max(allValueBytes, 0)
        self.tags = max(tags, 0)
        self.parts = max(parts, 0)
        self.problems = max(problems, 0)
    }
}

extension MetadataLimits {
    /// The limit that was exceeded.
    public enum Name: String, Hashable, Sendable, CaseIterable {
        /// ``MetadataLimits/blockBytes``: a block is longer, and was not read.
        case blockBytes
        /// ``MetadataLimits/allValueBytes``: for further tags, only the positions are kept, and further texts are left
        /// out.
        case allValueBytes
        /// ``MetadataLimits/tags``: further tags, and further texts, are left out.
        case tags
        /// ``MetadataLimits/parts``: the walk ended here.
        case parts
        /// In total, 1 MiB and four times the file's length are read, but at most four blocks (`blockBytes`) and 4
        /// KiB for each of `parts`.
        case bytesRead
        /// 8,192 elements and attributes in an XMP packet, 512 namespaces, 64 levels of nesting.
        case elements
        /// 16 items with metadata in a HEIF file.
        case items
    }
}
