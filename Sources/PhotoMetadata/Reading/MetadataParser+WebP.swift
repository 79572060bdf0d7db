extension MetadataParser {
    /// Reads the chunks: size, EXIF and XMP.
    mutating func parseWebP() throws(MetadataError) {
        var chunks = WebPChunks(reader)
        while let chunk = try chunks.next() {
            switch chunk.type {
            case WebPChunk.exif where !hasEXIF: try parseEXIF(webPBlock(chunk))
            case WebPChunk.xmp: try parseXMP(chunk.data)
            case WebPChunk.extended, WebPChunk.lossy, WebPChunk.lossless:
                if metadata.pixelSize == nil { metadata.pixelSize = try reader.webPSize(of: chunk) }
            default: continue
            }
        }
    }

    /// The TIFF structure of a chunk; some programs put JPEG's signature in front of it.
    private func webPBlock(_ chunk: WebPChunk) throws(MetadataError) -> ByteBlock {
        let head = try reader.prefix(at: chunk.data.lowerBound, 6)
        let skipped = head.matches("Exif\0\0", at: head.startIndex) ? 6 : 0
        return ByteBlock(reader, chunk.data.dropFirst(skipped))
    }
}

extension ByteReader {
    /// The size of the picture that a WebP chunk holds or describes; nil if it does not say.
    package func webPSize(of chunk: WebPChunk) throws(MetadataError) -> PixelSize? {
        let bytes = try prefix(at: chunk.data.lowerBound, min(chunk.data.count, 10))
        let start = bytes.startIndex
        switch chunk.type {
        case WebPChunk.extended:
            guard let width = bytes.number(at: start + 4, bytes: 3, .little),
                let height = bytes.number(at: start + 7, bytes: 3, .little)
            else { return nil }
            return PixelSize(width: Int(width) + 1, height: Int(height) + 1)
        case WebPChunk.lossy:
            guard bytes.number(at: start + 3, bytes: 3, .big) == 0x9D012A,
                let width = bytes.uint16(at: start + 6, .little), let height = bytes.uint16(at: start + 8, .little)
            else { return nil }
            return PixelSize(storedWidth: width & 0x3FFF, height: height & 0x3FFF)
        case WebPChunk.lossless:
            guard bytes.first == 0x2F, let bits = bytes.uint32(at: start + 1, .little) else { return nil }
            return PixelSize(width: bits & 0x3FFF + 1, height: bits >> 14 & 0x3FFF + 1)
        default: return nil
        }
    }
}
