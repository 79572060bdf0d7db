/// What kind of media an asset holds, with PhotoKit's raw values; kinds unknown to this version are kept (K14).
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
