extension MetadataParser {
    /// Reads the chunks: size, EXIF, XMP and texts; skips the picture data.
    mutating func parsePNG() throws(MetadataError) {
        var chunks = PNGChunks(reader)
        while let chunk = try chunks.next() {
            switch chunk.type {
            case PNGChunk.header: try parseHeader(chunk)
            case PNGChunk.exif where !hasEXIF: try parseEXIF(ByteBlock(reader, chunk.data))
            case PNGChunk.text, PNGChunk.compressedText, PNGChunk.internationalText:
                if chunk.isWhole { try parseText(chunk) }
            default: continue
            }
        }
    }

    private mutating func parseHeader(_ chunk: PNGChunk) throws(MetadataError) {
        let bytes = try reader.prefix(at: chunk.data.lowerBound, 8)
        guard metadata.pixelSize == nil, let width = bytes.uint32(at: bytes.startIndex),
            let height = bytes.uint32(at: bytes.startIndex + 4)
        else { return }
        metadata.pixelSize = PixelSize(storedWidth: width, height: height)
    }

    private mutating func parseText(_ chunk: PNGChunk) throws(MetadataError) {
        guard let data = try reader.block(chunk.data) else { return }
        let longest = reader.limits.allValueBytes
        guard let text = PNGTextChunk(data, type: chunk.type, limit: unpackable, textLimit: longest) else {
            return reader.noteMetadata(.malformed, at: chunk.range.lowerBound)
        }
        guard let bytes = text.bytes else {
            reader.note(unpackable > 0 ? .unreadableText : .overLimit(.blockBytes), at: chunk.range.lowerBound)
            // A text that cannot be unpacked may have used up the whole allowance.
            return unpackable = text.isBlock ? 0 : max(unpackable - longest, 0)
        }
        unpackable = max(unpackable - text.cost, 0)
        if text.keyword == PNGTextChunk.xmpKeyword {
            parseXMP(bytes, at: chunk.range.lowerBound)
        } else if let profile = text.rawProfile {
            try parseProfile(profile.kind, profile.bytes, at: chunk.range.lowerBound)
        } else if let string = text.text, keeps(string, at: chunk.range.lowerBound) {
            metadata.texts.append(PNGText(keyword: text.keyword, text: string))
        }
    }

    /// Reads a block that is stored in a text, unpacked.
    private mutating func parseProfile(_ kind: String, _ bytes: [UInt8], at position: Int) throws(MetadataError) {
        switch kind {
        case "exif" where !hasEXIF, "APP1" where !hasEXIF:
            let block = ByteReader(unpacked: bytes, at: position, of: reader)
            let isNamed = bytes.matches("Exif\0", at: 0)
            try parseEXIF(ByteBlock(block, (0..<bytes.count).dropFirst(isNamed ? 6 : 0)))
        case "xmp": parseXMP(bytes, at: position)
        case "iptc" where metadata.iptc.isEmpty:
            let resource = PhotoshopResources(bytes[...]).first { $0.id == PhotoshopResource.iptc }
            metadata.iptc = IPTCValues(datasets: resource.map { Array(bytes[$0.data]) } ?? bytes)
        default: return
        }
    }
}

/// A text of a PNG file: a keyword and its value.
public struct PNGText: Hashable, Sendable {
    /// The kind of text: `Title`, `Copyright`, `Creation Time`, or any other word.
    public let keyword: String
    /// The text.
    public let text: String
}

/// A text chunk's parts: `tEXt`, `zTXt` or `iTXt`.
package struct PNGTextChunk {
    let keyword: String
    /// The text's bytes, unpacked; nil if they cannot be unpacked within the limit.
    package let bytes: [UInt8]?
    let isUTF8: Bool
    package let isPacked: Bool
    /// Whether its keyword is that of a block of metadata.
    let isBlock: Bool
    /// The part of the limit that unpacking used up; 0 if there was nothing to unpack.
    package let cost: Int

    /// Reads a chunk's data; nil if it has no keyword.
    ///
    /// - Parameters:
    ///   - limit: the maximum number of bytes to unpack; 0 skips unpacking.
    ///   - textLimit: the limit for a plain text that is not a block of metadata.
    package init?(_ data: ArraySlice<UInt8>, type: Int, limit: Int, textLimit: Int = .max) {
        guard let end = data.prefix(80).firstIndex(of: 0), end > data.startIndex else { return nil }
        keyword = MetadataText.latin(data[data.startIndex..<end])
        var rest = data[(end + 1)...]
        isUTF8 = type == PNGChunk.internationalText
        var isPacked = type == PNGChunk.compressedText
        if isUTF8 {
            guard rest.count >= 2 else { return nil }
            isPacked = rest[rest.startIndex] != 0
            // The two flags are followed by a language and a translated keyword, each ending in a zero.
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

    /// The text; nil if it could not be unpacked.
    package var text: String? {
        bytes.map { isUTF8 ? MetadataText.decode($0[...]) : MetadataText.latin($0[...]) }
    }

    package static let xmpKeyword = "XML:com.adobe.xmp"
    private static let profilePrefix = "Raw profile type "

    /// The block that ImageMagick or exiftool wrote as `Raw profile type …`: a name, a length, and hexadecimal
    /// bytes.
    ///
    /// - Returns: the profile's kind, such as `exif`, `iptc` or `xmp`, and its bytes; nil if it is not one.
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
