#if FolderLibrary && os(Linux)
import CameraRoll

/// An EXIF block: a TIFF structure without a picture.
struct EXIFBlock {
    private(set) var bytes: [UInt8]
    private let isLittle: Bool

    /// The tags of an entry's directory and of the picture's width and height (EXIF 2.32, 4.6.3 and 4.6.5).
    private static let (exif, width, height) = (0x8769, 0xA002, 0xA003)

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        isLittle = bytes.starts(with: Array("II".utf8))
    }

    private func number(_ position: Int, _ count: Int) -> Int? {
        guard position >= 0, position <= bytes.count - count else { return nil }
        let part = bytes[position..<position + count]
        return (isLittle ? Array(part.reversed()) : Array(part)).reduce(0) { $0 << 8 | Int($1) }
    }

    /// The position of a tag's entry in a directory; nil without such an entry.
    private func entry(_ tag: Int, in directory: Int) -> Int? {
        guard let count = number(directory, 2) else { return nil }
        return (0..<count).lazy.map { directory + 2 + $0 * 12 }.first { number($0, 2) == tag && $0 + 12 <= bytes.count }
    }

    /// Removes the second directory, which is that of the thumbnail.
    ///
    /// Sets the first directory's pointer to it to 0; nothing moves.
    mutating func removeThumbnail() {
        guard let directory = number(4, 4), let entries = number(directory, 2) else { return }
        let link = directory + 2 + entries * 12
        guard number(link, 4) != nil else { return }
        for position in link..<link + 4 { bytes[position] = 0 }
    }

    /// Swaps width and height if they are those of the picture before rotation.
    mutating func turn(to size: PixelSize) {
        guard let directory = number(4, 4), let link = entry(Self.exif, in: directory), let exif = number(link + 8, 4),
            let width = entry(Self.width, in: exif), let height = entry(Self.height, in: exif),
            value(width) == size.height, value(height) == size.width
        else { return }
        // Type, count and value: the two may be of different types.
        for offset in 2..<12 { bytes.swapAt(width + offset, height + offset) }
    }

    /// The number in an entry, of two or four bytes.
    private func value(_ entry: Int) -> Int? {
        number(entry + 8, number(entry + 2, 2) == 3 ? 2 : 4)
    }
}
#endif
