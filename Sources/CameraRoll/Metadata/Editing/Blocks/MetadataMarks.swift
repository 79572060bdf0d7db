/// What metadata begin with or have in them, by which they are found in bytes that nobody knows.
enum MetadataMarks {
    private static let marks: [[UInt8]] = [
        "Exif\0", "xmpmeta", "GPSL", "GPS ", "8BIM", "ns.adobe.com", "ftyp", "moov", "mdat", "SEFT",
    ].map { Array($0.utf8) }
    private static let windowLength = 1 << 16

    /// Where the first one is in a range of a source; nil where there is none.
    ///
    /// - Complexity: O(range); reads it once.
    static func first(in range: Range<Int>, of source: any ByteSource) throws(MetadataEditError) -> Int? {
        try reading { () throws(MetadataError) in
            for start in stride(from: range.lowerBound, to: range.upperBound, by: windowLength) {
                // Each window goes on a little into the next one, so that no mark is cut in two.
                let bytes = try source.bytes(in: start..<min(start + windowLength + 16, range.upperBound))
                if let index = first(in: bytes) { return start + index }
            }
            return nil
        }
    }

    /// The index of the first one in some bytes.
    static func first(in bytes: [UInt8]) -> Int? {
        let starts = Set(marks.compactMap(\.first))
        return bytes.indices.first { index in
            starts.contains(bytes[index]) && marks.contains { bytes[index...].starts(with: $0) }
        }
    }
}
