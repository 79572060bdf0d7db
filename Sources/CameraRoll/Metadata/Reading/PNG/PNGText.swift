/// A text of a PNG file: a keyword and what it says.
public struct PNGText: Hashable, Sendable {
    /// What the text is: `Title`, `Copyright`, `Creation Time`, or any other word.
    public let keyword: String
    /// The text.
    public let text: String
}
