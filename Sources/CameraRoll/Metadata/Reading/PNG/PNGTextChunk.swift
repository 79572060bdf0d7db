/// A text chunk's parts: `tEXt`, `zTXt` or `iTXt`.
package struct PNGTextChunk {
    let keyword: String
    /// The text's bytes, unpacked; nil where they cannot be unpacked within the limit.
    let bytes: [UInt8]?
    let isUTF8: Bool
    let isPacked: Bool
    /// Whether its keyword is that of a block of metadata.
    let isBlock: Bool
    /// What unpacking cost of the limit; 0 where there was nothing to unpack.
    package let cost: Int

    /// Reads a chunk's data; nil where they have no keyword.
    ///
    /// - Parameters:
    ///   - limit: how many bytes may be unpacked; where none may, it is not begun.
    ///   - textLimit: how many where it is no block of metadata but a text.
    package init?(_ data: ArraySlice<UInt8>, type: Int, limit: Int, textLimit: Int = .max) {
        guard let end = data.prefix(80).firstIndex(of: 0), end > data.startIndex else { return nil }
        keyword = MetadataText.latin(data[data.startIndex..<end])
        var rest = data[(end + 1)...]
        isUTF8 = type == PNGChunk.internationalText
        var isPacked = type == PNGChunk.compressedText
        if isUTF8 {
            guard rest.count >= 2 else { return nil }
            isPacked = rest[rest.startIndex] != 0
            // Behind the two flags a language and a translated keyword, each with a zero at its end.
            rest = rest.dropFirst(2)
            for _ in 0..<2 {
                guard let end = rest.firstIndex(of: 0) else { return nil }
                rest = rest[(end + 1)...]
            }
        } else if isPacked {
            rest = rest.dropFirst()
        }
        isBlock = keyword == Self.xmpKeyword || keyword.hasPrefix(Self.profilePrefix)
        let limit = isBlock ? limit : min(limit, textLimit)
        let unpacked = isPacked && limit > 0 ? Inflate.unpack(rest, limit: limit) : nil
        self.isPacked = isPacked
        bytes = isPacked ? unpacked?.bytes : Array(rest)
        cost = unpacked?.cost ?? 0
    }

    /// The text; nil where it could not be unpacked.
    var text: String? {
        bytes.map { isUTF8 ? MetadataText.decode($0[...]) : MetadataText.latin($0[...]) }
    }

    static let xmpKeyword = "XML:com.adobe.xmp"
    private static let profilePrefix = "Raw profile type "

    /// What ImageMagick and exiftool write as `Raw profile type …`: bytes in hexadecimal behind a name and a length.
    ///
    /// - Returns: the profile's kind, `exif`, `iptc` or `xmp` among others, and its bytes; nil where it is none.
    package var rawProfile: (kind: String, bytes: [UInt8])? {
        guard keyword.hasPrefix(Self.profilePrefix), let bytes else { return nil }
        let lines = bytes.split(separator: 0x0A, maxSplits: 2)
        guard lines.count == 3, let length = Int(String(decoding: lines[1], as: UTF8.self).filter { $0 != " " }) else {
            return nil
        }
        var profile: [UInt8] = []
        var high: UInt8?
        for digit in lines[2].lazy.compactMap(Self.hexadecimal) {
            if let top = high.take() { profile.append(top << 4 | digit) } else { high = digit }
        }
        return profile.count == length ? (String(keyword.dropFirst(Self.profilePrefix.count)), profile) : nil
    }

    private static func hexadecimal(_ byte: UInt8) -> UInt8? {
        switch byte {
        case 0x30...0x39: byte - 0x30
        case 0x41...0x46: byte - 0x37
        case 0x61...0x66: byte - 0x57
        default: nil
        }
    }
}
