/// Reads the directories of a TIFF structure: a TIFF file, or the EXIF block of another format.
///
/// It follows each pointer once, so a loop ends, and reads no more directories, tags and bytes than the limits allow.
package struct TIFFParser: ~Copyable {
    /// The positions of blocks that have their own parsers.
    struct Embedded {
        var makerNote: Range<Int>?
        var xmp: Range<Int>?
        var iptc: Range<Int>?
        var photoshop: Range<Int>?
    }

    private typealias Pointer = (position: Int, directory: MetadataTag.Directory)

    private var block: ByteBlock
    private var header: TIFFHeader
    /// The directories still to read, and those already read before them.
    private var pending: [Pointer] = []
    private var visited: Set<Int> = []
    private var subImageCount = 0
    private(set) var tags: MetadataTags
    /// Whether the block lies unpacked in the file, so that its positions are those of the file.
    private let isInFile: Bool
    /// The number of bytes of values that are kept.
    private var keptBytes = 0
    private var isOverLimit = false
    /// The ranges of other blocks, in the structure's block.
    private(set) var embedded = Embedded()
    /// The directories that were read, by their positions in the block.
    private(set) var directories: [(kind: MetadataTag.Directory, position: Int)] = []

    /// Begins to read; nil if the block is not a TIFF structure.
    init?(_ block: ByteBlock) throws(MetadataError) {
        guard let header = try TIFFHeader(block) else { return nil }
        self.init(block, header)
    }

    /// Begins to read a structure whose header was read.
    @inline(__always)
    init(_ block: ByteBlock, _ header: TIFFHeader) {
        self.block = block
        self.header = header
        tags = MetadataTags()
        tags.order = header.order
        tags.near = block.reader.head
        isInFile = block.reader.origin == nil
    }

    /// Reads all directories.
    mutating func parse() throws(MetadataError) {
        tags.all.reserveCapacity(64)
        pending.reserveCapacity(6)
        directories.reserveCapacity(6)
        try parse(as: .image(0))
        try parseAppleMakerNote()
    }

    /// Reads the directories of another structure with the same byte order, and adds their tags.
    mutating func parse(
        _ further: ByteBlock, _ header: TIFFHeader, as directory: MetadataTag.Directory
    ) throws(MetadataError) {
        (block, self.header, pending, visited) = (further, header, [], [])
        try parse(as: directory)
    }

    private mutating func parse(as directory: MetadataTag.Directory) throws(MetadataError) {
        pending.append((header.firstDirectory, directory))
        var index = 0
        while index < pending.count, index < block.reader.limits.parts {
            try parseDirectory(pending[index], isRepeated: wasVisited(index))
            index += 1
        }
        if index < pending.count { block.reader.note(.overLimit(.parts), at: block.place(of: pending[index].position)) }
    }

    /// Whether a directory was already pending; a linear search, since most files have few.
    private mutating func wasVisited(_ index: Int) -> Bool {
        let position = pending[index].position
        if index < 16 { return pending[..<index].contains { $0.position == position } }
        if index == 16 { visited = Set(pending[..<16].map(\.position)) }
        return !visited.insert(position).inserted
    }

    private mutating func parseDirectory(_ pointer: Pointer, isRepeated: Bool) throws(MetadataError) {
        let (position, reader) = (pointer.position, block.reader)
        guard !isRepeated else { return reader.note(.loop, at: block.place(of: position)) }
        guard position > 0, let found = try TIFFDirectory(block, at: position, header) else {
            return reader.note(.malformed, at: block.place(of: position))
        }
        directories.append((pointer.directory, position))
        if found.isCut { reader.note(.truncated, at: block.place(of: position)) }
        if found.isOverLimit { reader.note(.overLimit(.tags), at: block.place(of: position)) }
        try add(found.entries, of: pointer.directory, in: block)
        if case .image(let number) = pointer.directory, found.next != 0 {
            pending.append((found.next, .image(number + 1)))
        }
    }

    private mutating func add(
        _ entries: TIFFEntries, of directory: MetadataTag.Directory, in block: ByteBlock
    ) throws(MetadataError) {
        let (code, limits) = (MetadataTag.DirectoryCode(directory), block.reader.limits)
        let span = entries.bytes.span
        for index in 0..<entries.count {
            let entry = entries.entry(at: index, in: span)
            guard try add(entry, code, in: block, limits) else {
                note(entry, in: block)
                continue
            }
            if Self.leadsOn(entry.id) { follow(entry, in: directory) }
        }
    }

    /// Adds a tag; returns false if it cannot be read.
    @inline(__always)
    private mutating func add(
        _ entry: TIFFEntry, _ directory: MetadataTag.DirectoryCode, in block: ByteBlock, _ limits: MetadataLimits
    ) throws(MetadataError) -> Bool {
        guard let type = entry.type, let length = entry.byteCount(of: type), entry.valuePosition <= block.count,
            length <= block.count - entry.valuePosition, tags.all.count < limits.tags
        else { return false }
        let start = block.start + entry.valuePosition
        let kept = try keep(entry.id, start..<start + length, block.reader, limits)
        tags.all.append(
            MetadataTag(
                directory, id: entry.id, type: type, count: entry.count, position: isInFile ? start : nil, kept: kept))
        return true
    }

    /// Notes the problem that keeps a tag from being read.
    private func note(_ entry: TIFFEntry, in block: ByteBlock) {
        let position = block.start + entry.position
        if entry.type == nil {
            return block.reader.note(.unknownType(tag: entry.id, type: entry.typeNumber), at: position)
        }
        let isOutside = entry.byteCount.map { $0 > block.count - min(entry.valuePosition, block.count) } ?? true
        block.reader.note(isOutside ? .valueOutside(tag: entry.id) : .overLimit(.tags), at: position)
    }

    /// Keeps the bytes of a value, unless they are many or have their own parser.
    ///
    /// - Returns: where they are kept; values in the file's first bytes need no copy.
    @inline(__always)
    private mutating func keep(
        _ id: UInt16, _ range: Range<Int>, _ reader: ByteReader, _ limits: MetadataLimits
    ) throws(MetadataError) -> Int? {
        // A value that leads to a directory is kept regardless of the limits: without it the whole directory would
        // be lost.
        let isPointer = range.count <= 16 && Self.leadsOn(id)
        guard isPointer || range.count <= limits.valueBytes, range.count <= 8 || !Self.isRead(elsewhere: id) else {
            return nil
        }
        guard isPointer || range.count <= limits.allValueBytes - keptBytes else {
            noteOverLimit(at: range.lowerBound, reader)
            return nil
        }
        keptBytes += range.count
        return range.upperBound <= tags.near.count ? range.lowerBound : try keepFar(range, reader)
    }

    private mutating func noteOverLimit(at position: Int, _ reader: ByteReader) {
        if !isOverLimit { reader.note(.overLimit(.allValueBytes), at: position) }
        isOverLimit = true
    }

    private mutating func keepFar(_ range: Range<Int>, _ reader: ByteReader) throws(MetadataError) -> Int? {
        guard let bytes = try reader.slice(range) else { return nil }
        defer { tags.far.append(contentsOf: bytes) }
        return tags.near.count + tags.far.count
    }

    /// Whether a tag points to a directory or a block; for most tags this is the only check.
    private static func leadsOn(_ id: UInt16) -> Bool {
        switch id {
        case 0x8769, 0x8825, 0xA005, 0x014A, makerNote, xmp, iptc, photoshop: true
        default: false
        }
    }

    /// Records the directories and blocks that the last tag points to; of two equal tags the first one counts.
    private mutating func follow(_ entry: TIFFEntry, in directory: MetadataTag.Directory) {
        switch (entry.id, directory) {
        case (0x8769, .image(0)): point(at: .exif)
        case (0x8825, .image): point(at: .gps)
        case (0xA005, .exif): point(at: .interoperability)
        case (0x014A, .image): pointAtSubImages()
        case (Self.makerNote, .exif): embedded.makerNote = embedded.makerNote ?? entry.valueRange
        case (Self.xmp, .image(0)): embedded.xmp = embedded.xmp ?? entry.valueRange
        case (Self.iptc, .image(0)): embedded.iptc = embedded.iptc ?? entry.valueRange
        case (Self.photoshop, .image(0)): embedded.photoshop = embedded.photoshop ?? entry.valueRange
        default: return
        }
    }

    private mutating func point(at directory: MetadataTag.Directory) {
        guard let tag = tags.all.last, let position = tags.firstInteger(of: tag) else { return }
        pending.append((position, directory))
    }

    private mutating func pointAtSubImages() {
        guard let tag = tags.all.last, let positions = tags.integers(of: tag) else { return }
        for position in positions.prefix(block.reader.limits.parts) {
            pending.append((position, .subImage(subImageCount)))
            subImageCount += 1
        }
    }

    package static let makerNote: UInt16 = 0x927C
    package static let xmp: UInt16 = 700
    package static let iptc: UInt16 = 33_723
    package static let photoshop: UInt16 = 34_377

    /// Whether a tag's value has its own parser.
    @inline(__always)
    private static func isRead(elsewhere id: UInt16) -> Bool {
        id == makerNote || id == xmp || id == iptc || id == photoshop
    }
}

extension TIFFParser {
    /// Apple's maker note: a directory whose offsets count from the note's own start.
    private mutating func parseAppleMakerNote() throws(MetadataError) {
        guard let range = embedded.makerNote else { return }
        let note = block.block(range.lowerBound, range.count)
        guard let head = try note.slice(0, 14), head.matches("Apple iOS\0", at: head.startIndex),
            head.matches("MM", at: head.startIndex + 12), header.order == .big
        else { return }
        guard let found = try TIFFDirectory(note, at: 14, .classic(.big)) else { return }
        try add(found.entries, of: .appleMakerNote, in: note)
    }
}
