/// How bytes of unknown encoding are read as text.
enum MetadataText {
    /// UTF-8 where it is that, otherwise Latin-1; without blanks at the end.
    static func decode(_ bytes: ArraySlice<UInt8>) -> String {
        let end = bytes.lastIndex { $0 != UInt8(ascii: " ") && $0 != 0 }.map { $0 + 1 } ?? bytes.startIndex
        let trimmed = bytes[bytes.startIndex..<end]
        if let text = String(validating: trimmed, as: UTF8.self) { return text }
        return latin(trimmed)
    }

    static func latin(_ bytes: ArraySlice<UInt8>) -> String {
        String(String.UnicodeScalarView(bytes.lazy.map { Unicode.Scalar($0) }))
    }
}
