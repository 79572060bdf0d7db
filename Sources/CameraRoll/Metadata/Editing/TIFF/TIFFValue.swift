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

    /// One number of four bytes.
    static func long(_ id: UInt16, _ number: Int, _ order: ByteOrder) -> TIFFValue {
        var bytes: [UInt8] = []
        bytes.append(number, bytes: 4, order)
        return TIFFValue(id: id, type: .long, bytes: bytes)
    }

    /// Bytes as they are.
    static func bytes(_ id: UInt16, _ type: MetadataTag.ValueType, _ bytes: [UInt8]) -> TIFFValue {
        TIFFValue(id: id, type: type, bytes: bytes)
    }
}
