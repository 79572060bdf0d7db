/// The parts of a JPEG file: its segments, where its picture data begin, and where they end.
struct JPEGLayout {
    /// A segment, and what it holds.
    struct Part {
        let segment: JPEGSegment
        let kind: JPEGSegmentKind
    }

    let reader: ByteReader
    let start: Int
    let parts: [Part]
    /// Where the picture data begin.
    let scan: Int

    /// The parts of the picture that begins at a position.
    ///
    /// - Throws: `.damaged` where the segments do not lead up to picture data.
    init(_ reader: ByteReader, at start: Int = 0) throws(MetadataEditError) {
        var segments = JPEGSegments(reader, at: start)
        let parts = try reading { () throws(MetadataError) in
            var parts: [Part] = []
            while let segment = try segments.next() {
                parts.append(Part(segment: segment, kind: try JPEGSegmentKind(segment, in: reader)))
            }
            return parts
        }
        guard segments.isComplete else { throw .damaged(.container, at: segments.position) }
        self.reader = reader
        self.start = start
        self.parts = parts
        scan = segments.position
    }

    /// Where the picture data end, their last marker among them; the file's end where they are cut short.
    ///
    /// - Complexity: reads all picture data.
    /// - Throws: `.unreadable`.
    func end() throws(MetadataEditError) -> Int {
        try reading { () throws(MetadataError) in
            var position = scan
            while let marker = try nextMarker(from: &position) {
                if marker == 0xD9 { return position + 2 }
                guard let bytes = try reader.slice(position + 2..<position + 4),
                    let length = bytes.uint16(at: bytes.startIndex)
                else { break }
                position += 2 + max(length, 2)
            }
            return reader.count
        }
    }

    /// The next marker that is none of those within picture data; the position goes to it.
    private func nextMarker(from position: inout Int) throws(MetadataError) -> UInt8? {
        while position + 1 < reader.count {
            let bytes = try reader.prefix(at: position, 1 << 16)
            for index in bytes.indices.dropLast() where bytes[index] == 0xFF {
                let marker = bytes[index + 1]
                guard marker != 0, marker != 0xFF, !(0xD0...0xD7).contains(marker) else { continue }
                position += index - bytes.startIndex
                return marker
            }
            position += max(bytes.count - 1, 1)
        }
        return nil
    }
}
