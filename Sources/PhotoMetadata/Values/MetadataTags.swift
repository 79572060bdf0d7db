/// All raw tags of a file, in the order of their directories, with their values as written in the file.
///
/// A value in the first kilobytes of the file stays there: these are read anyway, and kept as they are. Other
/// values are copied one after the other. Typed values are decoded from both on access, so a file's tags cost one
/// allocation, and only the values that are used are decoded.
public struct MetadataTags: Sendable {
    /// The tags.
    public internal(set) var all: [MetadataTag] = []
    /// The first bytes of the file, or of the block if it was unpacked.
    var near: [UInt8] = []
    /// The values that lie elsewhere.
    var far: [UInt8] = []
    /// The byte order of the values.
    package var order = ByteOrder.little

    /// The first tag with a number in a directory; nil if the directory has no such tag.
    ///
    /// - Complexity: O(tags).
    public subscript(id: UInt16, directory: MetadataTag.Directory) -> MetadataTag? {
        let code = MetadataTag.DirectoryCode(directory)
        return all.first { $0.matches(id, code) }
    }

    /// The bytes of a tag's value as they are in the file; nil if the value is too long to be kept.
    public func bytes(of tag: MetadataTag) -> ArraySlice<UInt8>? {
        guard let start = tag.kept else { return nil }
        let (values, first) = start < near.count ? (near, start) : (far, start - near.count)
        guard first <= values.count - tag.byteCount else { return nil }
        return values[first..<first + tag.byteCount]
    }

    /// A tag's values as whole numbers, converted from any numeric type; nil if they are not numbers.
    public func integers(of tag: MetadataTag) -> [Int]? {
        numbers(of: tag) { bytes, index in integer(in: bytes, tag.type, at: index) }
    }

    /// A tag's values as exact fractions, converted from any numeric type; nil if they are not numbers.
    public func rationals(of tag: MetadataTag) -> [MetadataRational]? {
        numbers(of: tag) { bytes, index in rational(in: bytes, tag.type, at: index) }
    }

    /// A tag's text up to its first zero byte, without trailing blanks; nil if it is not text.
    ///
    /// Read as UTF-8 if it is valid, and otherwise as Latin-1, in which every byte is valid.
    public func text(of tag: MetadataTag) -> String? {
        textBytes(of: tag).map(MetadataText.decode)
    }

    /// The bytes of a tag's text up to its first zero; nil if it is not text.
    func textBytes(of tag: MetadataTag) -> ArraySlice<UInt8>? {
        guard [.ascii, .utf8, .byte, .undefined].contains(tag.type) else { return nil }
        return bytes(of: tag)?.prefix { $0 != 0 }
    }

    private func numbers<Number>(of tag: MetadataTag, _ read: (ArraySlice<UInt8>, Int) -> Number?) -> [Number]? {
        guard let bytes = bytes(of: tag) else { return nil }
        var numbers: [Number] = []
        numbers.reserveCapacity(bytes.count / tag.type.byteCount)
        for index in stride(from: bytes.startIndex, to: bytes.endIndex, by: tag.type.byteCount) {
            guard let number = read(bytes, index) else { return nil }
            numbers.append(number)
        }
        return numbers
    }

    func integer(in values: ArraySlice<UInt8>, _ type: MetadataTag.ValueType, at index: Int) -> Int? {
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
            rational(in: values, type, at: index)?.value.flatMap { Int(exactly: $0.rounded(.towardZero)) }
        case .ascii, .utf8: nil
        }
    }

    func rational(in values: ArraySlice<UInt8>, _ type: MetadataTag.ValueType, at index: Int) -> MetadataRational? {
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
        default: return integer(in: values, type, at: index).map { MetadataRational(Int64($0), 1) }
        }
    }
}

extension MetadataTags: Hashable {
    /// Whether the tags are the same, in the same places, and have the same values.
    public static func == (left: MetadataTags, right: MetadataTags) -> Bool {
        left.order == right.order
            && left.all.elementsEqual(right.all) { $0.isSame(as: $1) && left.bytes(of: $0) == right.bytes(of: $1) }
    }

