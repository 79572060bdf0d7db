extension MetadataParser {
    /// Reads the `meta` box, and follows it to EXIF and XMP wherever they lie in the file.
    mutating func parseHEIF() throws(MetadataError) {
        let file = ByteBlock(reader)
        guard let meta = try MediaBoxes.first("meta", in: file) else { return reader.note(.malformed, at: 0) }
        let items = try HEIFItems(meta)
        if let box = try MediaBoxes.first("iprp", in: meta, from: 4), let primary = items.primary {
            let properties = try HEIFProperties(box, of: primary)
            metadata.pixelSize = properties.size
            metadata.containerOrientation = properties.orientation
        }
        for item in items.items where try items.describesPrimary(item.id) {
            if item.type == HEIFItems.exif, !hasEXIF { try parseItem(item.id, meta) }
            if item.type == HEIFItems.mime, item.contentType == "application/rdf+xml" {
                try parseXMPItem(item.id, meta)
            }
        }
    }

    /// An EXIF item: the number of bytes in front of the TIFF structure, those bytes, the structure.
    private mutating func parseItem(_ item: Int, _ meta: ByteBlock) throws(MetadataError) {
        guard let block = try content(of: item, meta), let head = try block.slice(0, 4),
            let skipped = head.uint32(at: head.startIndex), skipped < block.count - 4
        else { return reader.note(.malformed, at: meta.start) }
        try parseEXIF(block.block(4 + skipped, block.count))
    }

    private mutating func parseXMPItem(_ item: Int, _ meta: ByteBlock) throws(MetadataError) {
        guard let block = try content(of: item, meta),
            let bytes = try block.slice(0, block.count)
        else { return }
        parseXMP(Array(bytes), at: block.start)
    }

    /// An item's bytes: a part of the file, or where they lie in several parts those put together.
    private func content(of item: Int, _ meta: ByteBlock) throws(MetadataError) -> ByteBlock? {
        guard let box = try MediaBoxes.first("iloc", in: meta, from: 4), var locations = try HEIFLocations(box),
            let location = try locations.find(item)
        else { return nil }
        var source = ByteBlock(reader)
        if location.isInDataBox {
            guard let data = try MediaBoxes.first("idat", in: meta, from: 4) else { return nil }
            source = data
        }
        if location.parts.count == 1 {
            let part = location.parts[0]
            guard part.upperBound <= source.count else { return cut(part.lowerBound) }
            return source.block(part.lowerBound, part.count)
        }
        var bytes: [UInt8] = []
        for part in location.parts {
            guard part.count <= reader.limits.blockBytes - bytes.count,
                let slice = try source.slice(part.lowerBound, part.count)
            else { return cut(part.lowerBound) }
            bytes += slice
        }
        return ByteBlock(try ByteReader(MemoryBytes(bytes), limits: reader.limits))
    }

    private func cut(_ position: Int) -> ByteBlock? {
        reader.note(.truncated, at: position)
        return nil
    }
}
