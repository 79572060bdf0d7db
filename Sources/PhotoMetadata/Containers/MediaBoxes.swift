/// A box of a box-structured file (ISO 14496-12): HEIF, QuickTime, MP4.
struct MediaBox {
    /// Its type, as a number of four bytes.
    let type: Int
    /// The range of the whole box in its block.
    let range: Range<Int>
    /// The range of its content in its block.
    let content: Range<Int>
    /// Whether it claims to be longer than the enclosing block.
    let isCut: Bool

    /// Reads a box; nil if the block ends before it, or its length is impossible.
    init?(_ block: ByteBlock, at position: Int) throws(MetadataError) {
        guard let short = try block.uint32(at: position), let type = try block.uint32(at: position + 4) else {
            return nil
        }
        var (length, headLength) = (short, 8)
        if short == 0 { length = block.count - position }
        if short == 1 {
            guard let long = try block.slice(position + 8, 8), let value = long.uint64(at: long.startIndex) else {
                return nil
            }
            (length, headLength) = (value, 16)
        }
        guard length >= headLength else { return nil }
        self.type = type
        isCut = length > block.count - position
        let end = position + min(length, block.count - position)
        range = position..<end
        content = min(position + headLength, end)..<end
    }
}

/// The boxes in a block, one by one; for a whole file limited in total.
struct MediaBoxes {
    let block: ByteBlock
    private var position: Int

    /// The boxes of a block, from a position on.
    init(_ block: ByteBlock, from position: Int = 0) {
        self.block = block
        self.position = position
    }

    /// The next box; nil behind the last one.
    mutating func next() throws(MetadataError) -> MediaBox? {
        guard position < block.count else { return nil }
        let reader = block.reader
        guard reader.visit(at: block.start + position) else { return nil }
        guard let box = try MediaBox(block, at: position) else {
            // QuickTime ends some lists of boxes with four zero bytes.
            if block.count - position > 4 { reader.note(.malformed, at: block.start + position) }
            return nil
        }
        if box.isCut { reader.note(.truncated, at: block.start + position) }
        position = box.range.upperBound
        return box
    }

    /// The first box of a type.
    static func first(_ name: StaticString, in block: ByteBlock, from position: Int = 0) throws(MetadataError)
        -> ByteBlock?
    {
        let type = FourCC.number(name)
        var boxes = MediaBoxes(block, from: position)
        while let box = try boxes.next() {
            if box.type == type { return block.block(box.content.lowerBound, box.content.count) }
        }
        return nil
    }
}
