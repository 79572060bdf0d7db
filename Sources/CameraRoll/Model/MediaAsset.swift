public import Foundation
// The location, the pixel size and the metadata of an original are types of PhotoMetadata, and part of this module's
// API: `import CameraRoll` alone makes them available.
@_exported public import PhotoMetadata

/// A photo, video or audio recording in a library, as of the time it was read.
///
/// A value: it holds no library object and never changes. One read returns all properties (0.1 ms of library time on
/// a phone), so accessing a property costs nothing. Data that costs more, such as whether the original is on the
/// device, is not a property; the name and the length in bytes of its file are in
/// ``CachingImageManager/resources(of:)``.
public struct MediaAsset: Identifiable, Hashable, Sendable, Codable {
    /// The identifier of the asset in its library.
    public var id: AssetID
    /// The kind of media.
    public var mediaType: MediaType
    /// The traits of the asset.
    public var mediaSubtypes: MediaSubtypes
    /// The width in pixels after the orientation is applied; 0 if the library does not know it.
    public var pixelWidth: Int
    /// The height in pixels after the orientation is applied; 0 if the library does not know it.
    public var pixelHeight: Int
    /// The creation date; an unknown date sorts as the oldest.
    public var creationDate: Date?
    /// The date of the last edit; it also changes for internal reasons of the library, so it does not prove an edit.
    public var modificationDate: Date?
    /// The playing time in seconds; 0 for a still picture.
    public var duration: TimeInterval
    /// Whether the owner marked the asset as a favorite.
    public var isFavorite: Bool
    /// Whether the owner hid the asset.
    public var isHidden: Bool
    /// An identifier shared by all pictures of one burst.
    public var burstIdentifier: String?
    /// Whether the asset represents its burst; the others are fetched only on request.
    public var representsBurst: Bool
    /// The location of the asset.
    public var place: Coordinate?
    /// The date on which the asset was added to the library; nil if the library does not know it.
    public var addedDate: Date?
    /// The uniform type identifier of the asset's file, such as `public.heic`; nil if the library does not know it
    /// without listing the originals.
    public var typeIdentifier: String?
    /// Whether the picture or video was edited; nil if the library does not know it.
    public var hasAdjustments: Bool?
    /// The style that the library reports; nil if it follows from the other values.
    @usableFromInline var reportedStyle: PlaybackStyle?
    /// Changes whenever the picture itself changes; together with the identifier it identifies a cached image.
    public var contentVersion: UInt64

    /// Creates an asset from its parts, for libraries and tests.
    @inlinable public init(
        id: AssetID,
        mediaType: MediaType = .image,
        mediaSubtypes: MediaSubtypes = [],
        pixelWidth: Int = 0,
        pixelHeight: Int = 0,
        creationDate: Date? = nil,
        modificationDate: Date? = nil,
        duration: TimeInterval = 0,
        isFavorite: Bool = false,
        isHidden: Bool = false,
        burstIdentifier: String? = nil,
        representsBurst: Bool = false,
        place: Coordinate? = nil,
        contentVersion: UInt64 = 0,
        addedDate: Date? = nil,
        typeIdentifier: String? = nil,
        hasAdjustments: Bool? = nil,
        playbackStyle: PlaybackStyle? = nil
    ) {
        self.id = id
        self.mediaType = mediaType
        self.mediaSubtypes = mediaSubtypes
        self.pixelWidth = pixelWidth
        self.pixelHeight = pixelHeight
        self.creationDate = creationDate
        self.modificationDate = modificationDate
        self.duration = duration
        self.isFavorite = isFavorite
        self.isHidden = isHidden
        self.burstIdentifier = burstIdentifier
        self.representsBurst = representsBurst
        self.place = place
        self.contentVersion = contentVersion
        self.addedDate = addedDate
        self.typeIdentifier = typeIdentifier
        self.hasAdjustments = hasAdjustments
        reportedStyle = playbackStyle
    }
}

/// The identifier of an asset in one library, like PhotoKit's `localIdentifier`.
///
/// It stays the same for the asset's whole life on this device, and can be stored; it is not valid in another
/// library.
public struct AssetID: TextIdentifier {
    /// The library's own text for the asset.
    public let rawValue: String

    /// Wraps the library's own text.
    @inlinable public init(rawValue: String) { self.rawValue = rawValue }
}

