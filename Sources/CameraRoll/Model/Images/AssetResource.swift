/// One original file of an asset, described but not read: a still, a video, the video of a Live Photo.
public struct AssetResource: Hashable, Sendable {
    /// The role of a resource in its asset, with PhotoKit's raw values.
    ///
    /// The set of kinds is open: newer systems may have more, and libraries may list them.
    public struct Kind: RawRepresentable, Hashable, Sendable, Codable {
        /// PhotoKit's value.
        public let rawValue: Int

        /// Preserves any value, known or not.
        public init(rawValue: Int) {
            self.rawValue = rawValue
        }

        /// The main picture.
        public static let photo = Kind(rawValue: 1)
        /// The main video.
        public static let video = Kind(rawValue: 2)
        /// The main audio.
        public static let audio = Kind(rawValue: 3)
        /// The picture in another format, such as the JPEG beside a RAW file.
        public static let alternatePhoto = Kind(rawValue: 4)
        /// The edited picture.
        public static let fullSizePhoto = Kind(rawValue: 5)
        /// The edited video.
        public static let fullSizeVideo = Kind(rawValue: 6)
        /// The description of the edits.
        public static let adjustmentData = Kind(rawValue: 7)
        /// The picture before the last edits.
        public static let adjustmentBasePhoto = Kind(rawValue: 8)
        /// The video that belongs to the still of a Live Photo.
        public static let pairedVideo = Kind(rawValue: 9)
        /// The edited video of a Live Photo.
        public static let fullSizePairedVideo = Kind(rawValue: 10)
        /// The video of a Live Photo before the last edits.
        public static let adjustmentBasePairedVideo = Kind(rawValue: 11)
        /// The video before the last edits.
        public static let adjustmentBaseVideo = Kind(rawValue: 12)
        /// A smaller picture that stands in for the main one.
        public static let photoProxy = Kind(rawValue: 19)

        /// Whether an asset can consist of a file of this kind alone.
        package var isMain: Bool { [.photo, .video, .audio].contains(self) }
    }

    /// The asset of the resource.
    public var asset: AssetID
    /// The role of the resource in its asset.
    public var kind: Kind
    /// The uniform type identifier of its data: `public.jpeg`, `public.heic`, `com.apple.quicktime-movie`.
    public var typeIdentifier: String
    /// The position of the resource in its asset's list, which distinguishes it from others of the same kind.
    public var index: Int
    /// The EXIF orientation of the stored picture, 1 to 8; 1 if the data is not a picture, and nil if it is known only
    /// after reading the data.
    public var orientation: Int?
    /// The length in bytes; nil if it is known only after a download.
    public var byteCount: Int?
    /// The name of the file when it was imported; nil if the library does not know it.
    public var fileName: String?

    /// Creates a resource from its parts, for libraries and tests.
    public init(
        asset: AssetID,
        kind: Kind,
        typeIdentifier: String,
        index: Int = 0,
        orientation: Int? = 1,
        byteCount: Int? = nil,
        fileName: String? = nil
    ) {
        self.asset = asset
        self.kind = kind
        self.typeIdentifier = typeIdentifier
        self.index = index
        self.orientation = orientation
        self.byteCount = byteCount
        self.fileName = fileName
    }
}

extension AssetResource.Kind: CustomStringConvertible {
    private static let names: [Self: String] = [
        .photo: "photo", .video: "video", .audio: "audio", .alternatePhoto: "alternatePhoto",
        .fullSizePhoto: "fullSizePhoto", .fullSizeVideo: "fullSizeVideo", .adjustmentData: "adjustmentData",
        .adjustmentBasePhoto: "adjustmentBasePhoto", .pairedVideo: "pairedVideo",
        .fullSizePairedVideo: "fullSizePairedVideo", .adjustmentBasePairedVideo: "adjustmentBasePairedVideo",
        .adjustmentBaseVideo: "adjustmentBaseVideo", .photoProxy: "photoProxy",
    ]

    /// The name of the kind; for an unknown one, its value.
    public var description: String { Self.names[self] ?? "resource of kind \(rawValue)" }
}

/// The original data of an asset, with its type and orientation.
public struct ResourceData: Hashable, Sendable {
    /// The resource that was read.
    public let resource: AssetResource
    /// The bytes, as stored in the library.
    public let bytes: [UInt8]

    /// The uniform type identifier of the bytes.
    public var typeIdentifier: String { resource.typeIdentifier }
    /// The EXIF orientation of the stored picture, 1 to 8; 1 if the data is not a picture, and nil if the library does
    /// not know it, in which case the metadata in ``bytes`` states it.
    public var orientation: Int? { resource.orientation }
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
