/// A part of a source with positions of its own, like those in which the offsets of a TIFF structure are counted.
package struct ByteBlock {
    let reader: ByteReader
    /// The start of the block in the source.
    package let start: Int
    /// The number of bytes, as far as the source goes.
    package let count: Int

    /// Creates a block from a part of a source; anything past the source's end is left out.
    package init(_ reader: ByteReader, _ range: Range<Int>) {
        self.reader = reader
        start = min(max(range.lowerBound, 0), reader.count)
        count = max(min(range.upperBound, reader.count) - start, 0)
    }

    /// The whole source.
    package init(_ reader: ByteReader) {
        self.init(reader, 0..<reader.count)
    }

    /// The range of the block in the source.
    package var range: Range<Int> { start..<start + count }

    /// The position in the source of a position in the block, which a false claim may put far past the block's end.
    func place(of position: Int) -> Int {
        start + min(max(position, 0), count)
    }

    /// Some of the block's bytes; nil if they are not all present.
    @inline(__always)
    package func slice(_ position: Int, _ length: Int) throws(MetadataError) -> ArraySlice<UInt8>? {
        guard position >= 0, length >= 0, length <= count, position <= count - length else { return nil }
        return try reader.slice(start + position..<start + position + length)
    }

    /// Four bytes as a number, most significant first; nil if they are not all present.
    @inline(__always)
    func uint32(at position: Int) throws(MetadataError) -> Int? {
        guard position >= 0, position <= count - 4 else { return nil }
        return try reader.uint32(at: start + position)
    }

    /// A part of the block; anything outside is left out.
    func block(_ position: Int, _ length: Int) -> ByteBlock {
        let first = min(max(position, 0), count)
        let last = first + min(max(length, 0), count - first)
        return ByteBlock(reader, start + first..<start + last)
    }

    /// A part of the block; anything outside is left out.
    package func block(_ range: Range<Int>) -> ByteBlock {
        block(range.lowerBound, range.count)
    }
}

/// The order of a number's bytes.
package enum ByteOrder: Hashable, Sendable {
    /// Least significant first: `II`.
    case little
    /// Most significant first: `MM`, and all formats other than TIFF.
    case big
}

extension RandomAccessCollection where Element == UInt8, Index == Int {
    /// The unsigned number in `count` bytes from an index; nil if they are not all present.
    @inline(__always)
    package func number(at index: Int, bytes count: Int, _ order: ByteOrder) -> UInt64? {
        guard index >= startIndex, count <= 8, index <= endIndex - count else { return nil }
        var value: UInt64 = 0
        for step in 0..<count {
            let byte = UInt64(self[index + step])
            value = order == .big ? value << 8 | byte : value | byte << UInt64(8 * step)
        }
        return value
    }

    /// Two bytes as a number; nil if they are not present.
    @inline(__always)
    package func uint16(at index: Int, _ order: ByteOrder = .big) -> Int? {
        guard index >= startIndex, index <= endIndex - 2 else { return nil }
        let (first, second) = (Int(self[index]), Int(self[index + 1]))
        return order == .big ? first << 8 | second : second << 8 | first
    }

    /// Four bytes as a number; nil if they are not present.
    @inline(__always)
    package func uint32(at index: Int, _ order: ByteOrder = .big) -> Int? {
        guard let high = uint16(at: index, order), let low = uint16(at: index + 2, order) else { return nil }
        return order == .big ? high << 16 | low : low << 16 | high
    }

    /// Eight bytes as a number; nil if they are not present, or exceed `Int.max`.
    func uint64(at index: Int, _ order: ByteOrder = .big) -> Int? {
        number(at: index, bytes: 8, order).flatMap(Int.init(exactly:))
    }

    /// Whether the bytes at an index match a text.
    @inline(__always)
    package func matches(_ text: StaticString, at index: Int) -> Bool {
        let count = text.utf8CodeUnitCount
        guard index >= startIndex, index <= endIndex - count else { return false }
        return text.withUTF8Buffer { expected in
            for step in 0..<count where self[index + step] != expected[step] { return false }
            return true
        }
    }
}

extension [UInt8] {
    /// Appends a number's low bytes; higher ones are cut off.
    package mutating func append(_ number: Int, bytes count: Int, _ order: ByteOrder = .big) {
        for step in 0..<count {
            let shift = 8 * (order == .big ? count - 1 - step : step)
            append(UInt8(truncatingIfNeeded: number >> shift))
        }
    }
}
