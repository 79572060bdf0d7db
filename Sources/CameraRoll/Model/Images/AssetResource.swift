/// One original file of an asset, described but not read: a still, a video, the video of a Live Photo.
public struct AssetResource: Hashable, Sendable {
    /// The role of a resource in its asset.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        /// The main picture.
        case photo
        /// The main video.
        case video
        /// The video that belongs to the still of a Live Photo.
        case pairedVideo
        /// The main sound.
        case audio
    }

    /// The asset of the resource.
    public var asset: AssetID
    /// The role of the resource in its asset.
    public var kind: Kind
    /// The uniform type identifier of its data: `public.jpeg`, `public.heic`, `com.apple.quicktime-movie`.
    public var typeIdentifier: String
    /// The EXIF orientation of the stored picture, 1 to 8; 1 if the data is not a picture.
    public var orientation: Int
    /// The length in bytes; nil if it is known only after a download.
    public var byteCount: Int?
    /// The name of the file when it was imported; nil if the library does not know it.
    public var fileName: String?

    /// Creates a resource from its parts, for libraries and tests.
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

/// The original data of an asset, with its type and orientation.
public struct ResourceData: Hashable, Sendable {
    /// The resource that was read.
    public let resource: AssetResource
    /// The bytes, as stored in the library.
    public let bytes: [UInt8]

    /// The uniform type identifier of the bytes.
    public var typeIdentifier: String { resource.typeIdentifier }
    /// The EXIF orientation of the stored picture, 1 to 8; 1 if the data is not a picture.
    public var orientation: Int { resource.orientation }
}

extension ResourceData: CustomStringConvertible, CustomReflectable {
    /// The resource and the byte count; never the bytes, which would fill a log.
    public var description: String {
        "\(bytes.count) bytes of \(typeIdentifier), the \(resource.kind) of \(resource.asset)"
    }

    /// The resource and the byte count, for debuggers and failed expectations.
    public var customMirror: Mirror {
        Mirror(self, children: ["resource": resource, "byteCount": bytes.count])
    }
}

/// A Live Photo: its decoded still and its video.
public struct LivePhoto: Sendable {
    /// The still, decoded.
    public let still: DecodedImage
    /// The original of the still.
    public let photo: AssetResource
    /// The video of the Live Photo, to be read when it is played.
    public let pairedVideo: AssetResource
}
