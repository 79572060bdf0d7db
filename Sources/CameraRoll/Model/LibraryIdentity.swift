/// Tells one library from another, across launches: what keeps a cursor from being used on a library it is not from.
public struct LibraryIdentity: Hashable, Sendable, Codable, RawRepresentable, CustomStringConvertible {
    /// The library's own text: the folder's index number, the synthetic library's seed.
    public let rawValue: String

    /// Wraps the library's own text.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Wraps the library's own text.
    public init(_ rawValue: String) {
        self.rawValue = rawValue
    }

    /// The library's own text.
    public var description: String { rawValue }
}
