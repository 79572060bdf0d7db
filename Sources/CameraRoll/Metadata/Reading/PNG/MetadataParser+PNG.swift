extension MetadataParser {
    /// Reads the chunks: size, EXIF, XMP and texts; of the picture data only where they end.
    mutating func parsePNG() throws(MetadataError) {
        var chunks = PNGChunks(reader)
        while let chunk = try chunks.next() {
            switch chunk.type {
            case PNGChunk.header: try parseHeader(chunk)
            case PNGChunk.exif where !hasEXIF: try parseEXIF(ByteBlock(reader, chunk.data))
            case PNGChunk.text, PNGChunk.compressedText, PNGChunk.internationalText:
                if chunk.isWhole { try parseText(chunk) }
            default: continue
            }
        }
    }

    private mutating func parseHeader(_ chunk: PNGChunk) throws(MetadataError) {
        let bytes = try reader.prefix(at: chunk.data.lowerBound, 8)
        guard metadata.pixelSize == nil, let width = bytes.uint32(at: bytes.startIndex),
            let height = bytes.uint32(at: bytes.startIndex + 4)
        else { return }
        metadata.pixelSize = PixelSize(storedWidth: width, height: height)
    }

    private mutating func parseText(_ chunk: PNGChunk) throws(MetadataError) {
        guard let data = try reader.block(chunk.data) else { return }
        let longest = reader.limits.allValueBytes
        guard let text = PNGTextChunk(data, type: chunk.type, limit: unpackable, textLimit: longest) else {
            return reader.note(.malformed, at: chunk.range.lowerBound)
        }
        guard let bytes = text.bytes else {
            reader.note(unpackable > 0 ? .unreadableText : .overLimit(.blockBytes), at: chunk.range.lowerBound)
            // What cannot be unpacked may have cost all that was allowed.
            return unpackable = text.isBlock ? 0 : max(unpackable - longest, 0)
        }
        unpackable = max(unpackable - text.cost, 0)
        if text.keyword == PNGTextChunk.xmpKeyword {
            parseXMP(bytes, at: chunk.range.lowerBound)
        } else if let profile = text.rawProfile {
            try parseProfile(profile.kind, profile.bytes, at: chunk.range.lowerBound)
        } else if let string = text.text, keeps(string, at: chunk.range.lowerBound) {
            metadata.texts.append(PNGText(keyword: text.keyword, text: string))
        }
    }

    /// Reads a block that stands in a text, unpacked.
    private mutating func parseProfile(_ kind: String, _ bytes: [UInt8], at position: Int) throws(MetadataError) {
        switch kind {
        case "exif" where !hasEXIF, "APP1" where !hasEXIF:
            let block = try ByteReader(unpacked: bytes, at: position, of: reader)
            let isNamed = bytes.matches("Exif\0", at: 0)
            try parseEXIF(ByteBlock(block, (0..<bytes.count).dropFirst(isNamed ? 6 : 0)))
        case "xmp": parseXMP(bytes, at: position)
        case "iptc" where metadata.iptc.isEmpty:
            let resource = PhotoshopResources(bytes[...]).first { $0.id == PhotoshopResource.iptc }
            metadata.iptc = IPTCValues(datasets: resource.map { Array(bytes[$0.data]) } ?? bytes)
        default: return
        }
    }
}
