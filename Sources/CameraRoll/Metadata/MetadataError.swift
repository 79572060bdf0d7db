public import Foundation

/// Everything that reading metadata can fail with; each case carries the value that was wrong.
///
/// A damaged file is no error as long as its kind can be told: what could be read is given, and what could not is
/// listed in ``ImageMetadata/problems``.
public enum MetadataError: Error, Hashable, Sendable {
    /// The file cannot be opened; the code is the system's error number.
    case cannotOpen(path: String, code: Int32)
    /// The bytes from a position on cannot be read; the code is the system's error number.
    case cannotRead(at: Int, code: Int32)
    /// There are no bytes.
    case empty
    /// The bytes are of no kind that is known; the first of them, 12 at most.
    case unknownFormat(firstBytes: [UInt8])
    /// A resource's bytes could not be had from the library.
    case original(ImageError)
}

extension MetadataError: CustomStringConvertible {
    /// What went wrong with which value, for logs; the wording may change.
    public var description: String {
        switch self {
        case .cannotOpen(let path, let code): "'\(path)' cannot be opened: \(Self.text(of: code))."
        case .cannotRead(let position, let code):
            "The bytes from \(position) on cannot be read: \(Self.text(of: code))."
        case .empty: "There are no bytes."
        case .unknownFormat(let bytes): "Bytes that begin with \(bytes) are no image or movie that is known."
        case .original(let error): error.description
        }
    }

    static func text(of code: Int32) -> String {
        String(cString: strerror(code))
    }
}

extension MetadataError: LocalizedError {
    /// The description: English, for developers.
    public var errorDescription: String? { description }

    /// Whether somebody gave up, rather than something went wrong: nothing to show an alert for.
    public var isCancellation: Bool {
        if case .original(let error) = self { error.isCancellation } else { false }
    }
}
