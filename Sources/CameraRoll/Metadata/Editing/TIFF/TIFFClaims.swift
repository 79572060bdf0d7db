/// Which bytes of a TIFF structure belong to whom, so that nothing is written over what belongs to another.
struct TIFFClaims {
    /// Whose bytes they are; an entry and a directory are named by where they stand.
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
        /// Whether it is not known where they end, or they are said to end behind the structure.
        let isOpen: Bool
    }

    /// A structure of more parts is refused: a million strips are a picture that nobody has.
    static let mostClaims = 1 << 20
    private(set) var claims: [Claim] = []
    /// The parts of each directory's picture.
    private(set) var pictures: [Int: [Range<Int>]] = [:]
    /// The ends of those claims that go on behind the structure's end; what is added there would become theirs.
    var overhangs: [Int] = []
    /// What may be in use although nobody says so clearly: not to be cleared, and not to be written over.
    private var reserved: [Range<Int>] = []
    /// How many numbers the lists of strips and tiles have that were read.
    var listed = 0
    /// Where owners share bytes with others.
    private var shared: [Owner: Int] = [:]

    mutating func add(_ range: Range<Int>, _ owner: Owner, isOpen: Bool = false) throws(MetadataEditError) {
        guard !range.isEmpty else { return }
        guard claims.count < Self.mostClaims else { throw .tooMany(.exif, limit: Self.mostClaims) }
        claims.append(Claim(range: range, owner: owner, isOpen: isOpen))
    }

    /// Adds a claim of so many bytes, as far as the structure goes; it may begin behind its end.
    mutating func add(
        from start: Int, _ length: Int, in count: Int, _ owner: Owner, isFile: Bool
    ) throws(MetadataEditError) {
        let end = start.addingReportingOverflow(length).partialValue
        guard start < count else { return overhangs.append(end) }
        let isOpen = length > count - start
        try add(start..<start + min(length, count - start), owner, isOpen: isOpen && !isFile)
        if isOpen { overhangs.append(end) }
    }

    mutating func reserve(_ range: Range<Int>) {
        if !range.isEmpty { reserved.append(range) }
    }

    /// Finds out who shares bytes with whom, once all claims are known.
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

    /// Ends open claims where the next owner's bytes begin: what an earlier edit added is not theirs.
    private mutating func closeOpenClaims() {
        var next: (start: Int, owner: Owner)?
        /// Where the first claim of another owner than `next` begins, behind it.
        var other: Int?
        for index in claims.indices.reversed() {
            let claim = claims[index]
            if let behind = next, behind.owner != claim.owner { other = behind.start }
            if claim.isOpen, let end = other {
                claims[index].range = claim.range.lowerBound..<min(claim.range.upperBound, end)
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

    /// Checks that an owner's bytes belong to nobody else.
    ///
    /// - Throws: `MetadataEditError.overlapping`.
    func check(_ owner: Owner) throws(MetadataEditError) {
        if let position = shared[owner] { throw .overlapping(at: position) }
    }

    /// The bytes that nobody claims.
    ///
    /// - Complexity: O(*n* log *n*).
    func unclaimed(in whole: Range<Int>) -> [Range<Int>] {
        Self.gaps(in: whole, between: claims.map(\.range) + reserved)
    }

    /// Whether an owner's bytes belong to somebody else, too.
    func isShared(_ owner: Owner) -> Bool { shared[owner] != nil }

    /// Where the part begins that belongs to some owners only, up to the end; nil where there is none.
    ///
    /// What nothing claims may be a camera's, and named by its maker note: nothing but zeros stands in that part, and
    /// the first claim of these owners in front of them.
    ///
    /// - Complexity: O(*n* log *n*); reads what nothing claims from the end on.
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

    /// The parts of a range that nobody but its owner claims.
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
