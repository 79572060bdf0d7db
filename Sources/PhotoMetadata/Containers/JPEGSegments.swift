/// A segment of a JPEG file: a marker, and the bytes up to the next one.
package struct JPEGSegment {
    /// The marker's second byte; 0 for bytes between two segments.
    package let marker: UInt8
    /// The whole segment, including its marker and its length.
    package let range: Range<Int>
    /// Whether it is complete: the file does not end within it.
    package var isWhole = true

    package init(marker: UInt8, range: Range<Int>, isWhole: Bool = true) {
        self.marker = marker
        self.range = range
        self.isWhole = isWhole
    }

    /// The bytes after the marker and the length.
    package var payload: Range<Int> {
        min(range.lowerBound + (marker == 0 ? 0 : 4), range.upperBound)..<range.upperBound
    }

    /// Whether it holds the picture's size: true for all start-of-frame markers.
    package var isFrame: Bool {
        (0xC0...0xCF).contains(marker) && marker != 0xC4 && marker != 0xC8 && marker != 0xCC
    }
}

/// The segments of a JPEG file up to its picture data, one by one.
package struct JPEGSegments: FileWalk {
    package let reader: ByteReader
    package private(set) var position: Int
    private var parts = 0
    /// The number of bytes outside segments that may still be skipped.
    private var strays = mostStrays
    private static let mostStrays = 1 << 20
    /// Complete at the picture data, and at the end of a picture without any.
    package internal(set) var end: WalkEnd?
    /// Whether it ended at a scan, and not at the end of a picture without one.
    package private(set) var hasScan = false

    /// Creates the sequence of segments after the two bytes that a JPEG file begins with.
    package init(_ reader: ByteReader, at start: Int = 0) {
        self.reader = reader
        position = start + 2
    }

    /// Returns the next segment; nil at the picture data, at the picture's end, or if there is no segment.
    package mutating func next() throws(MetadataError) -> JPEGSegment? {
        guard end == nil else { return nil }
        guard parts < reader.limits.parts else { return stop(.limitReached, noting: .overLimit(.parts)) }
        parts += 1
        guard let head = try head() else { return nil }
        let marker = UInt8(truncatingIfNeeded: head >> 16)
        guard marker != 0xDA, marker != 0xD9 else {
            hasScan = marker == 0xDA
            return stop(.complete)
        }
        let start = position
        if marker == 0x01 || (0xD0...0xD8).contains(marker) {
            position += 2
            return JPEGSegment(marker: marker, range: start..<position)
        }
        guard head & 0xFFFF >= 2 else {
            let isCut = start > reader.count - 4
            return stop(isCut ? .truncated : .damaged, noting: isCut ? .truncated : .malformed)
        }
        position = start + 2 + (head & 0xFFFF)
        let isWhole = position <= reader.count
        if !isWhole { reader.note(.truncated, at: start) }
        return JPEGSegment(marker: marker, range: start..<min(position, reader.count), isWhole: isWhole)
    }

    /// Returns the header of the scan at which the walk ended; nil without a scan, or if its header is cut off.
    package func scanHeader() throws(MetadataError) -> JPEGSegment? {
        guard hasScan, let head = try reader.uint32(at: position), head & 0xFFFF >= 2 else { return nil }
        let end = position + 2 + (head & 0xFFFF)
        return end <= reader.count ? JPEGSegment(marker: 0xDA, range: position..<end) : nil
    }

    /// The marker and the length after it; skips fill bytes, and bytes that belong to no segment.
    ///
    /// Decoders also skip such bytes, up to a marker: 0xFF followed by a byte that is neither 0xFF nor 0.
    ///
    /// - Returns: the four bytes as a number; the length is 0 if the file ends after the marker. Nil, and the walk has
    ///   ended, if there is no marker.
    private mutating func head() throws(MetadataError) -> Int? {
        var fills = 0
        while fills < max(reader.limits.parts, 1), strays > 0 {
            guard let head = try fourBytes() else { return stop(.truncated, noting: .truncated) }
            let (mark, marker) = (head >> 24, head >> 16 & 0xFF)
            if mark == 0xFF, marker != 0xFF, marker != 0 { return head }
            if mark == 0xFF, marker == 0xFF {
                fills += 1
            } else {
                if strays == Self.mostStrays { reader.note(.malformed, at: position) }
                strays -= 1
            }
            position += 1
        }
        // The first stray byte is noted already.
        return strays > 0 ? stop(.limitReached, noting: .overLimit(.parts)) : stop(.damaged)
    }

    /// The next four bytes; the last two or three bytes of the file are padded with zeros.
    private func fourBytes() throws(MetadataError) -> Int? {
        if let head = try reader.uint32(at: position) { return head }
        guard let bytes = try reader.slice(position..<position + 2) else { return nil }
        return bytes.uint16(at: bytes.startIndex).map { $0 << 16 }
    }
}

/// The segments starting with the first scan, found in one pass through its own windows.
package struct JPEGScan {
    private static let windowLength = 1 << 16
    private let reader: ByteReader
    private var position: Int
    private var window: [UInt8] = []
    private var windowStart = 0

    package init(_ reader: ByteReader, from position: Int) {
        (self.reader, self.position) = (reader, position)
    }

    /// The next segment that is not a marker within picture data; nil after the last one.
    package mutating func next() throws(MetadataError) -> JPEGSegment? {
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

    /// The second byte of the next marker; moves the position to its first byte.
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

    /// Loads the window with some bytes; returns false if the file ends before them.
    private mutating func load(_ start: Int, _ count: Int) throws(MetadataError) -> Bool {
        if start >= windowStart, start + count <= windowStart + window.count { return true }
        guard start + count <= reader.count else { return false }
        window = Array(try reader.prefix(at: start, Self.windowLength))
        windowStart = start
        return window.count >= count
    }
}
