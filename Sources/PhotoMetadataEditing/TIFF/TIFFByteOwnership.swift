import PhotoMetadata

/// Records which owner each byte of a TIFF structure belongs to, so that no write damages another owner's data.
struct TIFFByteOwnership {
    /// The owner of bytes; entries and directories are identified by their positions.
    enum Owner: Hashable {
        case header
        case directory(Int)
        case value(Int)
        /// A part of a directory's picture.
        case picture(Int)
    }

    /// Some bytes and their owner.
    struct Claim {
        var range: Range<Int>
        let owner: Owner
        /// Whether its end is unknown or behind the structure: it ends where the next owner begins.
        let isOpen: Bool
        /// The end that an open claim says to have.
        let end: Int?
    }

    /// A structure with more claims is refused: no real picture has a million strips.
    static let mostClaims = 1 << 20
    private(set) var claims: [Claim] = []
    /// The parts of each directory's picture.
    private(set) var pictures: [Int: [Range<Int>]] = [:]
    private(set) var overhangs: [TIFFOverhang] = []
    /// Bytes that may be in use although no entry clearly claims them: neither cleared nor overwritten.
    private var reserved: [Range<Int>] = []
    /// How many numbers of strip and tile lists were read.
    var listed = 0
    /// The positions at which owners share bytes with others.
    private var shared: [Owner: Int] = [:]

    mutating func add(
        _ range: Range<Int>, _ owner: Owner, isOpen: Bool = false, end: Int? = nil
    ) throws(MetadataEditError) {
        guard !range.isEmpty else { return }
        guard claims.count < Self.mostClaims else { throw .tooMany(.exif, limit: Self.mostClaims) }
        claims.append(Claim(range: range, owner: owner, isOpen: isOpen, end: end))
    }

    /// Adds a claim of so many bytes, as far as the structure goes; it may begin behind its end.
    mutating func add(
        from start: Int, _ length: Int, in count: Int, _ owner: Owner, isFile: Bool
    ) throws(MetadataEditError) {
        let (sum, isOver) = start.addingReportingOverflow(length)
        let end = isOver ? .max : sum
        guard start < count else { return overhangs.append(TIFFOverhang(position: start, reach: start, end: end)) }
        let isOpen = length > count - start
        try add(start..<min(end, count), owner, isOpen: isOpen && !isFile, end: end)
        if isOpen, isFile { overhangs.append(TIFFOverhang(position: start, reach: count, end: end)) }
    }

    /// Records a claim of unknown length up to the end, behind which nothing is appended.
    private mutating func refuseAppending(_ position: Int, _ count: Int) {
        overhangs.append(TIFFOverhang(position: position, reach: count, end: .max))
    }

    mutating func reserve(_ range: Range<Int>) {
        if !range.isEmpty { reserved.append(range) }
    }

    /// Finds all shared bytes, once all claims are known.
    ///
    /// - Complexity: O(*n* log *n*).
    mutating func settle() {
        // Of claims that begin together the open ones come first, and end there.
        claims.sort {
            ($0.range.lowerBound, $0.isOpen ? 0 : 1, $0.range.upperBound)
                < ($1.range.lowerBound, $1.isOpen ? 0 : 1, $1.range.upperBound)
        }
        closeOpenClaims()
        var widest: Int?
        for (index, claim) in claims.enumerated() {
            if case .picture(let directory) = claim.owner { pictures[directory, default: []].append(claim.range) }
            if let other = widest, claims[other].range.upperBound > claim.range.lowerBound {
                note(claims[other].owner, claim.owner, at: claim.range.lowerBound)
            }
            if widest.map({ claims[$0].range.upperBound < claim.range.upperBound }) ?? true { widest = index }
        }
    }

    /// Ends open claims where the next owner's bytes begin: bytes that an earlier edit added are not theirs.
    private mutating func closeOpenClaims() {
        var next: (start: Int, owner: Owner)?
        /// The start of the next claim by an owner other than `next`.
        var other: Int?
        for index in claims.indices.reversed() {
            let claim = claims[index]
            if let behind = next, behind.owner != claim.owner { other = behind.start }
            if claim.isOpen {
                let start = claim.range.lowerBound
                claims[index].range = start..<min(claim.range.upperBound, other ?? .max)
                // It is open until the structure is as long as it claims.
                if let end = claim.end {
                    overhangs.append(TIFFOverhang(position: start, reach: end - 1, end: end, next: other))
                }
            }
            next = (claim.range.lowerBound, claim.owner)
        }
        claims.removeAll(where: \.range.isEmpty)
    }

