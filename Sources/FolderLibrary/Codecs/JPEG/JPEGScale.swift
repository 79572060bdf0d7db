#if FolderLibrary && os(Linux)
package import CameraRoll

/// A scale of TurboJPEG's transform: the decoder's output in eighths of a picture's size.
///
/// At 1, 2 and 4 eighths the transform averages pixels, which blurs fine detail and aliases finer detail into
/// coarse patterns; at 3 it omits high frequencies, as a good filter does. So the decoded picture must be larger
/// than the image made of it, by a margin that depends on the scale. The margins are measured: on 106 photos of at
/// least a megabyte from nearly as many cameras, at 128, 256, 512 and 1,024 pixels, against a whole decode and the
/// same resampler. With them every image has at least 42 dB, and 97 of 100 have 45 dB; with a margin of 1 the worst
/// had 27, and a third had 45.
///
/// At 5 to 7 eighths decoding takes 1.2 to 1.7 times as long as a whole decode, which has vector code. They are
/// used only if the whole picture would exceed the memory limit.
package struct JPEGScale: Hashable, Sendable {
    package let eighths: Int

    /// The scales that save time, each with the minimal ratio of the decoded picture to the image.
    private static let margins: KeyValuePairs = [1: 3, 2: 2.5, 3: 2, 4: 2]

    package static let whole = JPEGScale(eighths: 8)

    private init(eighths: Int) {
        self.eighths = eighths
    }

    /// Creates the fastest scale that gives an image as good as from the whole picture.
    ///
    /// - Parameters:
    ///   - picture: the size of the whole picture.
    ///   - target: the size to which the whole picture will be scaled.
    package init(of picture: PixelSize, for target: PixelSize) {
        let scale = Self.margins.first { Self(eighths: $0.key).covers(target, of: picture, margin: $0.value) }
        self = scale.map { Self(eighths: $0.key) } ?? .whole
    }

    /// Creates the smallest scale at which neither side is smaller than the image's, regardless of quality.
    init(smallestOf picture: PixelSize, for target: PixelSize) {
        let scale = (1..<8).lazy.map(Self.init(eighths:)).first { $0.covers(target, of: picture, margin: 1) }
        self = scale ?? .whole
    }

    private func covers(_ target: PixelSize, of picture: PixelSize, margin: Double) -> Bool {
        let (width, height) = content(of: picture)
        return width >= Double(target.width) * margin && height >= Double(target.height) * margin
    }

    /// The number of decoded pixels: the picture may fill the last ones only in part.
    package func size(of picture: PixelSize) -> PixelSize {
        PixelSize(width: (picture.width * eighths + 7) / 8, height: (picture.height * eighths + 7) / 8)
    }

    /// How many of these pixels the picture fills.
    func content(of picture: PixelSize) -> (width: Double, height: Double) {
        (Double(picture.width * eighths) / 8, Double(picture.height * eighths) / 8)
    }
}
#endif
