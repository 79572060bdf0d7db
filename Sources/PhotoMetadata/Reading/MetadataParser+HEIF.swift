extension MetadataParser {
    /// Reads the `meta` box of a picture, and the `moov` box of an image sequence; either may be missing.
    mutating func parseHEIF() throws(MetadataError) {
        let file = ByteBlock(reader)
        let meta = try MediaBoxes.first("meta", in: file)
        if let meta { try parseMeta(meta) }
        // Finding it costs a read behind the picture data, so a still picture is not searched for it.
        guard meta == nil || isSequence else { return }
        if let movie = try MediaBoxes.first("moov", in: file) {
            try parseMovieBox(movie)
        } else if meta == nil {
            reader.note(.malformed, at: 0)
        }
    }

    private var isSequence: Bool {
        (["msf1", "hevc", "hevx", "hevm", "hevs", "avis"] as [StaticString]).contains { reader.head.matches($0, at: 8) }
    }

    /// Reads the `meta` box, and follows it to EXIF and XMP at their positions in the file.
    private mutating func parseMeta(_ meta: ByteBlock) throws(MetadataError) {
        let boxes = try HEIFBoxes(meta)
        let items = try HEIFItems(boxes)
        if let box = boxes["iprp"], let primary = items.primary {
            let properties = try HEIFProperties(box, of: primary)
            metadata.pixelSize = properties.size
            metadata.containerOrientation = properties.orientation
        }
        guard !items.items.isEmpty, let box = boxes["iloc"], var locations = try HEIFLocations(box) else { return }
        let found = locations.find(items.items.map(\.id))
        for item in items.items {
            guard let location = found.first(where: { $0.id == item.id }) else { continue }
            if item.type == HEIFItems.exif, !hasEXIF { try parseEXIFItem(location, boxes) }
            if item.type == HEIFItems.mime, item.contentType == "application/rdf+xml" {
                try parseXMPItem(location, boxes)
            }
        }
    }

    /// Reads an EXIF item: the number of bytes before the TIFF structure, those bytes, and the structure.
    private mutating func parseEXIFItem(
        _ location: HEIFLocations.Location, _ boxes: HEIFBoxes
    ) throws(MetadataError) {
        guard let block = try content(location, boxes) else { return }
        guard let head = try block.slice(0, 4), let skipped = head.uint32(at: head.startIndex),
            skipped < block.count - 4
        else { return block.reader.noteMetadata(.malformed, at: block.start) }
        try parseEXIF(block.block(4 + skipped, block.count))
    }

    private mutating func parseXMPItem(
        _ location: HEIFLocations.Location, _ boxes: HEIFBoxes
    ) throws(MetadataError) {
        guard let block = try content(location, boxes), let bytes = try block.reader.block(block.range) else { return }
        parseXMP(Array(bytes), at: block.reader.origin?.position ?? block.start)
    }

    /// An item's bytes: a range of the file, or several parts joined; nil, with a note, if they are missing.
    private func content(
        _ location: HEIFLocations.Location, _ boxes: HEIFBoxes
    ) throws(MetadataError) -> ByteBlock? {
        guard let source = storage(of: location, boxes) else {
            reader.note(.malformed, at: boxes.meta.start)
            return nil
        }
        if location.parts.count == 1 {
            let claimed = location.parts[0]
            let isOpen = claimed.upperBound == .max && claimed.lowerBound <= source.count
            let part = isOpen ? claimed.lowerBound..<source.count : claimed
            guard part.upperBound <= source.count else { return cut(source.start + part.lowerBound) }
            return source.block(part.lowerBound, part.count)
        }
        var bytes: [UInt8] = []
        for part in location.parts {
            guard part.count <= reader.limits.blockBytes - bytes.count else {
                reader.note(.overLimit(.blockBytes), at: source.start + part.lowerBound)
                return nil
            }
            guard let slice = try source.slice(part.lowerBound, part.count) else {
                return cut(source.start + part.lowerBound)
            }
            bytes += slice
        }
        let position = source.start + (location.parts.first?.lowerBound ?? 0)
        return ByteBlock(try ByteReader(unpacked: bytes, at: position, of: reader))
    }

    private func storage(of location: HEIFLocations.Location, _ boxes: HEIFBoxes) -> ByteBlock? {
        switch location.storage {
        case .file: ByteBlock(reader)
        case .dataBox: boxes["idat"]
        case .elsewhere: nil
        }
    }

    private func cut(_ position: Int) -> ByteBlock? {
        reader.note(.truncated, at: position)
        return nil
    }
}

