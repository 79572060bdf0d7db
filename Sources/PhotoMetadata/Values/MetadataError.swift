public import Foundation

/// An error that occurs when reading metadata; each case carries the value that was wrong.
///
/// A damaged file is not an error as long as its format can be detected: the readable values are returned, and the
/// problems are listed in ``ImageMetadata/problems``.
public enum MetadataError: Error, Hashable, Sendable {
    /// The file cannot be opened; the code is the system's error number, `EINVAL` if it is not a file.
    case cannotOpen(path: String, code: Int32)
    /// The bytes at a position cannot be read; the code is the system's error number.
    case cannotRead(at: Int, code: Int32)
    /// The file is empty.
    case empty
    /// The format of the bytes is unknown; the value is the first of them, at most 12.
    case unknownFormat(firstBytes: [UInt8])
}

extension MetadataError: CustomStringConvertible {
    /// A description of the error and its value, for logs; the wording may change.
    public var description: String {
        switch self {
        case .cannotOpen(let path, EINVAL): "'\(path)' cannot be opened: it is not a file."
        case .cannotOpen(let path, let code): "'\(path)' cannot be opened: \(Self.text(of: code))."
        case .cannotRead(let position, let code):
            "The bytes from \(position) on cannot be read: \(Self.text(of: code))."
        case .empty: "The data is empty: expected an image or a movie."
        case .unknownFormat(let bytes): "The format of data that begins with \(Self.dump(bytes)) is unknown."
        }
    }

    /// Bytes in hexadecimal, and as the text that they may be: `74 68 69 73 ('this')`.
    package static func dump(_ bytes: [UInt8]) -> String {
        let digits = bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }
        let text = bytes.map { (0x20...0x7E).contains($0) ? Character(Unicode.Scalar($0)) : "." }
        return digits.joined(separator: " ") + " ('" + String(text) + "')"
    }

    package static func text(of code: Int32) -> String {
        String(cString: strerror(code))
    }
}

extension MetadataError: LocalizedError {
    /// The description: English, for developers.
    public var errorDescription: String? { description }
}

/// A problem in a file that could still be read, with the position where it was found.
public struct MetadataProblem: Hashable, Sendable {
    /// What is wrong.
    public enum Kind: Hashable, Sendable {
        /// The file ends within the part that begins here.
        case truncated
        /// The structure that should begin here does not.
        case malformed
        /// A tag's value lies outside its block.
        case valueOutside(tag: UInt16)
        /// A tag has an unknown type.
        case unknownType(tag: UInt16, type: Int)
        /// A directory is referenced a second time.
        case loop
        /// There is more to read than a limit allows; the part within the limit was read.
        case overLimit(MetadataLimits.Name)
        /// A block claims to be text, but is not in the expected encoding.
        case unreadableText
    }

    /// What is wrong.
    public let kind: Kind
    /// The position in bytes from the file's start, never past its end; for unpacked data, that of the packed bytes.
    public let position: Int

    /// Creates a problem at a position.
    public init(kind: Kind, position: Int) {
        self.kind = kind
        self.position = position
    }
}

extension MetadataProblem: CustomStringConvertible {
    /// A description of the problem and its position, for logs; the wording may change.
    public var description: String {
        switch kind {
        case .truncated: "The file ends within what begins at \(position)."
        case .malformed: "What should be at \(position) is not there, or is damaged."
        case .valueOutside(let tag):
            "The value of tag \(MetadataTag.hexadecimal(tag)) at \(position) lies outside its block."
        case .unknownType(let tag, let type):
            "Tag \(MetadataTag.hexadecimal(tag)) at \(position) is of the unknown type \(type)."
        case .loop: "A directory points back to \(position)."
        case .overLimit(let limit): "There is more at \(position) than the limit '\(limit)' allows to be read."
        case .unreadableText: "The text at \(position) is in no known encoding."
        }
    }
}

extension MetadataError: CameraRollError {
    /// `.retry` if bytes of an open file cannot be read; nil for a file that cannot be opened or understood.
    public var recovery: ErrorRecovery? {
        switch self {
        case .cannotRead: .retry
        case .cannotOpen, .empty, .unknownFormat: nil
        }
    }

    /// The system's error when it opened or read the file, if there was one.
    public var underlyingError: (any Error)? {
        switch self {
        case .cannotOpen(_, let code), .cannotRead(_, let code): POSIXError(number: code)
        case .empty, .unknownFormat: nil
        }
    }
}
