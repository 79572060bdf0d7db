/// The tables that the JPEG strips of a TIFF file share (tag 347): a JPEG stream without a picture.
enum JPEGTables {
    /// Four tables of each kind have some 3 KB.
    static let longest = 64 << 10

    /// The tables with application segments and comments filled with zeros; nil where there are none.
    ///
    /// Where the stream is damaged, what is left of it is filled too: a decoder stops there.
    static func withoutApplications(_ bytes: [UInt8]) -> [UInt8]? {
        var result = bytes
        var position = 2
        while position + 4 <= bytes.count, bytes[position] == 0xFF, bytes[position + 1] != 0xD9 {
            let end = position + 2 + (bytes.uint16(at: position + 2) ?? 0)
            let marker = bytes[position + 1]
            guard end > position + 3, end <= bytes.count else { break }
            if (0xE0...0xEF).contains(marker) || marker == 0xFE {
                for index in position + 4..<end { result[index] = 0 }
            }
            position = end
        }
        let isEnd = position + 2 <= bytes.count && bytes[position] == 0xFF && bytes[position + 1] == 0xD9
        for index in min(isEnd ? position + 2 : position, bytes.count)..<bytes.count { result[index] = 0 }
        return result == bytes ? nil : result
    }
}