/// A box of a box-structured file (ISO 14496-12): HEIF, QuickTime, MP4.
struct MediaBox {
    /// Its type, as a number of four bytes.
    let type: Int
    /// The range of the whole box in its block.
    let range: Range<Int>
    /// The range of its content in its block.
    let content: Range<Int>
    /// Whether it claims to be longer than the enclosing block.
    let isCut: Bool

    /// Reads a box; nil if the block ends before it, or its length is impossible.
    init?(_ block: ByteBlock, at position: Int) throws(MetadataError) {
        guard let short = try block.uint32(at: position), let type = try block.uint32(at: position + 4) else {
            return nil
        }
        var (length, headLength) = (short, 8)
        if short == 0 { length = block.count - position }
        if short == 1 {
            guard let long = try block.slice(position + 8, 8), let value = long.uint64(at: long.startIndex) else {
                return nil
            }
            (length, headLength) = (value, 16)
        }
        guard length >= headLength else { return nil }
        self.type = type
        isCut = length > block.count - position
        let end = position + min(length, block.count - position)
        range = position..<end
        content = min(position + headLength, end)..<end
    }
}

/// The boxes in a block, one by one; for a whole file limited in total.
struct MediaBoxes {
    let block: ByteBlock
    private var position: Int

    /// The boxes of a block, from a position on.
    init(_ block: ByteBlock, from position: Int = 0) {
        self.block = block
        self.position = position
    }

    /// The next box; nil behind the last one.
    mutating func next() throws(MetadataError) -> MediaBox? {
        guard position < block.count else { return nil }
        let reader = block.reader
        guard reader.visit(at: block.start + position) else { return nil }
        guard let box = try MediaBox(block, at: position) else {
            // QuickTime ends some lists of boxes with four zero bytes.
            if block.count - position > 4 { reader.note(.malformed, at: block.start + position) }
            return nil
        }
        if box.isCut { reader.note(.truncated, at: block.start + position) }
        position = box.range.upperBound
        return box
    }

    /// The first box of a type.
    static func first(_ name: StaticString, in block: ByteBlock, from position: Int = 0) throws(MetadataError)
        -> ByteBlock?
    {
        let type = FourCC.number(name)
        var boxes = MediaBoxes(block, from: position)
        while let box = try boxes.next() {
            if box.type == type { return block.block(box.content.lowerBound, box.content.count) }
        }
        return nil
    }
}

/// The boxes of a HEIF file's `meta` box, found in one pass; of several of a type the first counts.
struct HEIFBoxes {
    /// The whole `meta` box.
    let meta: ByteBlock
    private var blocks: [(type: Int, block: ByteBlock)] = []

    /// The types that are read.
    private static let types: [Int] = ["pitm", "iinf", "iref", "iprp", "iloc", "idat"].map(FourCC.number)

    /// Walks over a `meta` box, whose content begins with a version and flags.
    init(_ meta: ByteBlock) throws(MetadataError) {
        self.meta = meta
        var boxes = MediaBoxes(meta, from: 4)
        while let box = try boxes.next() {
            guard Self.types.contains(box.type), !blocks.contains(where: { $0.type == box.type }) else { continue }
            blocks.append((box.type, meta.block(box.content.lowerBound, box.content.count)))
        }
    }

    subscript(name: StaticString) -> ByteBlock? {
        let type = FourCC.number(name)
        return blocks.first { $0.type == type }?.block
    }
}
