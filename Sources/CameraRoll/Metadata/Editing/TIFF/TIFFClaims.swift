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

    /// A structure of more parts is refused: a million strips are a picture that nobody has.
    static let mostClaims = 1 << 20
    private(set) var claims: [(range: Range<Int>, owner: Owner)] = []
    /// The parts of each directory's picture.
    private(set) var pictures: [Int: [Range<Int>]] = [:]
    /// What may be in use although nobody says so clearly: not to be cleared, and not to be written over.
    private var reserved: [Range<Int>] = []
    /// How many numbers the lists of strips and tiles have that were read.
    var listed = 0
    /// Where owners share bytes with others.
    private var shared: [Owner: Int] = [:]

    mutating func add(_ range: Range<Int>, _ owner: Owner) throws(MetadataEditError) {
        guard !range.isEmpty else { return }
        guard claims.count < Self.mostClaims else { throw .tooMany(.exif, limit: Self.mostClaims) }
        claims.append((range, owner))
        if case .picture(let directory) = owner { pictures[directory, default: []].append(range) }
    }

    mutating func reserve(_ range: Range<Int>) {
        if !range.isEmpty { reserved.append(range) }
    }

    /// Finds out who shares bytes with whom, once all claims are known.
    ///
    /// - Complexity: O(*n* log *n*).
    mutating func settle() {
        claims.sort { ($0.range.lowerBound, $0.range.upperBound) < ($1.range.lowerBound, $1.range.upperBound) }
        var widest: Int?
        for index in claims.indices {
            if let other = widest, claims[other].range.upperBound > claims[index].range.lowerBound {
                note(claims[other].owner, claims[index].owner, at: claims[index].range.lowerBound)
            }
            if widest.map({ claims[$0].range.upperBound < claims[index].range.upperBound }) ?? true { widest = index }
        }
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
