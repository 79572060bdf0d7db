/// The directory of the pictures behind a JPEG file's first one (CIPA DC-007), as a segment has it.
struct MultiPictureDirectory {
    /// Its version, how many pictures there are, and where and how long each of them is.
    private static let needed: Set<UInt16> = [0xB000, 0xB001, 0xB002]
    private static let signature = 4
    /// A file has some dozens at most; what is longer hides something.
    private static let mostPictures = 64

    let header: TIFFHeader
    private let payload: [UInt8]
    private let entries: [TIFFEntry]
    private let position: Int
    /// Where in the segment's bytes the list of pictures is, 16 bytes for each.
    let pictures: Range<Int>

    /// Reads a segment's bytes, its signature first; nil where they are no directory of pictures.
    init?(_ payload: [UInt8]) throws(MetadataError) {
        guard payload.count > Self.signature else { return nil }
        let reader = try ByteReader(MemoryBytes(payload), limits: TIFFEditor.limits)
        let block = ByteBlock(reader, Self.signature..<payload.count)
        guard let header = try TIFFHeader(block), !header.isBig,
            let directory = try TIFFDirectory(block, at: header.firstDirectory, header), !directory.isCut,
            let list = directory[0xB002], let length = list.byteCount, length > 0, length % 16 == 0,
            length / 16 <= Self.mostPictures, list.valuePosition <= block.count,
            length <= block.count - list.valuePosition
        else { return nil }
        (self.header, self.payload, position) = (header, payload, directory.position)
        entries = directory.entries.filter { Self.needed.contains($0.id) && ($0.isInline || $0.id == 0xB002) }
        let start = Self.signature + list.valuePosition
        pictures = start..<start + length
    }

    /// The segment's bytes with only what says where the pictures are: nothing moves, all else becomes zeros.
    var bare: [UInt8] {
        var bare = [UInt8](repeating: 0, count: payload.count)
        bare.replaceSubrange(pictures, with: payload[pictures])
        bare.replaceSubrange(0..<Self.signature + 8, with: payload[..<(Self.signature + 8)])
        var directory: [UInt8] = []
        directory.append(entries.count, bytes: 2, header.order)
        for entry in entries {
            let start = Self.signature + entry.position
            directory += payload[start..<start + header.entryLength]
        }
        let start = Self.signature + position
        bare.replaceSubrange(start..<start + directory.count, with: directory)
        return bare
    }
}
