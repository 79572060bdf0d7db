extension MetadataParser {
    /// Reads the `meta` box of a picture, and the `moov` box of an image sequence; either may be missing.
    mutating func parseHEIF() throws(MetadataError) {
        let file = ByteBlock(reader)
        let meta = try MediaBoxes.first("meta", in: file)
        if let meta { try parseMeta(meta) }
        // Finding it costs a read past the picture data, so a still picture is not searched for it.
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
            guard part.upperBound <= source.count else { return cut(source.place(of: part.lowerBound)) }
            return source.block(part.lowerBound, part.count)
        }
        var bytes: [UInt8] = []
        for part in location.parts {
            guard part.count <= reader.limits.blockBytes - bytes.count else {
                reader.note(.overLimit(.blockBytes), at: source.place(of: part.lowerBound))
                return nil
            }
            guard let slice = try source.slice(part.lowerBound, part.count) else {
                return cut(source.place(of: part.lowerBound))
            }
            bytes += slice
        }
        let position = source.place(of: location.parts.first?.lowerBound ?? 0)
        return ByteBlock(ByteReader(unpacked: bytes, at: position, of: reader))
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

/// The boxes of a HEIF file's `meta` box, found in one pass; of several boxes of a type, the first counts.
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
            blocks.append((box.type, meta.block(box.content)))
        }
    }

    subscript(name: StaticString) -> ByteBlock? {
        let type = FourCC.number(name)
        return blocks.first { $0.type == type }?.block
    }
}
