/// Something wrong in a file that could be read nevertheless, with the position where it was found.
public struct MetadataProblem: Hashable, Sendable {
    /// What is wrong.
    public enum Kind: Hashable, Sendable {
        /// The file ends within what begins here.
        case truncated
        /// The structure that should begin here does not.
        case malformed
        /// A tag's value lies outside its block.
        case valueOutside(tag: UInt16)
        /// A tag has a type that there is not.
        case unknownType(tag: UInt16, type: Int)
        /// A directory is pointed at a second time.
        case loop
        /// More is there than a limit allows to be read; what lies within the limit was read.
        case overLimit(MetadataLimits.Name)
        /// A block claims to be text, and is not in the encoding that it should have.
        case unreadableText
    }

    /// What is wrong.
    public let kind: Kind
    /// Where in the file, in bytes from its start, never behind its end; of what was unpacked where it is packed.
    public let position: Int

    /// A problem at a position.
    public init(kind: Kind, position: Int) {
        self.kind = kind
        self.position = position
    }
}

extension MetadataProblem: CustomStringConvertible {
    /// What is wrong where, for logs; the wording may change.
    public var description: String {
        switch kind {
        case .truncated: "The file ends within what begins at \(position)."
        case .malformed: "What should be at \(position) is not there, or is damaged."
        case .valueOutside(let tag):
            "The value of tag \(MetadataTag.hexadecimal(tag)) at \(position) lies outside its block."
        case .unknownType(let tag, let type):
            "Tag \(MetadataTag.hexadecimal(tag)) at \(position) has the type \(type), which there is not."
        case .loop: "A directory points back to \(position)."
        case .overLimit(let limit): "There is more at \(position) than the limit '\(limit)' allows to be read."
        case .unreadableText: "The text at \(position) is in no known encoding."
        }
    }
}
