/// The parts of a JPEG file: its segments, where its picture data begin, and where they end.
struct JPEGLayout {
    /// A segment, and what it holds.
    struct Part {
        let segment: JPEGSegment
        let kind: JPEGSegmentKind

        init(_ segment: JPEGSegment, in reader: ByteReader) throws(MetadataError) {
            self.segment = segment
            kind = try JPEGSegmentKind(segment, in: reader)
        }

        /// Bytes that belong to no segment.
        init(stray range: Range<Int>) {
            segment = JPEGSegment(marker: 0, range: range)
            kind = .stray
        }
    }

    let reader: ByteReader
    let parts: [Part]
    /// Where the picture data begin.
    let scan: Int
    /// Where another picture begins among the segments, or they end without a scan; nil in a sound file.
    ///
    /// A block whose length is false ends within its thumbnail: its end is not that of the file's picture.
    let fault: Int?

    /// The parts of the picture that begins at a position.
    ///
    /// - Throws: `.damaged` where the segments do not lead up to picture data.
    init(_ reader: ByteReader, at start: Int = 0) throws(MetadataEditError) {
        var segments = JPEGSegments(reader, at: start)
        let parts = try reading { () throws(MetadataError) in
            var parts: [Part] = []
            var end = start + 2
            while let segment = try segments.next() {
                if end < segment.range.lowerBound { parts.append(Part(stray: end..<segment.range.lowerBound)) }
                parts.append(try Part(segment, in: reader))
                end = segment.range.upperBound
            }
            if end < segments.position { parts.append(Part(stray: end..<segments.position)) }
            return parts
        }
        guard segments.isComplete else { throw .damaged(.container, at: segments.position) }
        self.reader = reader
        self.parts = parts
        scan = segments.position
        let second = parts.first { $0.segment.marker == 0xD8 }
        fault = second?.segment.range.lowerBound ?? (segments.hasScan ? nil : segments.position)
    }

    /// Where the picture data end, their last marker among them, and what stands between them that is no part of the
    /// picture: application segments and comments, in pictures of several scans.
    ///
    /// Where the data are cut short they end with the file.
    ///
    /// - Complexity: reads all picture data, once.
    /// - Throws: `.unknownData` where a segment stands among them that is none of a picture's; `.tooMany`,
    ///   `.unreadable`.
    func end() throws(MetadataEditError) -> (position: Int, late: [Part]) {
        var scan = JPEGScan(reader, from: scan)
        var late: [Part] = []
        while let segment = try reading({ () throws(MetadataError) in try scan.next() }) {
            // A picture that lacks its end is followed by the next one.
            if segment.marker == 0xD8 { return (segment.range.lowerBound, late) }
            if segment.marker == 0xD9 { return (segment.range.upperBound, late) }
            let part = try reading { () throws(MetadataError) in try Part(segment, in: reader) }
            if part.kind == .picture { continue }
            guard (0xE0...0xEF).contains(segment.marker) || segment.marker == 0xFE else {
                throw .unknownData(at: segment.range.lowerBound)
            }
            guard late.count < reader.limits.parts else { throw .tooMany(.container, limit: reader.limits.parts) }
            late.append(part)
        }
        return (reader.count, late)
    }
}

/// The segments from the first scan on, found in one pass through windows of its own.
struct JPEGScan {
    private static let windowLength = 1 << 16
    private let reader: ByteReader
    private var position: Int
    private var window: [UInt8] = []
    private var windowStart = 0

    init(_ reader: ByteReader, from position: Int) {
        (self.reader, self.position) = (reader, position)
    }

    /// The next segment that is none of the marks within picture data; nil where there is none.
    mutating func next() throws(MetadataError) -> JPEGSegment? {
        while let marker = try nextMarker() {
            let start = position
            position += 2
            if marker == 0x01 { continue }
            if marker == 0xD8 || marker == 0xD9 { return JPEGSegment(marker: marker, range: start..<position) }
            guard try load(start + 2, 2) else { return nil }
            let length = window.uint16(at: start + 2 - windowStart) ?? 0
            position = min(start + 2 + max(length, 2), reader.count)
            return JPEGSegment(marker: marker, range: start..<position)
        }
        return nil
    }

    /// The second byte of the next marker; the position goes to its first.
    private mutating func nextMarker() throws(MetadataError) -> UInt8? {
        while try load(position, 2) {
            for index in (position - windowStart)..<window.count - 1 where window[index] == 0xFF {
                let marker = window[index + 1]
                guard marker != 0, marker != 0xFF, !(0xD0...0xD7).contains(marker) else { continue }
                position = windowStart + index
                return marker
            }
            position = windowStart + window.count - 1
        }
        return nil
    }

    /// Has the window hold some bytes; false where the file ends before them.
    private mutating func load(_ start: Int, _ count: Int) throws(MetadataError) -> Bool {
        if start >= windowStart, start + count <= windowStart + window.count { return true }
        guard start + count <= reader.count else { return false }
        window = Array(try reader.prefix(at: start, Self.windowLength))
        windowStart = start
        return window.count >= count
    }
}
