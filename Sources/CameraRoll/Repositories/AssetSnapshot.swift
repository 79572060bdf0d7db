/// A fetch result that stays behind the door, and this is the handle to it: the articles' `PHAssetResult`.
///
/// It shows one state of the library: its count, its assets and their order never change (*Stable Pages*, K2); what an
/// asset says of itself is read afresh each time (K3), and an asset deleted meanwhile is given as it was last known.
/// When the last handle goes, the result is released on the library executor (P2).
public final class AssetSnapshot: Sendable {
    /// What was asked for.
    public let query: AssetQuery
    /// How many assets it has.
    public let count: Int
    /// The library it is from.
    public let library: LibraryIdentity
    let id: SnapshotID
    let access: LibraryAccess

    init(_ opened: OpenedSnapshot, of query: AssetQuery, behind access: LibraryAccess) {
        self.query = query
        self.access = access
        count = opened.count
        library = opened.library
        id = opened.id
    }

    deinit {
        access.post("release snapshot") { [id] in $0.release(id) }
    }

    /// The positions it has: `0..<count`.
    public var indices: Range<Int> { 0..<count }

    /// Refuses positions that are not all within it.
    func validate(_ range: Range<Int>) throws(LibraryError) {
        guard range.lowerBound >= 0, range.upperBound <= count else {
            throw .rangeOutOfBounds(range, count: count)
        }
    }
}

extension AssetSnapshot: CustomStringConvertible {
    /// How many assets of which library.
    public var description: String { "\(count) assets of library '\(library)'" }
}
