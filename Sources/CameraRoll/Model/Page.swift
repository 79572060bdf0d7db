import Foundation

/// A range of assets.
public struct Page: Sendable, Hashable {
    /// The assets, in the order of the query.
    public var assets: [MediaAsset]
    /// The position of the first asset in the snapshot; nil for a page that was read by cursor.
    public var offset: Int?
    /// The number of assets in the snapshot; nil for a page that was read by cursor.
    public var totalCount: Int?
    /// Whether more assets followed when the page was read.
    public var hasNextPage: Bool
    /// The end of the page, from which to continue later or after a relaunch; nil for an empty page.
    ///
    /// Also nil for a page of a snapshot: the current data of its last asset need not match its position in the
    /// snapshot. See ``AssetSnapshot/cursor(after:)``.
    public var endCursor: PageCursor?

    /// Creates a page from its parts.
    public init(
        assets: [MediaAsset],
        offset: Int? = nil,
        totalCount: Int? = nil,
        hasNextPage: Bool,
        endCursor: PageCursor? = nil
    ) {
        self.assets = assets
        self.offset = offset
        self.totalCount = totalCount
        self.hasNextPage = hasNextPage
        self.endCursor = endCursor
    }
}

/// A page of a list by its number, for apps that count pages instead of keeping a cursor.
public struct PageRequest: Hashable, Sendable {
    /// The page number, counted from 0; a page past the end is empty, and not an error.
    public var number: Int
    /// The number of assets per page, at least 1.
    public var size: Int

    /// Creates a request for the page with a number, counted from 0, of `size` assets.
    ///
    /// The values are not checked here: reading the page throws for a negative number or a size below 1.
    public init(number: Int = 0, size: Int = 100) {
        self.number = number
        self.size = size
    }

    /// The request for the next page; the page with the greatest number, which is past every end, is its own next page.
    public var next: PageRequest {
        PageRequest(number: number == .max ? number : number + 1, size: size)
    }

    /// The positions of the page in a list of `count` elements.
    ///
    /// - Throws: `LibraryError.invalidArgument` for a size below 1 or a negative number.
    func range(inCount count: Int) throws(LibraryError) -> Range<Int> {
        guard size >= 1 else { throw .invalidPageSize(size) }
        guard number >= 0 else { throw .invalidPageNumber(number) }
        let (start, overflows) = number.multipliedReportingOverflow(by: size)
        guard !overflows, start < count else { return count..<count }
        return start..<(start + min(size, count - start))
    }
}

/// A position in a query's order, from which to continue reading; it outlives its asset, the snapshot and the
/// process.
///
/// Reading continues after the *position*, not after the asset. If the asset was deleted, the page starts with the
/// asset that would follow it. Assets that were inserted before the position are not returned, and no asset that
/// keeps its place in the order is returned twice. A cursor is opaque: store it with `Codable` or as its ``token``.
public struct PageCursor: Hashable, Sendable {
    /// The query to whose order the position belongs.
    public let query: AssetQuery
    let library: LibraryIdentity
    let position: SortPosition
    /// The number of assets before the position, counted from the start of the query, for the query's limit.
    let passed: Int

    init(query: AssetQuery, library: LibraryIdentity, position: SortPosition, passed: Int) {
        self.query = query
        self.library = library
        self.position = position
        self.passed = passed
    }

    /// Creates the cursor after an asset that is the last of `passed` assets; nil if there is no such position.
    init?(after asset: MediaAsset?, of query: AssetQuery, in library: LibraryIdentity, passed: Int) {
        guard let asset, !query.order.isEmpty else { return nil }
        let position = SortPosition(of: asset, in: query.order)
        self.init(query: query, library: library, position: position, passed: passed)
    }

    /// Decodes a cursor from its token.
    ///
    /// - Throws: `LibraryError.invalidToken` if the text is not a token of this or an earlier version.
    public init(token: String) throws(LibraryError) {
        guard let data = Data(base64Encoded: token) else {
            throw .malformedCursor(token: token, reason: "it is not base64")
        }
        guard let contents = try? JSONDecoder().decode(Contents.self, from: data) else {
            throw .malformedCursor(token: token, reason: "its contents cannot be read")
        }
        if let problem = contents.problem { throw .malformedCursor(token: token, reason: problem) }
        self.init(
            query: contents.query, library: contents.library, position: contents.position, passed: contents.passed)
    }

    /// The cursor as a text of letters, digits, `+`, `/` and `=`; the same cursor always gives the same text.
    ///
    /// The token contains the whole query: that of a query by identifiers is as long as their list.
    public var token: String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        // Every part is a text, a Boolean or a finite number (`SortPosition`, `AssetQuery.validate`), which JSON can
        // represent.
        return (try? encoder.encode(Contents(self)))?.base64EncodedString() ?? ""
    }
}

extension PageCursor: Codable {
    /// Encodes the token.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(token)
    }

    /// Decodes the token.
    ///
    /// - Throws: `LibraryError.invalidToken`, or the decoder's error if there is no text.
    public init(from decoder: any Decoder) throws {
        try self.init(token: decoder.singleValueContainer().decode(String.self))
    }

    private struct Contents: Codable {
        static let currentVersion = 1

        let version: Int
        let library: LibraryIdentity
        let query: AssetQuery
        let position: SortPosition
        let passed: Int

        /// The reason why the contents are invalid; nil if they are valid.
        var problem: String? {
            if version != Self.currentVersion { return "its version \(version) is unknown" }
            if query.order.isEmpty || !position.fits(query.order) { return "its position does not fit its order" }
            if passed < 1 { return "it has passed \(passed) assets" }
            do throws(LibraryError) {
                try query.validate()
                return nil
            } catch {
                return error.description
            }
        }

        init(_ cursor: PageCursor) {
            version = Self.currentVersion
            library = cursor.library
            query = cursor.query
            position = cursor.position
            passed = cursor.passed
        }
    }
}
