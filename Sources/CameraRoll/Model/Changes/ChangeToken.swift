public import Foundation

/// A place in a library's history, to ask from later what changed: Photos' `PHPersistentChangeToken`.
///
/// It outlives the process: store it with `Codable` or as its ``token``. It belongs to one library on one device, and
/// libraries forget their history after a while: then everything has to be read again.
public struct ChangeToken: Hashable, Sendable {
    /// The library whose history it is a place in.
    public let library: LibraryIdentity
    /// The library's own bytes; nobody else can read them.
    public let place: Data

    /// A token of a library's own making.
    ///
    /// - Parameters:
    ///   - library: whose history it is a place in.
    ///   - place: what the library needs to find the place again.
    public init(library: LibraryIdentity, place: Data) {
        self.library = library
        self.place = place
    }

    /// Reads a token back from its text.
    ///
    /// - Throws: `LibraryError.malformedChangeToken` where the text is not that of a token.
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
        // A number, a text and bytes: JSON can hold each.
        return (try? encoder.encode(Contents(self)))?.base64EncodedString() ?? ""
    }
}

extension ChangeToken: Codable {
    /// Writes the text.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(token)
    }

    /// Reads the text.
    ///
    /// - Throws: `LibraryError.malformedChangeToken`, or the decoder's error where there is no text at all.
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

/// How long changes are gathered before subscribers hear of them: libraries call many times for one change.
public struct ChangeDelay: Hashable, Sendable {
    /// Subscribers hear of a burst once nothing more has come for so long; 30 ms by default.
    public var quiet: Duration
    /// They hear of it at the latest so long after it began, however it goes on; 250 ms by default.
    public var longest: Duration

    /// Delays, each with its default; what is not more than zero means at once, and 100 years are the most.
    public init(quiet: Duration = .milliseconds(30), longest: Duration = .milliseconds(250)) {
        self.quiet = quiet
        self.longest = longest
    }

    /// Every call of the library is heard of at once.
    public static let none = ChangeDelay(quiet: .zero, longest: .zero)
}
