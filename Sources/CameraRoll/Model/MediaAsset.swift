public import Foundation
// A place, the size of an image and the metadata of an original are types of PhotoMetadata, and part of this module's
// API: after `import CameraRoll` alone they can be used, as if they were declared here.
@_exported public import PhotoMetadata

/// One photo, video or sound of a library, as it was when it was read: the articles' `MediaProtocol`.
///
/// A value: it holds no library object and never changes. Every field comes with the one read that made the value
/// (0.1 ms of library time on a phone), so looking at a field costs nothing. What costs more, such as whether the
/// original is on the device or how large its file is, is not a field.
public struct MediaAsset: Identifiable, Hashable, Sendable, Codable {
    /// Names the asset in its library.
    public var id: AssetID
    /// What kind of media it is.
    public var mediaType: MediaType
    /// Its finer traits.
    public var subtypes: MediaSubtypes
    /// Width in pixels after orientation is applied; 0 where the library does not know it.
    public var pixelWidth: Int
    /// Height in pixels after orientation is applied; 0 where the library does not know it.
    public var pixelHeight: Int
    /// When it was taken; sorts as the oldest where the library does not know.
    public var creationDate: Date?
    /// When it was last edited; also moves for reasons of the library's own, so it is no proof of an edit.
    public var modificationDate: Date?
    /// Playing time in seconds; 0 for a still picture.
    public var duration: TimeInterval
    /// Whether its owner marked it as a favourite.
    public var isFavorite: Bool
    /// Whether its owner hid it.
    public var isHidden: Bool
    /// Shared by all pictures of one burst.
    public var burstIdentifier: String?
    /// Whether it stands for its burst; the others are fetched only on request.
    public var representsBurst: Bool
    /// Where it was taken.
    public var place: Place?
    /// Changes when the picture itself does; what a cached image is known by, beside the identifier.
    public var contentVersion: UInt64

    /// An asset from its parts; libraries use this, and tests.
    public init(
        id: AssetID,
        mediaType: MediaType = .image,
        subtypes: MediaSubtypes = [],
        pixelWidth: Int = 0,
        pixelHeight: Int = 0,
        creationDate: Date? = nil,
        modificationDate: Date? = nil,
        duration: TimeInterval = 0,
        isFavorite: Bool = false,
        isHidden: Bool = false,
        burstIdentifier: String? = nil,
        representsBurst: Bool = false,
        place: Place? = nil,
        contentVersion: UInt64 = 0
    ) {
        self.id = id
        self.mediaType = mediaType
        self.subtypes = subtypes
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
    }
}

/// Names one asset of one library: PhotoKit's `localIdentifier`.
///
/// It stays the same for the asset's whole life on this device and is worth storing; it means nothing to another
/// library.
public struct AssetID: Hashable, Sendable, Codable, RawRepresentable, ExpressibleByStringLiteral {
    /// The library's own text for the asset.
    public let rawValue: String

    /// Wraps the library's own text.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Wraps the library's own text.
    public init(_ rawValue: String) {
        self.rawValue = rawValue
    }

    /// Wraps a literal, for tests and previews.
    public init(stringLiteral value: String) {
        rawValue = value
    }
}

extension AssetID {
    /// Whether two identifiers are the same, byte for byte: é in one piece and é in two name different files.
    public static func == (lhs: AssetID, rhs: AssetID) -> Bool {
        let (left, right) = (lhs.rawValue.utf8, rhs.rawValue.utf8)
        guard left.count == right.count else { return false }
        // Over plain memory the comparison is a short loop; over text it would cost a call for each byte.
        let isEqual = left.withContiguousStorageIfAvailable { left in
            right.withContiguousStorageIfAvailable { left.elementsEqual($0) }
        }
        return isEqual.flatMap(\.self) ?? left.elementsEqual(right)
    }
}

extension AssetID: Comparable {
    /// Orders by the text's UTF-8 bytes; this is the last resort that makes every sort order total.
    public static func < (lhs: AssetID, rhs: AssetID) -> Bool {
        lhs.rawValue.utf8.lexicographicallyPrecedes(rhs.rawValue.utf8)
    }
}

extension AssetID: CustomStringConvertible {
    /// The library's own text.
    public var description: String { rawValue }
}

/// What kind of media an asset holds, with PhotoKit's raw values; kinds unknown to this version are kept.
public struct MediaType: RawRepresentable, Hashable, Sendable, Codable {
    /// PhotoKit's `PHAssetMediaType` value.
    public let rawValue: Int

    /// Keeps any value, known or not.
    public init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// Not told by the library.
    public static let unknown = MediaType(rawValue: 0)
    /// A still picture, Live Photos included.
    public static let image = MediaType(rawValue: 1)
    /// A video.
    public static let video = MediaType(rawValue: 2)
    /// Sound without pictures.
    public static let audio = MediaType(rawValue: 3)
}

extension MediaType: Comparable {
    /// Orders by the raw value.
    public static func < (lhs: MediaType, rhs: MediaType) -> Bool {
        lhs.rawValue < rhs.rawValue
    }
}

extension MediaType: CustomStringConvertible {
    /// The kind's name, or its number where it has none here.
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

/// Finer traits of an asset, with PhotoKit's bits; bits unknown to this version are kept.
public struct MediaSubtypes: OptionSet, Hashable, Sendable, Codable {
    /// PhotoKit's `PHAssetMediaSubtype` bits.
    public let rawValue: UInt

    /// Keeps any bits, known or not.
    public init(rawValue: UInt) {
        self.rawValue = rawValue
    }

    /// A panorama.
    public static let panorama = MediaSubtypes(rawValue: 1 << 0)
    /// A high dynamic range picture.
    public static let hdr = MediaSubtypes(rawValue: 1 << 1)
    /// A picture of the device's own screen.
    public static let screenshot = MediaSubtypes(rawValue: 1 << 2)
    /// A picture with a moment of video: the only assets that have a paired video.
    public static let livePhoto = MediaSubtypes(rawValue: 1 << 3)
    /// A picture with depth data.
    public static let depthEffect = MediaSubtypes(rawValue: 1 << 4)
    /// A streamed video.
    public static let streamedVideo = MediaSubtypes(rawValue: 1 << 16)
    /// A video of a high frame rate, to be played slowly.
    public static let highFrameRate = MediaSubtypes(rawValue: 1 << 17)
    /// A time lapse.
    public static let timelapse = MediaSubtypes(rawValue: 1 << 18)
    /// A video of the device's own screen.
    public static let screenRecording = MediaSubtypes(rawValue: 1 << 19)
    /// A video with a depth of field that can be edited.
    public static let cinematic = MediaSubtypes(rawValue: 1 << 21)
}

extension MediaSubtypes: CustomStringConvertible {
    /// The names of the traits, with the bits that this version does not know: `[panorama, hdr]`, `[]`.
    public var description: String {
        let unknown = Self.names.reduce(self) { $0.subtracting($1.0) }
        let names = Self.names.filter { contains($0.0) }.map(\.1)
        let rest = unknown.isEmpty ? [] : ["0x" + String(unknown.rawValue, radix: 16)]
        return "[" + (names + rest).joined(separator: ", ") + "]"
    }

    private static let names: [(MediaSubtypes, String)] = [
        (.panorama, "panorama"), (.hdr, "hdr"), (.screenshot, "screenshot"), (.livePhoto, "live photo"),
        (.depthEffect, "depth effect"), (.streamedVideo, "streamed video"), (.highFrameRate, "high frame rate"),
        (.timelapse, "time lapse"), (.screenRecording, "screen recording"), (.cinematic, "cinematic"),
    ]
}
