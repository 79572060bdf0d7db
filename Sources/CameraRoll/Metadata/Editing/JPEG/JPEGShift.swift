/// By how much segments make a file longer, and what that means for a directory of further pictures (CIPA DC-007).
///
/// The directory counts the positions of pictures behind the first one from its own: what changes its length between
/// the two moves them. It has the length of the first picture, too.
struct JPEGShift {
    private let growth: [Int]

    /// From each segment's old place, and its new bytes where there are any.
    init(_ segments: [(range: Range<Int>, bytes: [UInt8]?)]) {
        growth = segments.map { segment in segment.bytes.map { $0.count - segment.range.count } ?? 0 }
    }

    /// The directory of further pictures, changed; nil where the segment is none, or nothing moves.
    func directory(
        at index: Int, _ range: Range<Int>, in layout: JPEGLayout
    ) throws(MetadataEditError) -> [UInt8]? {
        let total = growth.reduce(0, +)
        guard total != 0, layout.parts.contains(where: { $0.segment.range == range && $0.kind == .multiPicture }) else {
            return nil
        }
        let behind = growth[(index + 1)...].reduce(0, +)
        return try reading { () throws(MetadataError) in
            guard var bytes = try layout.reader.slice(range).map({ Array($0) }) else { return nil }
            let block = ByteBlock(layout.reader, range.dropFirst(8))
            guard let header = try TIFFHeader(block), !header.isBig,
                let directory = try TIFFDirectory(block, at: header.firstDirectory, header),
                let entries = directory[0xB002], let length = entries.byteCount,
                entries.valuePosition <= block.count, length <= block.count - entries.valuePosition
            else { return nil }
            for start in stride(from: 8 + entries.valuePosition, to: 8 + entries.valuePosition + length - 15, by: 16) {
                let isFirst = start == 8 + entries.valuePosition
                Self.add(isFirst ? total : 0, to: &bytes, at: start + 4, header.order)
                if !isFirst { Self.add(behind, to: &bytes, at: start + 8, header.order) }
            }
            return bytes
        }
    }

    private static func add(_ distance: Int, to bytes: inout [UInt8], at position: Int, _ order: ByteOrder) {
        guard let old = bytes.uint32(at: position, order), old > 0, distance != 0 else { return }
        var new: [UInt8] = []
        new.append(old + distance, bytes: 4, order)
        bytes.replaceSubrange(position..<position + 4, with: new)
    }
}