    private mutating func note(_ one: Owner, _ other: Owner, at position: Int) {
        guard one != other else { return }
        shared[one] = shared[one] ?? position
        shared[other] = shared[other] ?? position
    }

    /// Checks that an owner's bytes belong to no other owner.
    ///
    /// - Throws: `MetadataEditError.overlapping`.
    func check(_ owner: Owner) throws(MetadataEditError) {
        if let position = shared[owner] { throw .overlapping(at: position) }
    }

    /// The bytes that no owner claims.
    ///
    /// - Complexity: O(*n* log *n*).
    func unclaimed(in whole: Range<Int>) -> [Range<Int>] {
        Self.gaps(in: whole, between: claims.map(\.range) + reserved)
    }

    /// Whether an owner shares bytes with another owner.
    func isShared(_ owner: Owner) -> Bool { shared[owner] != nil }

    /// The start of the part that belongs only to the given owners, up to the end; nil if they own no such part.
    ///
    /// Unclaimed bytes may be a camera's, referenced by its maker note: so the part contains only zeros besides the
    /// claims of these owners, and begins with the first of those claims.
    ///
    /// - Complexity: O(*n* log *n*); reads the unclaimed bytes from the end on.
    func tail(of own: Set<Owner>, in source: any ByteSource) throws(MetadataEditError) -> Int? {
        let own = own.filter { !isShared($0) }
        var end = claims.lazy.filter { !own.contains($0.owner) }.map(\.range.upperBound).max() ?? 0
        end = max(end, reserved.lazy.map(\.upperBound).max() ?? 0)
        guard end <= source.byteCount else { return nil }
        let behind = claims.filter { $0.range.lowerBound >= end }
        for gap in Self.gaps(in: end..<source.byteCount, between: behind.map(\.range)).reversed() {
            guard try source.isZero(gap) else {
                end = gap.upperBound
                break
            }
        }
        return behind.first { $0.range.lowerBound >= end }?.range.lowerBound
    }

    /// The parts of a range that only its owner claims.
    func own(_ range: Range<Int>, of owner: Owner) -> [Range<Int>] {
        Self.gaps(in: range, between: claims.filter { $0.owner != owner && $0.range.overlaps(range) }.map(\.range))
    }

    private static func gaps(in whole: Range<Int>, between taken: [Range<Int>]) -> [Range<Int>] {
        var gaps: [Range<Int>] = []
        var next = whole.lowerBound
        for range in taken.sorted(by: { $0.lowerBound < $1.lowerBound }) where range.lowerBound < whole.upperBound {
            if range.lowerBound > next { gaps.append(next..<range.lowerBound) }
            next = max(next, range.upperBound)
        }
        if next < whole.upperBound { gaps.append(next..<whole.upperBound) }
        return gaps
    }
}

extension TIFFByteOwnership {
    /// The claims of everything that can be reached in a structure of so many bytes.
    ///
    /// - Parameter isFile: whether it is a TIFF file. In an EXIF block nothing is reserved for pictures that are
    ///   longer than they say: there is at most a thumbnail.
    /// - Throws: `.damaged` if a directory locates its picture by values that are not numbers; `.tooMany`,
    ///   `.tooLong`, `.unreadable`.
    init(of structure: TIFFStructure, _ count: Int, isFile: Bool) throws(MetadataEditError) {
        self.init()
        try add(0..<min(structure.header.isBig ? 16 : 8, count), .header)
        for (position, end) in structure.missing {
            overhangs.append(TIFFOverhang(position: position, reach: max(position, count), end: end))
        }
        for directory in structure.directories {
            try add(
                from: directory.position, directory.byteCount, in: count, .directory(directory.position), isFile: true)
            if !directory.isWhole { refuseAppending(directory.position, count) }
            for entry in directory.entries where !entry.isInline {
                // The length of a value of unknown type is unknown; most types have one byte at least.
                guard let length = entry.byteCount ?? entry.countedBytes else { continue }
                try add(from: entry.valuePosition, length, in: count, .value(entry.position), isFile: isFile)
            }
            try addPictures(of: directory, structure, count, isFile: isFile)
            if isFile { try reserveTables(of: directory, structure, count) }
        }
        settle()
    }

