/// One original file of an asset, named but not read: a still, a video, the video of a Live Photo.
public struct AssetResource: Hashable, Sendable {
    /// What a resource is to its asset.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        /// The picture itself.
        case photo
        /// The video itself.
        case video
        /// The video that belongs to the still of a Live Photo.
        case pairedVideo
        /// The sound itself.
        case audio
    }

    /// The asset that it belongs to.
    public var asset: AssetID
    /// What it is to its asset.
    public var kind: Kind
    /// The uniform type identifier of its data: `public.jpeg`, `public.heic`, `com.apple.quicktime-movie`.
    public var typeIdentifier: String
    /// The EXIF orientation, 1 to 8, in which the data hold the picture; 1 where the data are no picture.
    public var orientation: Int
    /// The length in bytes; nil where that is known only after a download.
    public var byteCount: Int?
    /// The name of the file as it was imported; nil where the library does not know it.
    public var fileName: String?

    /// A resource from its parts; libraries use this, and tests.
    public init(
        asset: AssetID,
        kind: Kind,
        typeIdentifier: String,
        orientation: Int = 1,
        byteCount: Int? = nil,
        fileName: String? = nil
    ) {
        self.asset = asset
        self.kind = kind
        self.typeIdentifier = typeIdentifier
        self.orientation = orientation
        self.byteCount = byteCount
        self.fileName = fileName
    }
}

/// The original data of an asset, with their type and orientation.
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

/// A Live Photo: its still, ready to be shown, and the video that belongs to it.
public struct LivePhoto: Sendable {
    /// The still, decoded.
    public let still: DecodedImage
    /// The still's original.
    public let photo: AssetResource
    /// The video that belongs to it, to be read when it is played.
    public let pairedVideo: AssetResource
}
