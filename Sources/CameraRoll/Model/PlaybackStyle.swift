/// How an asset is shown or played, with PhotoKit's raw values; unknown values are preserved.
///
/// It chooses the view and the request: a Live Photo with the effect "Loop" or "Bounce" still has the subtype of Live
/// Photos, but is a looping video.
public struct PlaybackStyle: RawRepresentable, Hashable, Sendable, Codable {
    /// PhotoKit's `PHAsset.PlaybackStyle` value.
    public let rawValue: Int

    /// Preserves any value, known or not.
    @inlinable public init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// Neither shown nor played, such as audio.
    @inlinable public static var unsupported: PlaybackStyle { PlaybackStyle(rawValue: 0) }
    /// A still picture.
    @inlinable public static var image: PlaybackStyle { PlaybackStyle(rawValue: 1) }
    /// A picture whose frames are played, such as a GIF.
    @inlinable public static var imageAnimated: PlaybackStyle { PlaybackStyle(rawValue: 2) }
    /// A picture with a short video.
    @inlinable public static var livePhoto: PlaybackStyle { PlaybackStyle(rawValue: 3) }
    /// A video that is played once.
    @inlinable public static var video: PlaybackStyle { PlaybackStyle(rawValue: 4) }
    /// A video that is played again and again.
    @inlinable public static var videoLooping: PlaybackStyle { PlaybackStyle(rawValue: 5) }
}

extension PlaybackStyle: CustomStringConvertible {
    /// The name of the style, or its number if this version does not know it.
    public var description: String {
        switch self {
        case .unsupported: "unsupported"
        case .image: "image"
        case .imageAnimated: "animated image"
        case .livePhoto: "live photo"
        case .video: "video"
        case .videoLooping: "looping video"
        default: "playback style \(rawValue)"
        }
    }
}

extension MediaAsset {
    /// How the asset is shown or played.
    ///
    /// Unless the library reports a style, it follows from the media type, the subtypes and the type of the file.
    public var playbackStyle: PlaybackStyle {
        get { reportedStyle ?? impliedStyle }
        set { reportedStyle = newValue == impliedStyle ? nil : newValue }
    }

    private var impliedStyle: PlaybackStyle {
        switch mediaType {
        case .image where mediaSubtypes.contains(.livePhoto): .livePhoto
        case .image: typeIdentifier == "com.compuserve.gif" ? .imageAnimated : .image
        case .video: .video
        default: .unsupported
        }
    }
}
