import Foundation

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
