/// How many assets an album holds, as far as it is known.
///
/// An exact count costs 25 to 75 ms of library time for each album (P12), and the library's estimate can be missing
/// (PhotoKit's NSNotFound, K15): so a list of albums comes at once, and exact counts are filled in later.
public enum AlbumCount: Hashable, Sendable, Codable {
    /// Not counted, and the library has no estimate.
    case unknown
    /// The library's own estimate, which can be wrong either way.
    case estimated(Int)
    /// Counted.
    case exact(Int)

    /// The number, exact or estimated; nil where there is none.
    public var number: Int? {
        switch self {
        case .unknown: nil
        case .estimated(let count), .exact(let count): count
        }
    }
}
