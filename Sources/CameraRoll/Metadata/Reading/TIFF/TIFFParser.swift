/// Reads the directories of a TIFF structure: that of a TIFF file, or the EXIF block of any other.
///
/// It follows each pointer once, so a loop ends, and reads no more directories, tags and bytes than the limits allow.
struct TIFFParser {
    private typealias Pointer = (position: Int, directory: MetadataTag.Directory)

    private let block: ByteBlock
    private let header: TIFFHeader
    private var pending: [Pointer] = []
    private var visited: [Int] = []
    private(set) var tags: MetadataTags
    /// Where blocks of other kinds lie, in the structure's block: XMP, IPTC, Photoshop's resources.
    private(set) var embedded: [UInt16: Range<Int>] = [:]
    /// The directories that were read, by their positions in the block.
    private(set) var directories: [(kind: MetadataTag.Directory, position: Int)] = []

    /// Begins to read; nil where the block is no TIFF structure.
    init?(_ block: ByteBlock) throws(MetadataError) {
        guard let header = try TIFFHeader(block) else { return nil }
        self.block = block
        self.header = header
        tags = MetadataTags()
        tags.order = header.order
    }

    /// Reads all directories.
    mutating func parse() throws(MetadataError) {
        pending = [(header.firstDirectory, .image(0))]
        tags.all.reserveCapacity(80)
        var index = 0
        while index < pending.count, index < block.reader.limits.parts {
            try parseDirectory(pending[index])
            index += 1
        }
        try parseAppleMakerNote()
    }

    private mutating func parseDirectory(_ pointer: Pointer) throws(MetadataError) {
        guard !visited.contains(pointer.position) else {
            return block.reader.note(.loop, at: block.start + pointer.position)
        }
        visited.append(pointer.position)
        guard pointer.position > 0, let found = try TIFFDirectory(block, at: pointer.position, header) else {
            return block.reader.note(.malformed, at: min(pointer.position, block.count) + block.start)
        }
        directories.append((pointer.directory, pointer.position))
        if found.isCut { block.reader.note(.truncated, at: block.start + pointer.position) }
        if found.isOverLimit { block.reader.note(.overLimit, at: block.start + pointer.position) }
        for entry in found.entries { try add(entry, pointer.directory, in: block) }
        if case .image(let number) = pointer.directory, found.next != 0 {
            pending.append((found.next, .image(number + 1)))
        }
    }

    private mutating func add(
        _ entry: TIFFEntry, _ directory: MetadataTag.Directory, in block: ByteBlock
    ) throws(MetadataError) {
        let reader = block.reader
        let position = block.start + entry.position
        guard let type = entry.type else {
            return reader.note(.unknownType(tag: entry.id, type: entry.typeNumber), at: position)
        }
        guard let length = entry.byteCount, entry.valuePosition <= block.count,
            length <= block.count - entry.valuePosition
        else { return reader.note(.valueOutside(tag: entry.id), at: position) }
        guard tags.all.count < reader.limits.tags else { return reader.note(.overLimit, at: position) }
        let kept = try keep(entry, length, in: block)
        let start = block.start + entry.valuePosition
        tags.all.append(
            MetadataTag(
                directory: directory, id: entry.id, type: type, count: entry.count, range: start..<start + length,
                kept: kept))
        if directory != .appleMakerNote { follow(entry, length, in: directory) }
    }

    /// Keeps the bytes of a value, unless they are many or have a reader of their own.
    private mutating func keep(
        _ entry: TIFFEntry, _ length: Int, in block: ByteBlock
    ) throws(MetadataError) -> Int? {
        let limits = block.reader.limits
        guard length <= limits.valueBytes, length <= limits.allValueBytes - tags.values.count,
            length <= 8 || !Self.isRead(elsewhere: entry.id),
            let bytes = try block.slice(entry.valuePosition, length)
        else { return nil }
        defer { tags.values.append(contentsOf: bytes) }
        return tags.values.count
    }

    /// Takes note of the directories and blocks that a tag points at.
    private mutating func follow(_ entry: TIFFEntry, _ length: Int, in directory: MetadataTag.Directory) {
        switch (entry.id, directory) {
        case (0x8769, .image(0)): point(at: .exif)
        case (0x8825, .image): point(at: .gps)
        case (0xA005, .exif): point(at: .interoperability)
        case (0x014A, .image): pointAtSubImages()
        case (let id, .image(0)) where Self.isRead(elsewhere: id):
            embedded[id] = entry.valuePosition..<entry.valuePosition + length
        case (Self.makerNote, .exif): embedded[Self.makerNote] = entry.valuePosition..<entry.valuePosition + length
        default: return
        }
    }

    private mutating func point(at directory: MetadataTag.Directory) {
        guard let tag = tags.all.last, let position = tags.integers(of: tag)?.first else { return }
        pending.append((position, directory))
    }

    private mutating func pointAtSubImages() {
        guard let tag = tags.all.last, let positions = tags.integers(of: tag) else { return }
        let first = pending.count { if case .subImage = $0.directory { true } else { false } }
        for (number, position) in positions.prefix(block.reader.limits.parts).enumerated() {
            pending.append((position, .subImage(first + number)))
        }
    }

    static let makerNote: UInt16 = 0x927C
    static let xmp: UInt16 = 700
    static let iptc: UInt16 = 33_723
    static let photoshop: UInt16 = 34_377

    /// Whether a tag's value has a reader of its own.
    private static func isRead(elsewhere id: UInt16) -> Bool {
        id == makerNote || id == xmp || id == iptc || id == photoshop
    }
}

extension TIFFParser {
    /// Apple's maker note: a directory whose offsets count from the note's own start.
    private mutating func parseAppleMakerNote() throws(MetadataError) {
        guard let range = embedded[Self.makerNote] else { return }
        let note = block.block(range.lowerBound, range.count)
        guard let head = try note.slice(0, 14), head.matches("Apple iOS\0", at: head.startIndex),
            head.matches("MM", at: head.startIndex + 12), header.order == .big
        else { return }
        guard let found = try TIFFDirectory(note, at: 14, .classic(.big)) else { return }
        for entry in found.entries { try add(entry, .appleMakerNote, in: note) }
    }
}
