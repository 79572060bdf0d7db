/// Changes tags of a TIFF structure without moving anything that is there.
///
/// Offsets are all over a TIFF structure, also in maker notes that nobody understands. So values are written over where
/// they fit and otherwise added behind the end, and so are directories that grow. What is removed is overwritten with
/// zeros, and nothing is written over bytes that two structures claim.
struct TIFFEditor {
    /// A directory that can be changed: what it is, and where.
    typealias Found = (kind: MetadataTag.Directory, position: Int)

    private(set) var bytes: PatchedBytes
    let header: TIFFHeader
    private let claims: TIFFClaims

    static let limits = MetadataLimits(
        blockBytes: 64 << 20, valueBytes: 16 << 20, allValueBytes: 64 << 20, tags: 1 << 16, parts: 1 << 14)

    /// An editor of a structure.
    ///
    /// - Throws: `.damaged` where it is none, `.unreadable`.
    init(_ source: any ByteSource, _ range: Range<Int>) throws(MetadataEditError) {
        bytes = PatchedBytes(source, range)
        let bytes = bytes
        let found = try reading { () throws(MetadataError) -> (TIFFHeader, TIFFClaims)? in
            let block = ByteBlock(try ByteReader(bytes, limits: Self.limits))
            guard let header = try TIFFHeader(block) else { return nil }
            return (header, try TIFFClaims(of: block, header))
        }
        guard let found else { throw .damaged(.exif, at: range.lowerBound) }
        (header, claims) = found
    }

    /// An editor of a new structure without tags.
    init() throws(MetadataEditError) {
        try self.init(MemoryBytes([0x4D, 0x4D, 0, 0x2A, 0, 0, 0, 8, 0, 0, 0, 0, 0, 0]), 0..<14)
    }

    /// Where the picture's data are.
    var pictures: [Range<Int>] { claims.pictures }

    /// All directories that can be reached, as they are now.
    func directories() throws(MetadataEditError) -> [Found] {
        try parsed().directories
    }

    /// All tags, as they are now.
    func tags() throws(MetadataEditError) -> MetadataTags {
        try parsed().tags
    }

    private func parsed() throws(MetadataEditError) -> TIFFParser {
        try reading { () throws(MetadataError) in
            guard var parser = try TIFFParser(ByteBlock(try ByteReader(bytes, limits: Self.limits))) else {
                throw .empty
            }
            try parser.parse()
            return parser
        }
    }

    func directory(at position: Int) throws(MetadataEditError) -> TIFFDirectory {
        let found = try reading { () throws(MetadataError) in
            try TIFFDirectory(ByteBlock(try ByteReader(bytes, limits: Self.limits)), at: position, header)
        }
        guard let found, !found.isCut, !found.isOverLimit else { throw .damaged(.exif, at: position) }
        return found
    }

    /// The bytes of an entry's value.
    func value(of entry: TIFFEntry) throws(MetadataEditError) -> [UInt8] {
        guard let length = entry.byteCount else { throw .damaged(.exif, at: entry.position) }
        let bytes = bytes
        let range = entry.valuePosition..<entry.valuePosition.addingWithoutOverflow(length)
        let value = try reading { () throws(MetadataError) in try bytes.bytes(in: range) }
        guard value.count == length else { throw .damaged(.exif, at: entry.position) }
        return value
    }

    /// Writes over bytes that belong to one owner only.
    mutating func write(_ new: [UInt8], at position: Int, _ owner: TIFFClaims.Owner) throws(MetadataEditError) {
        try claims.check(position..<position + new.count, owner)
        bytes.write(new, at: position)
    }

    mutating func append(_ new: [UInt8]) throws(MetadataEditError) -> Int {
        let position = bytes.append(new)
        let limit = header.isBig ? Int.max : Int(UInt32.max)
        guard bytes.byteCount <= limit else { throw .tooLong(.exif, bytes: bytes.byteCount, limit: limit) }
        return position
    }

    /// Fills an entry's value with zeros, where it does not stand in the entry itself.
    mutating func erase(_ entry: TIFFEntry, of directory: MetadataTag.Directory) throws(MetadataEditError) {
        guard !entry.isInline else { return }
        guard let length = entry.byteCount, entry.valuePosition <= bytes.byteCount,
            length <= bytes.byteCount - entry.valuePosition
        else { throw .damaged(.exif, at: entry.position) }
        let zeros = [UInt8](repeating: 0, count: length)
        try write(zeros, at: entry.valuePosition, .value(entry.id, directory))
    }
}

extension Int {
    fileprivate func addingWithoutOverflow(_ other: Int) -> Int {
        let (sum, overflow) = addingReportingOverflow(other)
        return overflow ? .max : sum
    }
}

extension TIFFClaims {
    /// The claims of all that can be reached in a structure.
    fileprivate init(of block: ByteBlock, _ header: TIFFHeader) throws(MetadataError) {
        self.init(headerLength: header.isBig ? 16 : 8)
        guard var parser = try TIFFParser(block) else { return }
        try parser.parse()
        for found in parser.directories {
            guard let directory = try TIFFDirectory(block, at: found.position, header) else { continue }
            let end = min(found.position + directory.byteCount(header, isImage: found.kind.isImage), block.count)
            add(found.position..<end, .directory(found.kind))
            for entry in directory.entries where !entry.isInline {
                guard let length = entry.byteCount, entry.valuePosition < block.count else { continue }
                let end = entry.valuePosition + min(length, block.count - entry.valuePosition)
                add(entry.valuePosition..<end, .value(entry.id, found.kind))
            }
            try addPictures(directory, of: found.kind, parser.tags, block)
        }
    }

    /// The data that a directory points at: strips, tiles, a JPEG stream.
    private mutating func addPictures(
        _ directory: TIFFDirectory, of kind: MetadataTag.Directory, _ tags: MetadataTags, _ block: ByteBlock
    ) throws(MetadataError) {
        for (offsets, lengths) in [(273, 279), (324, 325), (513, 514)] as [(UInt16, UInt16)] {
            guard let starts = tags[offsets, kind].flatMap({ tags.integers(of: $0) }) else { continue }
            let counts = tags[lengths, kind].flatMap { tags.integers(of: $0) } ?? []
            // Some programs point at a strip once more as at a JPEG stream, and give no length there.
            if offsets == 513, counts.isEmpty, tags[273, kind] != nil { continue }
            for (index, start) in starts.enumerated() where start > 0 && start < block.count {
                // Without a length all up to the end may be the picture's.
                let length = index < counts.count ? max(counts[index], 0) : block.count
                add(start..<start + min(length, block.count - start), .picture)
            }
        }
    }
}
