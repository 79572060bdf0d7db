/// A box of a box-structured file (ISO 14496-12): HEIF, QuickTime, MP4.
package struct MediaBox {
    /// Its type, as a number of four bytes.
    package let type: Int
    /// The range of the whole box in its block.
    package let range: Range<Int>
    /// The range of its content in its block.
    package let content: Range<Int>
    /// Whether its claimed length fits in the enclosing block.
    package let isWhole: Bool

    /// Reads a box; nil if the block ends before it, or its length is impossible.
    @inline(__always)
    fileprivate init?(_ block: ByteBlock, at position: Int) throws(MetadataError) {
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
        isWhole = length <= block.count - position
        let end = position + min(length, block.count - position)
        range = position..<end
        content = min(position + headLength, end)..<end
    }
}

/// The boxes in a block, one by one; their total number in a file is limited.
package struct MediaBoxes: ContainerWalk {
    let block: ByteBlock
    private var position: Int
    private var rest: Int
    /// Complete at the end of the block; damaged where neither a box nor the end follows.
    package private(set) var end: WalkEnd?

    /// Creates the boxes of a block.
    ///
    /// - Parameters:
    ///   - position: the start of the first box in the block.
    ///   - limit: the limit of boxes in this block, in addition to the reader's limit for the whole file.
    package init(_ block: ByteBlock, from position: Int = 0, limit: Int = .max) {
        (self.block, self.position, rest) = (block, position, limit)
    }

    /// Returns the next box; nil after the last one.
    package mutating func next() throws(MetadataError) -> MediaBox? {
        guard end == nil else { return nil }
        guard position < block.count else { return stop(.complete) }
        let reader = block.reader
        guard rest > 0, reader.visit(at: block.start + position) else { return stop(.limitReached) }
        rest -= 1
        guard let box = try MediaBox(block, at: position) else {
            // QuickTime ends some lists of boxes with four zero bytes.
            guard block.count - position > 4 else { return stop(.complete) }
            reader.note(.malformed, at: block.start + position)
            return stop(.damaged)
        }
        if !box.isWhole {
            reader.note(.truncated, at: block.start + position)
            end = .truncated
        }
        position = box.range.upperBound
        return box
    }

    private mutating func stop(_ reason: WalkEnd) -> MediaBox? {
        end = reason
        return nil
    }

    /// The content of the first box of a type.
    static func first(_ name: StaticString, in block: ByteBlock, from position: Int = 0) throws(MetadataError)
        -> ByteBlock?
    {
        let type = FourCC.number(name)
        var boxes = MediaBoxes(block, from: position)
        while let box = try boxes.next() {
            if box.type == type { return block.block(box.content) }
        }
        return nil
    }
}