    /// The data that a directory points at: strips, tiles, a JPEG stream, the tables of an old one.
    private mutating func addPictures(
        of directory: TIFFStructure.Directory, _ structure: TIFFStructure, _ count: Int, isFile: Bool
    ) throws(MetadataEditError) {
        for (offsets, lengths) in [(273, 279), (324, 325), (513, 514)] as [(UInt16, UInt16)] {
            let starts = try numbers(directory[offsets], structure)
            let counts = try numbers(directory[lengths], structure)
            // Some programs point at a strip a second time as at a JPEG stream, without a length.
            if offsets == 513, counts.isEmpty, directory[273] != nil { continue }
            let plain = starts.isEmpty || !isFile ? nil : try PlainPicture(directory, structure)
            for (index, start) in starts.enumerated() where start > 0 {
                let length = index < counts.count ? counts[index] : 0
                let owner = TIFFByteOwnership.Owner.picture(directory.position)
                if length > 0 || start >= count {
                    try add(from: start, length, in: count, owner, isFile: isFile)
                } else if isFile || index >= counts.count {
                    // Without a length the picture may extend to the end; a thumbnail without one is empty.
                    try add(start..<count, owner, isOpen: !isFile)
                    if isFile { refuseAppending(start, count) }
                }
                let own = plain?.length(of: index) ?? 0
                if start < count { reserve(start..<start + min(own, count - start)) }
            }
        }
    }

    /// The numbers of a list that locates a picture; lengths, and which bytes may be cleared, depend on them.
    private mutating func numbers(
        _ entry: TIFFEntry?, _ structure: TIFFStructure
    ) throws(MetadataEditError) -> [Int] {
        guard let entry else { return [] }
        listed += min(entry.count, 2 * Self.mostClaims)
        guard listed <= 2 * Self.mostClaims else { throw .tooMany(.exif, limit: 2 * Self.mostClaims) }
        let numbers = try structure.integers(of: entry)
        guard !numbers.isEmpty else { throw .damaged(.exif, at: entry.position) }
        return numbers
    }

    /// The tables of a JPEG picture of TIFF's first kind.
    private mutating func reserveTables(
        of directory: TIFFStructure.Directory, _ structure: TIFFStructure, _ count: Int
    ) throws(MetadataEditError) {
        for tables in [519, 520, 521] as [UInt16] {
            for start in try numbers(directory[tables], structure) where start > 0 && start < count {
                // No more than that: what an edit appends behind it would count as a part of it.
                let length = tables == 519 ? 64 : try structure.lengthOfCodes(at: start)
                reserve(start..<start + min(length, count - start))
            }
        }
    }
}

/// The strips or tiles of an uncompressed picture: some programs write lengths that are too small.
private struct PlainPicture {
    private let bytesInRow: Double
    /// The rows of a strip or a tile.
    private let rows: Double
    /// The rows of the picture; nil if it has tiles, all of which are whole.
    private let height: Double?

    /// Nil if the picture is compressed or has no rows.
    init?(_ directory: TIFFStructure.Directory, _ structure: TIFFStructure) throws(MetadataEditError) {
        func number(_ id: UInt16, _ otherwise: Int) throws(MetadataEditError) -> Double {
            Double(try directory[id].flatMap(structure.integer(of:)) ?? otherwise)
        }
        guard try number(259, 1) == 1 else { return nil }
        let isTiled = directory[324] != nil
        height = isTiled ? nil : try number(257, 0)
        rows = try number(isTiled ? 323 : 278, isTiled ? 0 : .max)
        let samples = try number(284, 1) == 2 ? 1 : number(277, 1)
        bytesInRow = (try number(isTiled ? 322 : 256, 0) * samples * number(258, 1) / 8).rounded(.up)
        guard rows > 0, height != 0 else { return nil }
    }

    /// The length of a strip or tile in bytes; the last strip of each plane of samples has the rows that are left.
    func length(of index: Int) -> Int {
        var own = rows
        if let height {
            let strips = (height / rows).rounded(.up)
            own = min(rows, height - Double(index).truncatingRemainder(dividingBy: strips) * rows)
        }
        return Int(min(bytesInRow * own, 1e15))
    }
}

extension TIFFEntry {
    /// One byte for each value that the entry counts, regardless of their type.
    fileprivate var countedBytes: Int? { isInline ? nil : count }
}
