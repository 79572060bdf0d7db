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
    /// A picture with a moment of video: the only assets that have a paired video (R86).
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
