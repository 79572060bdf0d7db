/// The parts of containers in memory, for codecs: the same walks over segments, chunks and boxes that read metadata.
///
/// They return where the parts are, and not what they hold. Damage ends a walk, and is not noted.
package enum ContainerParts {
    /// The whole segments of a JPEG file, up to and including the header of its first scan.
    ///
    /// Bytes between two segments are skipped, as decoders do.
    package static func segments(ofJPEG bytes: [UInt8]) -> [(marker: UInt8, range: Range<Int>)] {
        guard let reader = reader(of: bytes) else { return [] }
        var segments = JPEGSegments(reader)
        var found: [(marker: UInt8, range: Range<Int>)] = []
        while let segment = try? segments.next() {
            guard segments.position <= bytes.count else { return found }
            found.append((segment.marker, segment.range))
        }
        let start = segments.position
        if segments.hasScan, let length = bytes.uint16(at: start + 2), length >= 2, start + 2 + length <= bytes.count {
            found.append((0xDA, start..<start + 2 + length))
        }
        return found
    }

    /// The whole chunks of a PNG file: their names, and the ranges of their contents.
    package static func chunks(ofPNG bytes: [UInt8]) -> some Sequence<(name: String, content: Range<Int>)> {
        sequence(state: reader(of: bytes).map { PNGChunks($0) }) { chunks in
            guard let chunk = try? chunks?.next(), chunk.isWhole else { return nil }
            return (FourCC.name(chunk.type), chunk.data)
        }
    }

    /// The boxes in a part of a HEIF file: their names, and the ranges of their contents.
    ///
    /// The last box may claim to extend behind the part's end, where its range ends then.
    ///
    /// - Parameter limit: the most boxes.
    /// - Returns: nil if there are more boxes than the limit.
    package static func boxes(
        ofHEIF bytes: [UInt8], in part: Range<Int>, limit: Int
    ) -> [(name: String, content: Range<Int>)]? {
        guard let reader = reader(of: bytes, limit: limit) else { return [] }
        let block = ByteBlock(reader, part)
        var boxes = MediaBoxes(block)
        var found: [(name: String, content: Range<Int>)] = []
        while let box = try? boxes.next() {
            let content = box.content
            found.append((FourCC.name(box.type), block.start + content.lowerBound..<block.start + content.upperBound))
        }
        return reader.problems.contains { $0.kind == .overLimit(.parts) } ? nil : found
    }

    /// A reader of bytes in memory, whose reads do not fail.
    private static func reader(of bytes: [UInt8], limit: Int = .max) -> ByteReader? {
        try? ByteReader(MemoryBytes(bytes), limits: MetadataLimits(parts: limit))
    }
}
