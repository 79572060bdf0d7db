extension MetadataParser {
    /// Reads the `meta` box of a picture, and the `moov` box of a sequence of pictures, of which either may be missing.
    mutating func parseHEIF() throws(MetadataError) {
        let file = ByteBlock(reader)
        let meta = try MediaBoxes.first("meta", in: file)
        if let meta { try parseMeta(meta) }
        // To look for it costs a read behind the picture data, so of pictures it is not looked for.
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

    /// Reads what the `meta` box says, and follows it to EXIF and XMP wherever they lie in the file.
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

    /// An EXIF item: the number of bytes in front of the TIFF structure, those bytes, the structure.
    private mutating func parseEXIFItem(
        _ location: HEIFLocations.Location, _ boxes: HEIFBoxes
    ) throws(MetadataError) {
        guard let block = try content(location, boxes) else { return }
        guard let head = try block.slice(0, 4), let skipped = head.uint32(at: head.startIndex),
            skipped < block.count - 4
        else { return block.reader.note(.malformed, at: block.start) }
        try parseEXIF(block.block(4 + skipped, block.count))
    }

    private mutating func parseXMPItem(
        _ location: HEIFLocations.Location, _ boxes: HEIFBoxes
    ) throws(MetadataError) {
        guard let block = try content(location, boxes), let bytes = try block.reader.block(block.range) else { return }
        parseXMP(Array(bytes), at: block.reader.origin?.position ?? block.start)
    }

    /// An item's bytes: a part of the file, or where they lie in several parts those put together; nil, and noted,
    /// where they are not there.
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
