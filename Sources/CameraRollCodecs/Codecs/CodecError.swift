public import CameraRoll
public import Foundation

/// The reason why a file does not contain a picture that can be decoded.
public enum CodecError: Error, Hashable, Sendable {
    /// The file cannot be read, is empty, or is of an unknown kind.
    case unreadable(MetadataError)
    /// The file has more bytes than may be loaded into memory.
    case tooManyBytes(Int, limit: Int)
    /// No codec of this library reads files of this kind; its common name: `GIF`.
    case unsupportedFormat(String)
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
    /// This build has no codec for the format: on Linux the package trait `FolderLibrary` is missing.
    case missingTrait(MetadataFormat)
    /// A programming error: a quality outside 0 to 1.
    case invalidArgument(InvalidArgument)
}

extension CodecError {
    /// The error of a file that cannot be read; `.unsupportedFormat` if its first bytes identify one.
    package init(_ error: MetadataError) {
        if case .unknownFormat(let bytes) = error, let kind = UnreadKind(firstBytes: bytes) {
            self = .unsupportedFormat(kind.rawValue)
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
    /// A description of what is wrong, with the numbers, for logs; the wording may change.
    public var description: String { reason.sentence }

    /// The same text as the end of another sentence.
    package var reason: String {
        switch self {
        case .unreadable(let error): "the file cannot be read: \(error)"
        case .tooManyBytes(let count, let limit): "the file has \(count) bytes, and at most \(limit) are read"
        case .unsupportedFormat(let kind): "no codec reads \(kind) files here"
        case .damaged(let format, let reason): "the \(format.rawValue) file cannot be decoded: \(reason)"
        case .unavailable(let format, let reason): "the \(format.rawValue) codec cannot work now: \(reason)"
        case .tooManyPixels(let size, let limit): "the picture has \(size) pixels, and at most \(limit) are decoded"
        case .tooMuchMemory(let size, let bytes, let limit):
            "decoding \(size) pixels takes \(bytes) bytes, and at most \(limit) are allowed"
        case .cancelled: "decoding was canceled"
        case .cannotEncode(let format, let reason): "the picture cannot be written as \(format.rawValue): \(reason)"
        case .missingTrait(let format):
            "no codec for \(format.rawValue) is built in: on Linux name the package trait 'FolderLibrary'"
        case .invalidArgument(let argument): "invalid \(argument.name) \(argument.value): expected \(argument.allowed)"
        }
    }
}

extension CodecError: InvalidArgumentError {
    /// Whether the caller canceled decoding; no alert is needed then.
    public var isCancellation: Bool { self == .cancelled }

    /// The step that may help; nil if none does.
    public var recovery: ErrorRecovery? {
        switch self {
        case .unreadable(let error): error.recovery
        case .unavailable: .retry
        case .tooManyBytes, .unsupportedFormat, .damaged, .tooManyPixels, .tooMuchMemory, .cancelled, .cannotEncode,
            .missingTrait, .invalidArgument:
            nil
        }
    }

    /// The error of reading the file, or the mistake, if there was one.
    public var underlyingError: (any Error)? {
        switch self {
        case .unreadable(let error): error
        case .invalidArgument(let argument): argument
        default: nil
        }
    }
}

extension CodecError {
    /// The error in the form of the image manager, which adds the asset.
    ///
    /// `.failed` means that the file's content is at fault, so that loading fails again until the content changes.
    package func imageError(of asset: AssetID) -> ImageError {
        switch self {
        case .tooManyPixels(let size, let limit): .tooManyPixels(size, limit: limit)
        case .tooMuchMemory(let size, let bytes, let limit):
            .tooManyPixels(size, limit: Int(Double(size.width * size.height) * Double(limit) / Double(bytes)))
        case .tooManyBytes(_, let limit): .tooManyBytes(asset, limit: limit)
        case .unreadable(.cannotRead), .unreadable(.cannotOpen):
            .library(.failed("read original", reason: ErrorReason(reason, causedBy: self)))
        case .cancelled: .cancelled
        case .invalidArgument(let argument): .invalidArgument(argument)
        case .missingTrait: .notSupported(asset, reason: reason)
        case .unavailable: .library(.failed("decode", reason: ErrorReason(reason, causedBy: self)))
        default: .failed(asset, reason: ErrorReason(reason, causedBy: self))
        }
    }
}

extension CodecError: LocalizedError {
    /// The description: English, for developers.
    public var errorDescription: String? { description }
}

/// A picture format that is not supported at all, detected by its first bytes.
package enum UnreadKind: String, CaseIterable {
    case photoshop = "Photoshop"
    case jpegXL = "JPEG XL"
    case jpeg2000 = "JPEG 2000"

    /// The signature of its files, and its position.
    private var signature: (position: Int, text: String) {
        switch self {
        case .photoshop: (0, "8BPS")
        case .jpegXL: (4, "JXL ")
        case .jpeg2000: (4, "jP  ")
        }
    }

    /// The format of a file with these first bytes; nil for any other format.
    package init?(firstBytes: [UInt8]) {
        // JPEG XL without a container.
        if firstBytes.starts(with: [0xFF, 0x0A]) {
            self = .jpegXL
            return
        }
        let found = Self.allCases.first { kind in
            firstBytes.dropFirst(kind.signature.position).starts(with: kind.signature.text.utf8)
        }
        guard let found else { return nil }
        self = found
    }
}
