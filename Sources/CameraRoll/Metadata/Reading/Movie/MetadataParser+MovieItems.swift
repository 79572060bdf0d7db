// A movie's values: QuickTime's keys with their items, iTunes' items, and user data.

extension MetadataParser {
    /// A `meta` box: with version and flags in MP4, without them in QuickTime.
    mutating func parseMovieMeta(_ box: ByteBlock) throws(MetadataError) {
        let head = try box.slice(0, 8)
        let isPlain = head.map { $0.uint32(at: $0.startIndex + 4) == FourLetters.number("hdlr") } ?? false
        let start = isPlain ? 0 : 4
        guard let list = try MediaBoxes.first("ilst", in: box, from: start) else { return }
        let keys = try MediaBoxes.first("keys", in: box, from: start).map(Self.keys) ?? []
        var items = MediaBoxes(list)
        while let item = try items.next() {
            let content = list.block(item.content.lowerBound, item.content.count)
            guard let text = try Self.itemText(content), !text.isEmpty else { continue }
            let key = item.type >= 1 && item.type <= keys.count ? keys[item.type - 1] : Self.name(of: item.type)
            add(text, for: key, at: content.start)
        }
    }

    /// The names of QuickTime's keys, in the order of their numbers.
    private static func keys(_ box: ByteBlock) throws(MetadataError) -> [String] {
        var keys: [String] = []
        var boxes = MediaBoxes(box, from: 8)
        while let key = try boxes.next() {
            let name = try box.slice(key.content.lowerBound, min(key.content.count, 256))
            keys.append(name.map { MetadataText.decode($0) } ?? "")
        }
        return keys
    }

    /// An item's text; nil where its value is none.
    private static func itemText(_ item: ByteBlock) throws(MetadataError) -> String? {
        guard let data = try MediaBoxes.first("data", in: item), let head = try data.slice(0, 8),
            let kind = head.uint32(at: head.startIndex), kind == 1, data.count <= item.reader.limits.valueBytes
        else { return nil }
        return try data.slice(8, data.count - 8).map { MetadataText.decode($0) }
    }

    /// User data: texts with a length and a language, 3GPP's boxes, and XMP.
    mutating func parseUserData(_ box: ByteBlock) throws(MetadataError) {
        var boxes = MediaBoxes(box)
        while let entry = try boxes.next() {
            let content = box.block(entry.content.lowerBound, entry.content.count)
            switch entry.type {
            case FourLetters.number("XMP_"): try parseXMP(content.range)
            case FourLetters.number("meta"): try parseMovieMeta(content)
            case FourLetters.number("loci"): try parseLocation(content)
            case FourLetters.number("date"), FourLetters.number("cprt"): try parse3GPPText(content, entry.type)
            case _ where entry.type >> 24 == 0xA9: try parseUserText(content, entry.type)
            default: continue
            }
        }
    }

    private mutating func parseUserText(_ box: ByteBlock, _ type: Int) throws(MetadataError) {
        guard let head = try box.slice(0, 4), let length = head.uint16(at: head.startIndex),
            length <= reader.limits.valueBytes, let bytes = try box.slice(4, min(length, box.count - 4))
        else { return }
        add(MetadataText.decode(bytes), for: Self.name(of: type), at: box.start)
    }

    /// A text of 3GPP's (TS 26.244) behind version, flags and language, or of others without these.
    private mutating func parse3GPPText(_ box: ByteBlock, _ type: Int) throws(MetadataError) {
        guard box.count <= reader.limits.valueBytes, let bytes = try box.slice(0, box.count) else { return }
        let hasHead = bytes.uint32(at: bytes.startIndex) == 0
        guard let text = Self.text(bytes.dropFirst(hasHead ? 6 : 0))?.text, !text.isEmpty else { return }
        add(text, for: Self.name(of: type), at: box.start)
    }

    /// A place of 3GPP's: a name, what the place is to the movie, and three numbers with sixteen binary places.
    private mutating func parseLocation(_ box: ByteBlock) throws(MetadataError) {
        guard box.count <= reader.limits.valueBytes, let bytes = try box.slice(0, box.count) else { return }
        guard let length = Self.text(bytes.dropFirst(6))?.length, bytes.count >= 6 + length + 13 else { return }
        let start = bytes.startIndex + 6 + length
        let numbers = [5, 1, 9].compactMap { bytes.uint32(at: start + $0) }.map { Int32(truncatingIfNeeded: $0) }
        // 2 is a place of fiction.
        guard bytes[start] != 2, numbers.count == 3 else { return }
        let text = zip(numbers, [2, 3, 1]).map { ISO6709Location.text($0, digits: $1) }.joined() + "/"
        add(text, for: Self.name(of: FourLetters.number("loci")), at: box.start)
    }

    /// A text in UTF-8 or UTF-16 up to its zero, or to the end, and how many bytes both have.
    private static func text(_ bytes: ArraySlice<UInt8>) -> (text: String, length: Int)? {
        guard bytes.starts(with: [0xFE, 0xFF]) else {
            let text = bytes.prefix { $0 != 0 }
            return (MetadataText.decode(text), min(text.count + 1, bytes.count))
        }
        let units = stride(from: bytes.startIndex + 2, to: bytes.endIndex - 1, by: 2).lazy
            .compactMap { bytes.uint16(at: $0) }.map { UInt16(truncatingIfNeeded: $0) }.prefix { $0 != 0 }
        let text = Array(units)
        return (String(decoding: text, as: UTF16.self), min(2 * text.count + 4, bytes.count))
    }

    private mutating func add(_ text: String, for key: String, at position: Int) {
        guard metadata.movie.items[key] == nil, keeps(text, at: position) else { return }
        metadata.movie.items[key] = text
    }

    /// A type's four letters, of which the first may be the copyright sign.
    private static func name(of type: Int) -> String {
        MetadataText.latin([24, 16, 8, 0].map { UInt8(truncatingIfNeeded: type >> $0) }[...])
    }
}
