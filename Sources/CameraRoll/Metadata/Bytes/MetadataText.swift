/// How bytes of unknown encoding are read as text.
enum MetadataText {
    /// UTF-8 where it is that, otherwise Latin-1; without blanks at the end.
    static func decode(_ bytes: ArraySlice<UInt8>) -> String {
        let end = bytes.lastIndex { $0 != UInt8(ascii: " ") && $0 != 0 }.map { $0 + 1 } ?? bytes.startIndex
        let trimmed = bytes[bytes.startIndex..<end]
        if let text = String(validating: trimmed, as: UTF8.self) { return text }
        return latin(trimmed)
    }

    /// Latin-1, whose bytes are the first 256 characters of Unicode.
    static func latin(_ bytes: ArraySlice<UInt8>) -> String {
        let wide = bytes.count { $0 >= 0x80 }
        return String(unsafeUninitializedCapacity: bytes.count + wide) { text in
            var count = 0
            for byte in bytes {
                if byte >= 0x80 {
                    text[count] = 0xC0 | byte >> 6
                    count += 1
                }
                text[count] = byte < 0x80 ? byte : 0x80 | byte & 0x3F
                count += 1
            }
            return count
        }
    }
}
