#if FolderLibrary && os(Linux)

/// An EXIF block: a TIFF structure without a picture.
enum EXIFBlock {
    /// The block without its second directory, which is that of the small picture.
    ///
    /// The first directory says where the second one is; that is set to 0, and nothing else moves.
    static func withoutThumbnail(_ exif: [UInt8]) -> [UInt8] {
        let isLittle = exif.starts(with: Array("II".utf8))
        func number(_ position: Int, _ count: Int) -> Int? {
            guard position >= 0, position <= exif.count - count else { return nil }
            let bytes = exif[position..<position + count]
            return (isLittle ? Array(bytes.reversed()) : Array(bytes)).reduce(0) { $0 << 8 | Int($1) }
        }
        guard let directory = number(4, 4), let entries = number(directory, 2) else { return exif }
        let link = directory + 2 + entries * 12
        guard number(link, 4) != nil else { return exif }
        var exif = exif
        for position in link..<link + 4 { exif[position] = 0 }
        return exif
    }
}
#endif
