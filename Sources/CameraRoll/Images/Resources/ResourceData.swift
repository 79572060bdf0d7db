/// The original data of an asset, with their type and orientation (R85).
public struct ResourceData: Hashable, Sendable {
    /// What was read.
    public let resource: AssetResource
    /// Its bytes, as they are in the library.
    public let bytes: [UInt8]

    /// The uniform type identifier of the bytes.
    public var typeIdentifier: String { resource.typeIdentifier }
    /// The EXIF orientation, 1 to 8, in which the bytes hold the picture; 1 where they are no picture.
    public var orientation: Int { resource.orientation }
}

extension ResourceData: CustomStringConvertible, CustomReflectable {
    /// The resource and how many bytes; never the bytes, which would fill a log.
    public var description: String {
        "\(bytes.count) bytes of \(typeIdentifier), the \(resource.kind) of \(resource.asset)"
    }

    /// The resource and how many bytes, for debuggers and failed expectations.
    public var customMirror: Mirror {
        Mirror(self, children: ["resource": resource, "byteCount": bytes.count])
    }
}

/// A Live Photo: its still, ready to be shown, and the video that belongs to it (R86).
public struct LivePhoto: Sendable {
    /// The still, decoded.
    public let still: DecodedImage
    /// The still's original.
    public let photo: AssetResource
    /// The video that belongs to it, to be read when it is played.
    public let pairedVideo: AssetResource
}
