/// The directories of a TIFF structure, each read once; pointers between them are followed from wherever they stand.
struct TIFFStructure {
    /// A directory: what it is, where it stands, and its bytes.
    struct Directory {
        let kind: MetadataTag.Directory
        let position: Int
        let entries: TIFFEntries
        /// Where the next directory is; 0 where there is none.
        let next: Int
        /// All of it: the count, the entries, and of a picture's directory the position of the next one.
        let bytes: [UInt8]
        /// How many bytes it should have; more than there are where the structure ends within it.
        let byteCount: Int
        /// Whether all of its entries are there.
        let isWhole: Bool

        subscript(id: UInt16) -> TIFFEntry? { entries.first { $0.id == id } }
        var range: Range<Int> { position..<position + bytes.count }
    }

    /// Reading a directory costs a read of the file, so more than any file has are refused.
    static let mostDirectories = 4_096
    /// The longest list of numbers that is read: a million strips.
    static let longestList = 4 << 20
    private static let mostTags = 1 << 16

    let header: TIFFHeader
    private(set) var directories: [Directory] = []
    /// Where directories would end that are said to begin behind the structure's end, and have no entries.
    private(set) var missing: [Int] = []
    private let block: ByteBlock
    private var pending: [(position: Int, kind: MetadataTag.Directory)]
    private var visited: Set<Int> = []
    private var subImages = 0
    private var tags = 0
    private var pointers = 0

    /// Reads all directories; nil where there is no TIFF structure.
    ///
    /// - Throws: `.tooMany`, `.tooLong`, `.unreadable`.
    init?(_ block: ByteBlock) throws(MetadataEditError) {
        guard let header = try reading({ () throws(MetadataError) in try TIFFHeader(block) }) else { return nil }
        (self.header, self.block) = (header, block)
        pending = [(header.firstDirectory, .image(0))]
        while let pointer = pending.popLast() { try read(pointer.position, pointer.kind) }
    }

    private mutating func read(_ position: Int, _ kind: MetadataTag.Directory) throws(MetadataEditError) {
        guard position < block.count else {
            let length = header.countLength + header.offsetLength
            return missing.append(position.addingReportingOverflow(length).partialValue)
        }
        guard position > 0, visited.insert(position).inserted else { return }
        guard visited.count <= Self.mostDirectories else { throw .tooMany(.exif, limit: Self.mostDirectories) }
        let (block, header) = (block, header)
        let found = try reading { () throws(MetadataError) -> (TIFFDirectory, [UInt8])? in
            guard let found = try TIFFDirectory(block, at: position, header) else { return nil }
            let length = min(found.byteCount(header, isImage: kind.isImage), block.count - position)
            return try block.slice(position, length).map { (found, Array($0)) }
        }
        guard let (directory, bytes) = found else { return }
        tags += directory.entries.count
        guard tags <= Self.mostTags, !directory.isOverLimit else { throw .tooMany(.exif, limit: Self.mostTags) }
        directories.append(
            Directory(
                kind: kind, position: position, entries: directory.entries, next: directory.next, bytes: bytes,
                byteCount: directory.byteCount(header, isImage: kind.isImage), isWhole: !directory.isCut))
        for entry in directory.entries { try follow(entry, in: kind) }
        if let next = kind.next { pending.append((directory.next, next)) }
    }

    private mutating func follow(_ entry: TIFFEntry, in kind: MetadataTag.Directory) throws(MetadataEditError) {
        switch entry.id {
        case 0x8769: try point(entry, .exif)
        case 0x8825: try point(entry, .gps)
        case 0xA005: try point(entry, .interoperability)
        case 0x014A: try point(entry, nil)
        default: if entry.type == .directory || entry.type == .directory8 { try point(entry, nil) }
        }
    }

    /// Takes note of what a pointer names; without a kind further pictures.
    private mutating func point(_ entry: TIFFEntry, _ kind: MetadataTag.Directory?) throws(MetadataEditError) {
        // Before they are read: directories that share a list would have it read for each of them.
        pointers += min(entry.count, Self.mostTags)
        guard pointers <= Self.mostTags else { throw .tooMany(.exif, limit: Self.mostDirectories) }
        let positions = try integers(of: entry)
        // Pictures that nobody finds would be taken for bytes that nobody needs.
        if entry.id == 0x014A, positions.isEmpty { throw .damaged(.exif, at: entry.position) }
        for position in positions {
            guard pending.count <= Self.mostDirectories else { throw .tooMany(.exif, limit: Self.mostDirectories) }
            pending.append((position, kind ?? .subImage(subImages)))
            if kind == nil { subImages += 1 }
        }
    }

    /// The values of an entry as whole numbers; empty where they are none, or lie outside.
    ///
    /// Any type of whole numbers is one that decoders take for positions, those with a sign too. What is negative, or
    /// more than a number holds, counts as `Int.max`: it is no position in any file.
    ///
    /// - Throws: `.tooLong` where there are more than are read, so that nothing is taken to be free that is not.
    func integers(of entry: TIFFEntry) throws(MetadataEditError) -> [Int] {
        try integers(of: entry, atMost: .max)
    }

    /// The first value of an entry as a whole number, whatever stands behind it.
    func integer(of entry: TIFFEntry) throws(MetadataEditError) -> Int? {
        try integers(of: entry, atMost: 1).first
    }

    private func integers(of entry: TIFFEntry, atMost count: Int) throws(MetadataEditError) -> [Int] {
        guard let type = entry.type, let bits = type.integerBits, let whole = entry.byteCount,
            entry.valuePosition <= block.count, whole <= block.count - entry.valuePosition
        else { return [] }
        let length = count < whole / type.byteCount ? count * type.byteCount : whole
        guard length <= Self.longestList else { throw .tooLong(.exif, bytes: length, limit: Self.longestList) }
        let (block, order) = (block, header.order)
        return try reading { () throws(MetadataError) in
            guard let bytes = try block.slice(entry.valuePosition, length) else { return [] }
            return stride(from: bytes.startIndex, to: bytes.endIndex, by: type.byteCount).map { start in
                let number = bytes.number(at: start, bytes: type.byteCount, order) ?? .max
                return number >> UInt64(bits) == 0 ? Int(exactly: number) ?? .max : .max
            }
        }
    }
}

extension MetadataTag.ValueType {
    /// How many bits a whole number of the type has without its sign; nil where it is none.
    fileprivate var integerBits: Int? {
        switch self {
        case .byte, .short, .long, .long8, .directory, .directory8: min(8 * byteCount, 63)
        case .signedByte, .signedShort, .signedLong, .signedLong8: 8 * byteCount - 1
        case .ascii, .rational, .signedRational, .undefined, .float, .double: nil
        }
    }
}

extension MetadataTag.Directory {
    /// What the next directory behind one is; nil where none comes next.
    fileprivate var next: MetadataTag.Directory? {
        switch self {
        case .image(let number): .image(number + 1)
        case .subImage: self
        case .exif, .gps, .interoperability, .appleMakerNote: nil
        }
    }
}
