public import Foundation

/// A place in a library's history, from which to request changes later, like Photos' `PHPersistentChangeToken`.
///
/// A token outlives the process: store it with `Codable` or as its ``token``. It belongs to one library on one
/// device. Libraries discard their history after a while; then everything has to be read again.
public struct ChangeToken: Hashable, Sendable {
    /// The library to which the history belongs.
    public let library: LibraryIdentity
    /// The library's private data; only the library can interpret it.
    public let place: Data

    /// Creates a token, for libraries.
    ///
    /// - Parameters:
    ///   - library: the library to which the history belongs.
    ///   - place: the data with which the library finds the place again.
    public init(library: LibraryIdentity, place: Data) {
        self.library = library
        self.place = place
    }

    /// Decodes a token from its text.
    ///
    /// - Throws: `LibraryError.invalidToken` if the text is not a token.
    public init(token: String) throws(LibraryError) {
        guard let data = Data(base64Encoded: token) else {
            throw .malformedChangeToken(token: token, reason: "it is not base64")
        }
        guard let contents = try? JSONDecoder().decode(Contents.self, from: data) else {
            throw .malformedChangeToken(token: token, reason: "its contents cannot be read")
        }
        guard contents.version == Contents.currentVersion else {
            throw .malformedChangeToken(token: token, reason: "its version \(contents.version) is unknown")
        }
        self.init(library: contents.library, place: contents.place)
    }

    /// The token as a text of letters, digits, `+`, `/` and `=`; the same place always gives the same text.
    public var token: String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        // A number, a text and bytes: JSON can represent each.
        return (try? encoder.encode(Contents(self)))?.base64EncodedString() ?? ""
    }
}

extension ChangeToken: Codable {
    /// Encodes the text.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(token)
    }

    /// Decodes the text.
    ///
    /// - Throws: `LibraryError.invalidToken`, or the decoder's error if there is no text.
    public init(from decoder: any Decoder) throws {
        try self.init(token: decoder.singleValueContainer().decode(String.self))
    }

    struct Contents: Codable {
        static let currentVersion = 1

        let version: Int
        let library: LibraryIdentity
        let place: Data

        init(_ token: ChangeToken) {
            version = Self.currentVersion
            library = token.library
            place = token.place
        }
    }
}

/// How long changes are coalesced before subscribers are notified: libraries often send many calls for one change.
public struct ChangeDelay: Hashable, Sendable {
    /// Subscribers are notified of a burst once no change has come for this long; 30 ms by default.
    public var quiet: Duration
    /// Subscribers are notified no later than this after the burst began; 250 ms by default.
    public var longest: Duration

    /// Creates delays, each with its default; a value of zero or less means no delay, and values are limited to 100
    /// years.
    public init(quiet: Duration = .milliseconds(30), longest: Duration = .milliseconds(250)) {
        self.quiet = quiet
        self.longest = longest
    }

    /// Notifies subscribers of every call of the library at once.
    public static let none = ChangeDelay(quiet: .zero, longest: .zero)
}
