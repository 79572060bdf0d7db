import PhotoMetadata

/// The directories of a TIFF structure, each read once; pointers to directories are followed from every tag.
struct TIFFStructure {
    /// A directory: its kind, its position, and its bytes.
    struct Directory {
        let kind: MetadataTag.Directory
        let position: Int
        let entries: TIFFEntries
        /// The position of the next directory; 0 after the last one.
        let next: Int
        /// The count, the entries, and in a picture's directory the position of the next one.
        let bytes: [UInt8]
        /// How many bytes it should have; more than there are if the structure ends within it.
        let byteCount: Int
        /// Whether all of its entries are present.
        let isWhole: Bool

        subscript(id: UInt16) -> TIFFEntry? { entries.first { $0.id == id } }
        var range: Range<Int> { position..<position + bytes.count }
    }

    /// Each directory costs a read of the file, so a structure with more than any real file is refused.
    static let mostDirectories = 4_096
    /// The longest list of numbers that is read: a million strips.
    static let longestList = 4 << 20
    private static let mostTags = 1 << 16

    let header: TIFFHeader
    private(set) var directories: [Directory] = []
    /// The positions and ends of directories that are said to begin behind the structure's end, or so shortly before
    /// it that not even one entry is present; their end is then `Int.max`.
    private(set) var missing: [(position: Int, end: Int)] = []
    private let block: ByteBlock
    private var pending: [(position: Int, kind: MetadataTag.Directory)]
    private var visited: Set<Int> = []
    private var subImages = 0
    private var tags = 0
    private var pointers = 0

    /// Reads all directories; nil if the block is not a TIFF structure.
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
            let (end, isOver) = position.addingReportingOverflow(length)
            return missing.append((position, isOver ? .max : end))
        }
        guard position > 0, visited.insert(position).inserted else { return }
        guard visited.count <= Self.mostDirectories else { throw .tooMany(.exif, limit: Self.mostDirectories) }
        let (block, header) = (block, header)
        let found = try reading { () throws(MetadataError) -> (TIFFDirectory, [UInt8])? in
            guard let found = try TIFFDirectory(block, at: position, header) else { return nil }
            let length = min(found.byteCount(header, isImage: kind.isImage), block.count - position)
            return try block.slice(position, length).map { (found, Array($0)) }
        }
        guard let (directory, bytes) = found else { return missing.append((position, .max)) }
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

    /// Records the target of a pointer; without a kind it points to further pictures.
    private mutating func point(_ entry: TIFFEntry, _ kind: MetadataTag.Directory?) throws(MetadataEditError) {
        // Counted before they are read: directories that share a list would have it read for each of them.
        pointers += min(entry.count, Self.mostTags)
        guard pointers <= Self.mostTags else { throw .tooMany(.exif, limit: Self.mostDirectories) }
        let positions = try integers(of: entry)
        // The bytes of pictures that are not found would be taken for unused bytes.
        if entry.id == 0x014A, positions.isEmpty { throw .damaged(.exif, at: entry.position) }
        for position in positions {
            guard pending.count <= Self.mostDirectories else { throw .tooMany(.exif, limit: Self.mostDirectories) }
            pending.append((position, kind ?? .subImage(subImages)))
            if kind == nil { subImages += 1 }
        }
    }

    /// The length of a table of codes: sixteen counts, and as many symbols as these say, at most 256.
    func lengthOfCodes(at position: Int) throws(MetadataEditError) -> Int {
        let block = block
        let counts = try reading { () throws(MetadataError) in try block.slice(position, 16) }
        return min(counts?.reduce(16) { $0 + Int($1) } ?? 16, 272)
    }

    /// The values of an entry as whole numbers; empty if they are not, or lie outside.
    ///
    /// Decoders accept every type of whole number as positions, signed ones too. A negative value, or one that
    /// exceeds `Int`, counts as `Int.max`, which is not a position in any file.
    ///
    /// - Throws: `.tooLong` if there are more than are read, so that no bytes in use are taken for free.
    func integers(of entry: TIFFEntry) throws(MetadataEditError) -> [Int] {
        try integers(of: entry, atMost: .max)
    }

    /// The first value of an entry as a whole number; values behind it are ignored.
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
    /// The number of bits of a whole number of the type without its sign; nil for other types.
    fileprivate var integerBits: Int? {
        switch self {
        case .byte, .short, .long, .long8, .directory, .directory8: min(8 * byteCount, 63)
        case .signedByte, .signedShort, .signedLong, .signedLong8: 8 * byteCount - 1
        case .ascii, .utf8, .rational, .signedRational, .undefined, .float, .double: nil
        }
    }
}

extension MetadataTag.Directory {
    /// The kind of the next directory; nil if none follows.
    fileprivate var next: MetadataTag.Directory? {
        switch self {
        case .image(let number): .image(number + 1)
        case .subImage: self
        case .exif, .gps, .interoperability, .appleMakerNote: nil
        }
    }
}

