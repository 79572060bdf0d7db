/// By how much segments make a file longer, and what that means for a directory of further pictures (CIPA DC-007).
///
/// The directory counts the positions of pictures behind the first one from its own: what changes its length between
/// the two moves them. It has the length of the first picture, too.
struct JPEGShift {
    /// By how much the segments from each one on grow.
    private var growth: [Int]

    /// From each segment's old place, and its new bytes where there are any.
    init(_ segments: [(range: Range<Int>, bytes: [UInt8]?)]) {
        growth = [0]
        for segment in segments.reversed() {
            growth.append((growth.last ?? 0) + (segment.bytes.map { $0.count - segment.range.count } ?? 0))
        }
        growth.reverse()
    }

    /// The directory of further pictures at a segment, changed; nil where nothing moves.
    ///
    /// - Throws: `.damaged` where it cannot be read, so that it would name bytes that are no longer there.
    func directory(at index: Int, _ segment: [UInt8], _ position: Int) throws(MetadataEditError) -> [UInt8]? {
        guard growth[0] != 0 else { return nil }
        var payload = Array(segment.dropFirst(4))
        let directory = try reading { () throws(MetadataError) in try MultiPictureDirectory(payload) }
        guard let directory else { throw .damaged(.container, at: position) }
        for start in stride(from: directory.pictures.lowerBound, to: directory.pictures.upperBound, by: 16) {
            let isFirst = start == directory.pictures.lowerBound
            Self.add(isFirst ? growth[0] : 0, to: &payload, at: start + 4, directory.header.order)
            if !isFirst { Self.add(growth[index + 1], to: &payload, at: start + 8, directory.header.order) }
        }
        return segment.prefix(4) + payload
    }

    private static func add(_ distance: Int, to bytes: inout [UInt8], at position: Int, _ order: ByteOrder) {
        guard let old = bytes.uint32(at: position, order), old > 0, distance != 0 else { return }
        var new: [UInt8] = []
        new.append(old + distance, bytes: 4, order)
        bytes.replaceSubrange(position..<position + 4, with: new)
    }
}