/// The kind of media of an asset, with PhotoKit's raw values; unknown values are preserved.
public struct MediaType: RawRepresentable, Hashable, Sendable, Codable {
    /// PhotoKit's `PHAssetMediaType` value.
    public let rawValue: Int

    /// Preserves any value, known or not.
    @inlinable public init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// Not reported by the library.
    @inlinable public static var unknown: MediaType { MediaType(rawValue: 0) }
    /// A still picture, Live Photos included.
    @inlinable public static var image: MediaType { MediaType(rawValue: 1) }
    /// A video.
    @inlinable public static var video: MediaType { MediaType(rawValue: 2) }
    /// Audio without video.
    @inlinable public static var audio: MediaType { MediaType(rawValue: 3) }
}

extension MediaType: Comparable {
    /// Orders by the raw value.
    public static func < (lhs: MediaType, rhs: MediaType) -> Bool {
        lhs.rawValue < rhs.rawValue
    }
}

extension MediaType: CustomStringConvertible {
    /// The name of the kind, or its number if this version does not know it.
    public var description: String {
        switch self {
        case .unknown: "unknown"
        case .image: "image"
        case .video: "video"
        case .audio: "audio"
        default: "media type \(rawValue)"
        }
    }
}

/// Traits of an asset, with PhotoKit's bits; unknown bits are preserved.
public struct MediaSubtypes: OptionSet, Hashable, Sendable, Codable {
    /// PhotoKit's `PHAssetMediaSubtype` bits.
    public let rawValue: UInt

    /// Preserves any bits, known or not.
    @inlinable public init(rawValue: UInt) {
        self.rawValue = rawValue
    }

    /// A panorama.
    @inlinable public static var panorama: MediaSubtypes { MediaSubtypes(rawValue: 1 << 0) }
    /// A high dynamic range picture.
    @inlinable public static var hdr: MediaSubtypes { MediaSubtypes(rawValue: 1 << 1) }
    /// A picture of the device's own screen.
    @inlinable public static var screenshot: MediaSubtypes { MediaSubtypes(rawValue: 1 << 2) }
    /// A picture with a short video: the only assets that have a paired video.
    @inlinable public static var livePhoto: MediaSubtypes { MediaSubtypes(rawValue: 1 << 3) }
    /// A picture with depth data.
    @inlinable public static var depthEffect: MediaSubtypes { MediaSubtypes(rawValue: 1 << 4) }
    /// A picture or video with depth for two eyes.
    @inlinable public static var spatial: MediaSubtypes { MediaSubtypes(rawValue: 1 << 10) }
    /// A streamed video.
    @inlinable public static var streamedVideo: MediaSubtypes { MediaSubtypes(rawValue: 1 << 16) }
    /// A video with a high frame rate, for slow motion.
    @inlinable public static var highFrameRate: MediaSubtypes { MediaSubtypes(rawValue: 1 << 17) }
    /// A time lapse.
    @inlinable public static var timelapse: MediaSubtypes { MediaSubtypes(rawValue: 1 << 18) }
    /// A video of the device's own screen.
    @inlinable public static var screenRecording: MediaSubtypes { MediaSubtypes(rawValue: 1 << 19) }
    /// A video with an editable depth of field.
    @inlinable public static var cinematic: MediaSubtypes { MediaSubtypes(rawValue: 1 << 21) }
}

extension MediaSubtypes: CustomStringConvertible {
    /// The names of the traits, and the bits that this version does not know: `[panorama, hdr]`, `[]`.
    public var description: String {
        let unknown = Self.names.reduce(self) { $0.subtracting($1.0) }
        let names = Self.names.filter { contains($0.0) }.map(\.1)
        let rest = unknown.isEmpty ? [] : ["0x" + String(unknown.rawValue, radix: 16)]
        return "[" + (names + rest).joined(separator: ", ") + "]"
    }

    private static let names: [(MediaSubtypes, String)] = [
        (.panorama, "panorama"), (.hdr, "hdr"), (.screenshot, "screenshot"), (.livePhoto, "live photo"),
        (.depthEffect, "depth effect"), (.spatial, "spatial"), (.streamedVideo, "streamed video"),
        (.highFrameRate, "high frame rate"), (.timelapse, "time lapse"), (.screenRecording, "screen recording"),
        (.cinematic, "cinematic"),
    ]
}
