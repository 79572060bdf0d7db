public import CameraRoll

/// What a picker delivers for a selected asset.
public enum PickedContent: Sendable {
    /// Only the asset: nothing else was requested, or the original stays in the cloud.
    case reference
    /// The metadata of the original.
    case metadata(ImageMetadata)
    /// The decoded picture.
    case image(DecodedImage)
    /// The file of a picture or a sound.
    case data(PickedData)
    /// The movie.
    case movie(PickedData)
    /// The photo and the video of a Live Photo.
    case livePhoto(photo: PickedData, video: PickedData)
}

/// A file that a picker delivers, in memory.
public struct PickedData: Hashable, Sendable {
    /// The bytes of the file.
    public let bytes: [UInt8]
    /// The uniform type identifier of the bytes: `public.jpeg`.
    public let typeIdentifier: String
    /// The name of the original at its import; nil if the library does not know it, or the file was encoded again.
    public let fileName: String?

    init(_ bytes: [UInt8], typeIdentifier: String, fileName: String?) {
        self.bytes = bytes
        self.typeIdentifier = typeIdentifier
        self.fileName = fileName
    }
}

extension PickedData: CustomStringConvertible, CustomReflectable {
    /// The type and the number of bytes; never the bytes, which would fill a log.
    public var description: String { "\(bytes.count) bytes of \(typeIdentifier)" }

    /// The type and the number of bytes, for debuggers and failed expectations.
    public var customMirror: Mirror {
        Mirror(self, children: ["typeIdentifier": typeIdentifier, "byteCount": bytes.count])
    }
}

/// Encodes pictures for a picker, since this module has no codec.
///
/// ```swift
/// import CameraRollCodecs
/// let encoder = PickerEncoder(typeIdentifier: "public.jpeg") { try $0.encoded(as: .jpeg(quality: 0.9)) }
/// ```
public struct PickerEncoder: Sendable {
    /// The uniform type identifier of encoded files.
    public let typeIdentifier: String
    let encode: @Sendable (DecodedImage) throws -> [UInt8]

    /// Creates an encoder.
    ///
    /// - Parameters:
    ///   - typeIdentifier: the uniform type identifier of the files.
    ///   - encode: encodes an image; called on a thread that may block, for one picture per session at a time.
    public init(typeIdentifier: String, _ encode: @escaping @Sendable (DecodedImage) throws -> [UInt8]) {
        self.typeIdentifier = typeIdentifier
        self.encode = encode
    }
}

/// One result of a picker: a selected asset, with what was read of it or the reason why that failed.
public struct PickedResult: Sendable {
    /// The asset with its order number, which can be loaded again.
    public let item: PickedItem
    /// The content, or the error of this one result.
    public let outcome: Result<PickedContent, PickerError>

    /// The content; nil if it could not be read.
    public var content: PickedContent? { try? outcome.get() }
    /// The error; nil if the content was read.
    public var error: PickerError? {
        if case .failure(let error) = outcome { error } else { nil }
    }
}