/// The tags without which a TIFF file's pictures cannot be shown correctly.
enum TIFFPictureTags {
    /// Whether a tag of a directory is needed.
    static func contains(_ id: UInt16, in directory: MetadataTag.Directory) -> Bool {
        switch directory {
        case .image, .subImage: ids.contains(id)
        case .exif: colours.contains(id)
        case .interoperability: id == 1
        case .gps, .appleMakerNote: false
        }
    }

    /// EXIF's color space and gamma, and the directory that says whether its colors are those of DCF or Adobe RGB.
    private static let colours: Set<UInt16> = [0xA001, 0xA500, 0xA005]

    // Not included: lists of free bytes (288, 289) and names of inks and printers (333, 337), regardless of
    // content.
    private static let ids: Set<UInt16> = {
        let ranges: [ClosedRange<UInt16>] = [
            254...259, 262...266, 273...274, 277...284, 286...287, 290...297, 301...301, 317...325, 328...328,
            330...330, 332...332, 334...334, 336...336, 338...343, 346...347, 512...515, 517...521, 529...532,
        ]
        // Fax profiles (559), the counters of Silicon Graphics and LERC (32995...32998, 37439, 50674), color filter
        // patterns, EXIF, the color profile.
        let others: [UInt16] = [
            559, 32_995, 32_996, 32_997, 32_998, 33_421, 33_422, 34_665, 34_675, 37_439, 50_674,
        ]
        return Set(ranges.joined()).union(others)
    }()

    /// The compressions that need no tags but these.
    ///
    /// None, the faxes, LZW, both kinds of JPEG, Deflate, JBIG, PackBits, ThunderScan, Pixar's, SGI's, JPEG 2000,
    /// LERC, LZMA, Zstandard, WebP, JPEG XL.
    static let compressions: Set<Int> = [
        1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 32_766, 32_771, 32_773, 32_809, 32_895, 32_896, 32_897, 32_898, 32_908, 32_909,
        32_946, 33_003, 33_005, 33_007, 34_661, 34_676, 34_677, 34_712, 34_887, 34_892, 34_925, 34_926, 34_927, 34_933,
        50_000, 50_001, 50_002, 52_546,
    ]
}

/// The tags of a TIFF structure that hold places.
enum TIFFPlaceTags {
    /// GPS's directory; the georeferencing of GeoTIFF and its forerunners (50844: its camera's model of the
    /// ground); GDAL's metadata.
    static let ids: Set<UInt16> = [
        0x8825, 33_550, 33_918, 33_920, 33_922, 34_263, 34_264, 34_735, 34_736, 34_737, 42_112, 50_844,
    ]
}

/// The tags that TIFF, its supplements and EXIF define, in directories of pictures, of EXIF and of interoperability.
enum TIFFKnownTags {
    /// Whether an entry of a directory has such a tag.
    ///
    /// Tags 1 and 2 hold GPS's latitude, and in interoperability's directory texts of four letters, or a few more.
    static func contains(_ entry: TIFFEntry, in directory: MetadataTag.Directory) -> Bool {
        guard entry.id <= 2 else { return ids.contains(entry.id) }
        let isText = entry.type == .ascii || entry.type == .utf8 || entry.type == .undefined
        return directory == .interoperability && entry.id > 0 && isText && (4...8).contains(entry.byteCount ?? 0)
    }

    private static let ids = Set((tiff + exif + dng).joined())

    /// TIFF 6.0 with its supplements, TIFF/EP (ISO 12234-2), TIFF/IT (ISO 12639), fax profiles (RFC 2301), and the tags
    /// of common programs.
    private static let tiff: [ClosedRange<UInt16>] = [
        254...259, 262...266, 269...293, 296...297, 300...301, 305...306, 315...347, 351...351, 400...405, 433...435,
        512...515, 517...521, 529...532, 559...559, 700...700, 0x4746...0x4746, 0x4749...0x4749, 32_781...32_781,
        32_932...32_934, 32_995...32_998, 33_300...33_306, 33_421...33_423, 33_432...33_432, 33_723...33_723,
        34_016...34_030, 34_377...34_377, 34_675...34_675, 34_856...34_860, 34_908...34_911, 37_387...37_399,
        37_439...37_439, 37_724...37_724, 40_091...40_095, 50_341...50_341, 50_674...50_674,
    ]

    /// EXIF 2.32, 3.0 (0xA436 to 0xA43C) and 3.1 (0x9287, 0xA40D to 0xA412), and interoperability.
    private static let exif: [ClosedRange<UInt16>] = [
        0x1000...0x1002, 0x829A...0x829A, 0x829D...0x829D, 0x8769...0x8769, 0x8822...0x8822, 0x8824...0x8825,
        0x8827...0x8828, 0x8830...0x8835, 0x9000...0x9004, 0x9010...0x9012, 0x9101...0x9102, 0x9201...0x920A,
        0x9214...0x9214, 0x927C...0x927C, 0x9286...0x9287, 0x9290...0x9292, 0x9400...0x9405, 0xA000...0xA005,
        0xA20B...0xA217, 0xA300...0xA302, 0xA401...0xA412, 0xA420...0xA420, 0xA430...0xA43C, 0xA460...0xA462,
        0xA500...0xA500,
    ]

