import Foundation

/// Some assets in a row.
public struct Page: Sendable, Hashable {
    /// The assets, in the order of the query.
    public var assets: [MediaAsset]
    /// Where the first of them stands in the snapshot; nil for a page that was asked for by cursor.
    public var offset: Int?
    /// How many assets the snapshot has in all; nil for a page that was asked for by cursor.
    public var totalCount: Int?
    /// Whether more assets came after these when the page was read.
    public var hasNextPage: Bool
    /// Where the page ends, to go on from later or after a relaunch; nil for an empty page.
    ///
    /// Nil for a page of a snapshot too: what its last asset says now need not be where the snapshot has it. See
    /// ``AssetSnapshot/cursor(after:)``.
    public var endCursor: PageCursor?

    /// A page from its parts.
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

/// One page, by its number: the articles' pagination.
public struct PageRequest: Hashable, Sendable {
    /// The page, counted from 0; a page past the end is empty and no error.
    public var number: Int
    /// How many assets a page holds, at least 1.
    public var size: Int

    /// The page of a number, counted from 0, for pages of `size` assets.
    ///
    /// Nothing is checked here: a negative number or a size below 1 is refused where the page is asked for.
    public init(number: Int = 0, size: Int = 100) {
        self.number = number
        self.size = size
    }

    /// The page after this one; the page of the greatest number is past every end, and so its own next.
    public var next: PageRequest {
        PageRequest(number: number == .max ? number : number + 1, size: size)
    }

    /// The positions that the page has in a list of `count`.
    ///
    /// - Throws: `LibraryError.invalidPageNumber` or `.invalidPageSize`.
    func range(inCount count: Int) throws(LibraryError) -> Range<Int> {
        guard size >= 1 else { throw .invalidPageSize(size) }
        guard number >= 0 else { throw .invalidPageNumber(number) }
        let (start, overflows) = number.multipliedReportingOverflow(by: size)
        guard !overflows, start < count else { return count..<count }
        return start..<(start + min(size, count - start))
    }
}

/// A place in a query's order, to read on from: it outlives the asset it stands on, the snapshot and the process.
///
/// Reading goes on behind the *position*, not behind the asset: where the asset was deleted, the page starts with what
/// would follow it; what was inserted before it is not seen; nothing that stays where it is in the order is seen twice.
/// It is opaque: store it with `Codable` or as its ``token``.
public struct PageCursor: Hashable, Sendable {
    /// The query whose order it is a place in.
    public let query: AssetQuery
    let library: LibraryIdentity
    let position: SortPosition
    /// How many assets lie behind, counted from the start of the query: what its limit is measured by.
    let passed: Int

    init(query: AssetQuery, library: LibraryIdentity, position: SortPosition, passed: Int) {
        self.query = query
        self.library = library
        self.position = position
        self.passed = passed
    }

    /// The place behind an asset, which `passed` assets have led up to; nil where there is none to name.
    init?(after asset: MediaAsset?, of query: AssetQuery, in library: LibraryIdentity, passed: Int) {
        guard let asset, !query.order.isEmpty else { return nil }
        let position = SortPosition(of: asset, in: query.order)
        self.init(query: query, library: library, position: position, passed: passed)
    }

    /// Reads a cursor back from its token.
    ///
    /// - Throws: `LibraryError.malformedCursor` where the text is not a token of this or an earlier version.
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
    /// It holds the whole query, so that of a query by identifiers is as long as their list.
    public var token: String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        // Every part is a text, a truth or a finite number (`SortPosition`, `AssetQuery.validate`), which JSON can
        // hold.
        return (try? encoder.encode(Contents(self)))?.base64EncodedString() ?? ""
    }
}

extension PageCursor: Codable {
    /// Writes the token.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(token)
    }

    /// Reads the token.
    ///
    /// - Throws: `LibraryError.malformedCursor`, or the decoder's error where there is no text at all.
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

        /// What makes no sense in it, if anything does.
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
