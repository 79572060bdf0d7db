/// A tag's new value.
struct TIFFValue {
    let id: UInt16
    let type: MetadataTag.ValueType
    let bytes: [UInt8]

    /// How many values the bytes are.
    var count: Int { bytes.count / type.byteCount }

    /// Text, with a zero byte behind it.
    static func text(_ id: UInt16, _ text: String) -> TIFFValue {
        TIFFValue(id: id, type: .ascii, bytes: Array(text.utf8) + [0])
    }

    /// One number of two bytes.
    static func short(_ id: UInt16, _ number: Int, _ order: ByteOrder) -> TIFFValue {
        var bytes: [UInt8] = []
        bytes.append(number, bytes: 2, order)
        return TIFFValue(id: id, type: .short, bytes: bytes)
    }

    /// Bytes as they are.
    static func bytes(_ id: UInt16, _ type: MetadataTag.ValueType, _ bytes: [UInt8]) -> TIFFValue {
        TIFFValue(id: id, type: type, bytes: bytes)
    }

    /// The position of a directory, as wide as the structure's offsets.
    static func pointer(_ id: UInt16, _ position: Int, _ header: TIFFHeader) -> TIFFValue {
        pointers(id, [position], header)
    }

    /// The positions of some directories.
    static func pointers(_ id: UInt16, _ positions: [Int], _ header: TIFFHeader) -> TIFFValue {
        var bytes: [UInt8] = []
        for position in positions { bytes.append(position, bytes: header.offsetLength, header.order) }
        return TIFFValue(id: id, type: header.isBig ? .long8 : .long, bytes: bytes)
    }

    /// The entry of a directory: with the value in it, or with the value's position.
    func entry(at position: Int?, _ header: TIFFHeader) -> [UInt8] {
        var entry: [UInt8] = []
        entry.append(Int(id), bytes: 2, header.order)
        entry.append(Int(type.rawValue), bytes: 2, header.order)
        entry.append(count, bytes: header.offsetLength, header.order)
        if let position {
            entry.append(position, bytes: header.offsetLength, header.order)
        } else {
            entry += bytes + [UInt8](repeating: 0, count: header.offsetLength - bytes.count)
        }
        return entry
    }
}