    /// Feeds the tags and their values.
    public func hash(into hasher: inout Hasher) {
        for tag in all {
            hasher.combine(tag.id)
            hasher.combine(bytes(of: tag))
        }
    }
}

// Values by their tag's number, for tags without a property in this package.

extension MetadataTags {
    /// The first value of a tag as a whole number, converted from any numeric type; fractions are cut off.
    ///
    /// - Returns: the number; nil if there is no such tag, its value is not a number, or is too long to be kept.
    /// - Complexity: O(tags).
    public func integer(_ id: UInt16, _ directory: MetadataTag.Directory) -> Int? {
        self[id, directory].flatMap { firstInteger(of: $0) }
    }

    /// The first value of a tag as an exact fraction, converted from any numeric type.
    ///
    /// - Returns: the fraction; nil if there is no such tag, its value is not a number, or is too long to be kept.
    /// - Complexity: O(tags).
    public func rational(_ id: UInt16, _ directory: MetadataTag.Directory) -> MetadataRational? {
        self[id, directory].flatMap { firstRational(of: $0) }
    }

    /// All values of a tag as whole numbers, as ``integers(of:)`` reads them.
    ///
    /// - Returns: the numbers; nil if there is no such tag, its values are not numbers, or are too long to be kept.
    /// - Complexity: O(tags + values).
    public func integers(_ id: UInt16, _ directory: MetadataTag.Directory) -> [Int]? {
        self[id, directory].flatMap { integers(of: $0) }
    }

    /// All values of a tag as exact fractions, as ``rationals(of:)`` reads them.
    ///
    /// - Returns: the fractions; nil if there is no such tag, its values are not numbers, or are too long to be
    ///   kept.
    /// - Complexity: O(tags + values).
    public func rationals(_ id: UInt16, _ directory: MetadataTag.Directory) -> [MetadataRational]? {
        self[id, directory].flatMap { rationals(of: $0) }
    }

    /// The bytes of a tag's value, as ``bytes(of:)`` returns them.
    ///
    /// - Returns: the bytes; nil if there is no such tag, or it is too long to be kept.
    /// - Complexity: O(tags).
    public func bytes(_ id: UInt16, _ directory: MetadataTag.Directory) -> ArraySlice<UInt8>? {
        self[id, directory].flatMap { bytes(of: $0) }
    }

    /// The text of a tag, as ``text(of:)`` reads it.
    ///
    /// - Returns: the text; nil if there is no such tag, it is not text, is empty, or is too long to be kept.
    /// - Complexity: O(tags).
    public func text(_ id: UInt16, _ directory: MetadataTag.Directory) -> String? {
        guard let text = self[id, directory].flatMap({ text(of: $0) }), !text.isEmpty else { return nil }
        return text
    }

    /// The bytes of a tag's text up to its first zero; nil if ``text(_:_:)`` is nil.
    func textBytes(_ id: UInt16, _ directory: MetadataTag.Directory) -> ArraySlice<UInt8>? {
        guard let text = self[id, directory].flatMap({ textBytes(of: $0) }),
            text.contains(where: { $0 != UInt8(ascii: " ") })
        else { return nil }
        return text
    }

    /// The first value of a tag, read without creating an array.
    func firstInteger(of tag: MetadataTag) -> Int? {
        guard tag.count > 0, let bytes = bytes(of: tag) else { return nil }
        return integer(in: bytes, tag.type, at: bytes.startIndex)
    }

    private func firstRational(of tag: MetadataTag) -> MetadataRational? {
        guard tag.count > 0, let bytes = bytes(of: tag) else { return nil }
        return rational(in: bytes, tag.type, at: bytes.startIndex)
    }
}

extension MetadataTags: CustomStringConvertible, CustomDebugStringConvertible {
    /// The number of tags, such as `41 tags`; ``all`` contains the tags themselves.
    public var description: String { all.count == 1 ? "1 tag" : "\(all.count) tags" }

    /// The same as ``description``, without the bytes of the values.
    public var debugDescription: String { description }
}
