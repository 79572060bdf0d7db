/// Which bytes of a TIFF structure belong to whom, so that nothing is written over what belongs to another.
struct TIFFClaims {
    /// Whose bytes they are.
    enum Owner: Hashable {
        case header
        /// A directory; by what it is, since it may move.
        case directory(MetadataTag.Directory)
        /// The value of a tag of a directory.
        case value(UInt16, MetadataTag.Directory)
        /// The picture itself.
        case picture
    }

    private var claims: [(range: Range<Int>, owner: Owner)] = []
    /// Where the picture's data are.
    private(set) var pictures: [Range<Int>] = []

    init(headerLength: Int) {
        claims.append((0..<headerLength, .header))
    }

    mutating func add(_ range: Range<Int>, _ owner: Owner) {
        guard !range.isEmpty else { return }
        claims.append((range, owner))
        if owner == .picture { pictures.append(range) }
    }

    /// Checks that a range belongs to nobody else.
    ///
    /// - Throws: `MetadataEditError.overlapping`.
    func check(_ range: Range<Int>, _ owner: Owner) throws(MetadataEditError) {
        guard let other = claims.first(where: { $0.owner != owner && $0.range.overlaps(range) }) else { return }
        throw .overlapping(at: max(range.lowerBound, other.range.lowerBound))
    }
}