    /// DNG 1.7.1, of files converted from a raw file, without its maker's private data (0xC634) and the raw file itself
    /// (0xC68C): these may hold anything.
    private static let dng: [ClosedRange<UInt16>] = [
        0xC612...0xC633, 0xC635...0xC635, 0xC65A...0xC65D, 0xC68B...0xC68B, 0xC68D...0xC692, 0xC6BF...0xC6BF,
        0xC6F3...0xC6FE, 0xC714...0xC71F, 0xC725...0xC726, 0xC740...0xC741, 0xC74E...0xC74E, 0xC761...0xC761,
        0xC763...0xC764, 0xC772...0xC772, 0xC789...0xC789, 0xC791...0xC793, 0xC7A1...0xC7A1, 0xC7A3...0xC7A8,
        0xC7B5...0xC7B5,
        0xC7E9...0xC7EE, 0xCD2D...0xCD2E, 0xCD30...0xCD3A, 0xCD3F...0xCD41, 0xCD43...0xCD44, 0xCD46...0xCD4B,
    ]

    /// The tags whose bytes are parsed, and the user's texts, which may hold any words.
    ///
    /// Parsed are XMP, IPTC, Photoshop's resources, JPEG tables, maker notes and the color profile.
    static let understood: Set<UInt16> = [
        jpegTables, 700, 33_723, 34_377, profile, 37_500, 37_510, 40_091, 40_092, 40_093, 40_094, 40_095,
    ]

    static let jpegTables: UInt16 = 347
    static let profile: UInt16 = 34_675
}

extension MetadataTag.Directory {
    /// Whether it is a picture's directory.
    var isImage: Bool {
        switch self {
        case .image, .subImage: true
        case .exif, .gps, .interoperability, .appleMakerNote: false
        }
    }
}

/// A tag's new value.
struct TIFFValue {
    let id: UInt16
    let type: MetadataTag.ValueType
    let bytes: [UInt8]

    /// The number of values in the bytes.
    var count: Int { bytes.count / type.byteCount }

    /// Text, with a zero byte behind it.
    static func text(_ id: UInt16, _ text: String) -> TIFFValue {
        TIFFValue(id: id, type: .ascii, bytes: Array(text.utf8) + [0])
    }

    /// One number of two bytes.
    static func short(_ id: UInt16, _ number: Int, _ order: ByteOrder) -> TIFFValue {
        var bytes: [UInt8] = []
        bytes.append(number, bytes: 2, order)
        return TIFFValue(id: id, type: .short, bytes: bytes)
    }

    /// Fractions of whole numbers that are not negative.
    static func rationals(_ id: UInt16, _ numbers: [(top: Int, bottom: Int)], _ order: ByteOrder) -> TIFFValue {
        var bytes: [UInt8] = []
        for number in numbers {
            bytes.append(number.top, bytes: 4, order)
            bytes.append(number.bottom, bytes: 4, order)
        }
        return TIFFValue(id: id, type: .rational, bytes: bytes)
    }

    /// Text as Microsoft's tags have it: two bytes a unit, and a zero behind them.
    static func wideText(_ id: UInt16, _ text: String) -> TIFFValue {
        var bytes: [UInt8] = []
        for unit in text.utf16 { bytes.append(Int(unit), bytes: 2, .little) }
        return TIFFValue(id: id, type: .byte, bytes: bytes + [0, 0])
    }

    /// Bytes as they are.
    static func bytes(_ id: UInt16, _ type: MetadataTag.ValueType, _ bytes: [UInt8]) -> TIFFValue {
        TIFFValue(id: id, type: type, bytes: bytes)
    }

    /// The position of a directory, as wide as the structure's offsets.
    static func pointer(_ id: UInt16, _ position: Int, _ header: TIFFHeader) -> TIFFValue {
        pointers(id, [position], header)
    }

    /// The positions of some directories.
    static func pointers(_ id: UInt16, _ positions: [Int], _ header: TIFFHeader) -> TIFFValue {
        var bytes: [UInt8] = []
        for position in positions { bytes.append(position, bytes: header.offsetLength, header.order) }
        return TIFFValue(id: id, type: header.isBig ? .long8 : .long, bytes: bytes)
    }

    /// The entry of a directory, containing the value or the value's position.
    func entry(at position: Int?, _ header: TIFFHeader) -> [UInt8] {
        var entry: [UInt8] = []
        entry.append(Int(id), bytes: 2, header.order)
        entry.append(Int(type.rawValue), bytes: 2, header.order)
        entry.append(count, bytes: header.offsetLength, header.order)
        if let position {
            entry.append(position, bytes: header.offsetLength, header.order)
        } else {
            entry += bytes + [UInt8](repeating: 0, count: header.offsetLength - bytes.count)
        }
        return entry
    }
}
