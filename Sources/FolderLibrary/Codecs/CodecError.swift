#if FolderLibrary || canImport(Darwin)
public import CameraRoll
public import Foundation

/// The reason why a file gives no picture.
public enum CodecError: Error, Hashable, Sendable {
    /// The file cannot be read, is empty, or is of no known kind.
    case unreadable(MetadataError)
    /// The file has more bytes than may be loaded into memory.
    case tooManyBytes(Int, limit: Int)
    /// No codec of this library reads files of this kind.
    case unsupportedFormat(MetadataFormat)
    /// Neither metadata nor pixels of this kind are supported; its common name: `GIF`.
    case unsupportedKind(String)
    /// The file is damaged, or has a variant that its codec does not support.
    case damaged(MetadataFormat, reason: String)
    /// The codec could not run, for lack of memory for example: the file may be intact.
    case unavailable(MetadataFormat, reason: String)
    /// The picture has more pixels than may be decoded.
    case tooManyPixels(PixelSize, limit: Int)
    /// Decoding the picture would take more memory than is allowed.
    case tooMuchMemory(PixelSize, bytes: Int, limit: Int)
    /// The picture is no longer wanted.
    case cancelled
    /// The picture cannot be written in a format: a side, or its metadata, exceed the format's limit.
    case cannotEncode(MetadataFormat, reason: String)
}

extension CodecError {
    /// The error of a file that cannot be read; `.unsupportedKind` if its first bytes identify one.
    init(_ error: MetadataError) {
        if case .unknownFormat(let bytes) = error, let kind = UnreadKind(firstBytes: bytes) {
            self = .unsupportedKind(kind.rawValue)
        } else {
            self = .unreadable(error)
        }
    }

    /// The error for a failure that a C library reports only as text.
    static func failure(_ format: MetadataFormat, reason: String) -> CodecError {
        let words = reason.lowercased()
        let isMemory = ["out of memory", "insufficient memory", "memory allocation"].contains { words.contains($0) }
        return isMemory ? .unavailable(format, reason: reason) : .damaged(format, reason: reason)
    }
}

extension CodecError: CustomStringConvertible {
    /// Says what is wrong, with the numbers; for logs, the wording may change.
    public var description: String { reason.sentence }

    /// The same as the end of another sentence.
    var reason: String {
        switch self {
        case .unreadable(let error): "the file cannot be read: \(error)"
        case .tooManyBytes(let count, let limit): "the file has \(count) bytes, and at most \(limit) are read"
        case .unsupportedFormat(let format): "no codec reads \(format.rawValue) files here"
        case .unsupportedKind(let kind): "no codec reads \(kind) files here"
        case .damaged(let format, let reason): "the \(format.rawValue) file cannot be decoded: \(reason)"
        case .unavailable(let format, let reason): "the \(format.rawValue) codec cannot work now: \(reason)"
        case .tooManyPixels(let size, let limit): "it has \(size) pixels, and at most \(limit) are decoded"
        case .tooMuchMemory(let size, let bytes, let limit):
            "decoding \(size) pixels takes \(bytes) bytes, and at most \(limit) are allowed"
        case .cancelled: "it was cancelled"
        case .cannotEncode(let format, let reason): "it cannot be written as \(format.rawValue): \(reason)"
        }
    }
}

extension CodecError: LocalizedError {
    /// The description: English, for developers.
    public var errorDescription: String? { description }
}
#endif
