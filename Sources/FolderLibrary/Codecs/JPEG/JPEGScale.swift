#if FolderLibrary && os(Linux)
package import CameraRoll

/// A scale of TurboJPEG's transform: how many eighths of a picture's size come out of the decoder.
///
/// At 1, 2 and 4 eighths the transform averages pixels, which blurs what is fine and folds what is finer into coarse
/// patterns; at 3 it leaves the finer waves out, as a good filter does. So a decoded picture has to be larger than the
/// image that is made of it, by a margin that depends on the scale. The margins are measured: on 106 photos of at least
/// a megabyte by nearly as many cameras, at 128, 256, 512 and 1,024 pixels, against a whole decode and the same
/// resampler. With them every image has at least 42 dB, and 97 of 100 have 45 dB; with a margin of 1 the least had 27,
/// and a third had 45.
///
/// At 5 to 7 eighths decoding takes 1.2 to 1.7 times as long as a whole decode, for which there is vector code. They
/// are taken only where the whole picture takes more memory than is allowed.
package struct JPEGScale: Hashable, Sendable {
    package let eighths: Int

    /// The scales that save time, and how many times as large as the image the decoded picture must be.
    private static let margins: KeyValuePairs = [1: 3, 2: 2.5, 3: 2, 4: 2]

    package static let whole = JPEGScale(eighths: 8)

    private init(eighths: Int) {
        self.eighths = eighths
    }

    /// The fastest scale from which an image can be made as good as from the whole picture.
    ///
    /// - Parameters:
    ///   - picture: the size of the whole picture.
    ///   - target: the size to which all of the picture is to be brought.
    package init(of picture: PixelSize, for target: PixelSize) {
        let scale = Self.margins.first { Self(eighths: $0.key).covers(target, of: picture, margin: $0.value) }
        self = scale.map { Self(eighths: $0.key) } ?? .whole
    }

    /// The smallest scale at which neither side falls below an image's, whatever its quality.
    init(smallestOf picture: PixelSize, for target: PixelSize) {
        let scale = (1..<8).lazy.map(Self.init(eighths:)).first { $0.covers(target, of: picture, margin: 1) }
        self = scale ?? .whole
    }

    private func covers(_ target: PixelSize, of picture: PixelSize, margin: Double) -> Bool {
        let (width, height) = content(of: picture)
        return width >= Double(target.width) * margin && height >= Double(target.height) * margin
    }

    /// How many pixels come out of the decoder: the last ones may be of the picture in part only.
    package func size(of picture: PixelSize) -> PixelSize {
        PixelSize(width: (picture.width * eighths + 7) / 8, height: (picture.height * eighths + 7) / 8)
    }

    /// How many of these pixels the picture fills.
    func content(of picture: PixelSize) -> (width: Double, height: Double) {
        (Double(picture.width * eighths) / 8, Double(picture.height * eighths) / 8)
    }
}
#endif
