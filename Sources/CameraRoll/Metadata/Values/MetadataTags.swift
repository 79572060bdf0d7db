/// All raw tags of a file, in the order of their directories, with their values as they are written.
///
/// Two arrays hold everything: one of tags, and one of the bytes of all values. Typed values are read from these when
/// they are asked for, so a file's tags cost two allocations.
public struct MetadataTags: Hashable, Sendable {
    /// The tags.
    public internal(set) var all: [MetadataTag] = []
    var values: [UInt8] = []
    /// The byte order of the values.
    var order = ByteOrder.little

    /// The first tag with a number in a directory; nil where there is none.
    ///
    /// - Complexity: O(tags).
    public subscript(id: UInt16, directory: MetadataTag.Directory) -> MetadataTag? {
        all.first { $0.id == id && $0.directory == directory }
    }

    /// The bytes of a tag's value as the file has them; nil where the value is too long to be kept.
    public func bytes(of tag: MetadataTag) -> ArraySlice<UInt8>? {
        guard let start = tag.kept, start >= 0, start <= values.count - tag.range.count else { return nil }
        return values[start..<start + tag.range.count]
    }

    /// A tag's values as whole numbers, whatever type they have; nil where they are no numbers.
    public func integers(of tag: MetadataTag) -> [Int]? {
        numbers(of: tag) { index in integer(of: tag.type, at: index) }
    }

    /// A tag's values as exact fractions, whatever type they have; nil where they are no numbers.
    public func rationals(of tag: MetadataTag) -> [MetadataRational]? {
        numbers(of: tag) { index in rational(of: tag.type, at: index) }
    }

    /// A tag's text up to its first zero byte, without blanks at its end; nil where it is no text.
    ///
    /// Read as UTF-8 where it is that, and otherwise as Latin-1, which every byte is part of.
    public func text(of tag: MetadataTag) -> String? {
        guard tag.type == .ascii || tag.type == .byte || tag.type == .undefined else { return nil }
        return bytes(of: tag).map { MetadataText.decode($0.prefix { $0 != 0 }) }
    }

    private func numbers<Number>(of tag: MetadataTag, _ read: (Int) -> Number?) -> [Number]? {
        guard let bytes = bytes(of: tag) else { return nil }
        var numbers: [Number] = []
        numbers.reserveCapacity(bytes.count / tag.type.byteCount)
        for index in stride(from: bytes.startIndex, to: bytes.endIndex, by: tag.type.byteCount) {
            guard let number = read(index) else { return nil }
            numbers.append(number)
        }
        return numbers
    }

    private func integer(of type: MetadataTag.ValueType, at index: Int) -> Int? {
        switch type {
        case .byte, .undefined: Int(values[index])
        case .signedByte: Int(Int8(truncatingIfNeeded: Int(values[index])))
        case .short: values.uint16(at: index, order)
        case .signedShort: values.uint16(at: index, order).map { Int(Int16(truncatingIfNeeded: $0)) }
        case .long, .directory: values.uint32(at: index, order)
        case .signedLong: values.uint32(at: index, order).map { Int(Int32(truncatingIfNeeded: $0)) }
        case .long8, .directory8: values.uint64(at: index, order)
        case .signedLong8: values.number(at: index, bytes: 8, order).map { Int(Int64(truncatingIfNeeded: $0)) }
        case .rational, .signedRational, .float, .double:
            rational(of: type, at: index)?.value.flatMap { Int(exactly: $0.rounded(.towardZero)) }
        case .ascii: nil
        }
    }

    private func rational(of type: MetadataTag.ValueType, at index: Int) -> MetadataRational? {
        switch type {
        case .rational, .signedRational:
            guard let top = values.uint32(at: index, order), let bottom = values.uint32(at: index + 4, order)
            else { return nil }
            if type == .rational { return MetadataRational(Int64(top), Int64(bottom)) }
            return MetadataRational(
                Int64(Int32(truncatingIfNeeded: top)), Int64(Int32(truncatingIfNeeded: bottom)))
        case .float:
            return values.uint32(at: index, order).flatMap {
                MetadataRational(exactly: Double(Float(bitPattern: UInt32(truncatingIfNeeded: $0))))
            }
        case .double:
            return values.number(at: index, bytes: 8, order).flatMap {
                MetadataRational(exactly: Double(bitPattern: $0))
            }
        default: return integer(of: type, at: index).map { MetadataRational(Int64($0), 1) }
        }
    }
}
