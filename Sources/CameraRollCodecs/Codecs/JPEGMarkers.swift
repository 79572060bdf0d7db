#if FolderLibrary && os(Linux)
package import CameraRoll

/// Values from the markers before a JPEG's picture data that TurboJPEG does not report.
struct JPEGMarkers {
    /// The frame's marker: 0xC0 to 0xCF; nil without a frame.
    private(set) var frame: UInt8?
    /// Bits of each component.
    private(set) var precision = 8
    /// The bytes of all coefficients of the frame, whole blocks of two bytes each; nil if there is no frame.
    private(set) var coefficientBytes: Int?
    private var componentCount = 0
    /// The number of components in the first scan; nil if the segments before it are invalid.
    private var scannedCount: Int?
    /// Whether there is Adobe's marker; if so, CMYK is stored inverted, with 255 for no ink.
    private(set) var hasAdobe = false
    private var profileParts: [Int: ArraySlice<UInt8>] = [:]
    private var profilePartCount = 0

    private static let profileName = Array("ICC_PROFILE\0".utf8)
    private static let adobeName = Array("Adobe".utf8)

    /// Reads the segments up to the picture data, or up to damage.
    init(_ bytes: [UInt8]) {
        var segments = JPEGSegments(ByteReader(bytes))
        while let segment = try? segments.next(), segment.isWhole { take(segment, bytes[segment.payload]) }
        if let scan = try? segments.scanHeader() { scannedCount = bytes[scan.payload].first.map { Int($0) } }
    }

    private mutating func take(_ segment: JPEGSegment, _ content: ArraySlice<UInt8>) {
        let marker = segment.marker
        if segment.isFrame, let bits = content.first {
            (frame, precision) = (frame ?? marker, Int(bits))
            takeComponents(of: Array(content))
        } else if marker == 0xEE, content.starts(with: Self.adobeName) {
            hasAdobe = true
        } else if marker == 0xE2, content.starts(with: Self.profileName), content.count > 14 {
            let part = content.dropFirst(Self.profileName.count)
            profilePartCount = Int(part[part.startIndex + 1])
            profileParts[Int(part[part.startIndex])] = part.dropFirst(2)
        }
    }

    /// Counts the blocks of each component as libjpeg allocates them: whole units of the sampling factors.
    private mutating func takeComponents(of frame: [UInt8]) {
        guard frame.count >= 6 else { return }
        componentCount = Int(frame[5])
        let (height, width) = (Int(frame[1]) << 8 | Int(frame[2]), Int(frame[3]) << 8 | Int(frame[4]))
        let factors = stride(from: 7, to: min(frame.count, 6 + componentCount * 3), by: 3).map { index in
            (across: max(Int(frame[index] >> 4), 1), down: max(Int(frame[index] & 15), 1))
        }
        let (across, down) = (factors.map(\.across).max() ?? 1, factors.map(\.down).max() ?? 1)
        let units = ((width + across * 8 - 1) / (across * 8)) * ((height + down * 8 - 1) / (down * 8))
        coefficientBytes = factors.reduce(0) { $0 + units * $1.across * $1.down * 64 * 2 }
    }

    /// Whether the picture is stored in several passes.
    var isProgressive: Bool { frame.map { [0xC2, 0xC6, 0xCA, 0xCE].contains($0) } ?? false }

    /// Whether all coefficients are kept until the last scan, which is so unless the first one certainly has all
    /// components.
    var keepsCoefficients: Bool { isProgressive || componentCount == 0 || scannedCount != componentCount }

    /// The assembled ICC profile; nil if a part is missing.
    var profile: [UInt8]? {
        guard profilePartCount > 0, profileParts.count == profilePartCount else { return nil }
        var profile: [UInt8] = []
        for number in 1...profilePartCount {
            guard let part = profileParts[number] else { return nil }
            profile += part
        }
        return profile
    }
}

/// A scale of TurboJPEG's transform, in eighths of a picture's size.
///
/// At 1, 2 and 4 eighths the transform averages pixels, which blurs fine detail and aliases finer detail into coarse
/// patterns; at 3 it omits high frequencies, as a good filter does. So the decoded picture must be larger than the
/// image made of it, by a margin that depends on the scale. The margins were measured on 106 photos of at least a
/// megabyte from nearly as many cameras, at 128, 256, 512 and 1,024 pixels, against a whole decode and the same
/// resampler. With them every image has at least 42 dB, and 97 of 100 have 45 dB; with a margin of 1 the worst had 27,
/// and a third had 45. The margin of 4 eighths lets 12 megapixels be decoded so for 1,024 pixels, which takes less than
/// twice as many; at 1.8 itself the worst of 92 photos had 43 dB, and nine of ten had 47.
///
/// At 5 to 7 eighths, decoding takes 1.2 to 1.7 times as long as a whole decode, which has vector code. These scales
/// are used only if the whole picture would exceed the memory limit.
package struct JPEGScale: Hashable, Sendable {
    package let eighths: Int

    /// The scales that save time, each with the minimum ratio of the decoded picture to the image.
    private static let margins: KeyValuePairs = [1: 3, 2: 2.5, 3: 2, 4: 1.8]

    package static let whole = JPEGScale(eighths: 8)

    private init(eighths: Int) {
        self.eighths = eighths
    }

    /// Creates the fastest scale whose image is as good as one from the whole picture.
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

    /// The number of decoded pixels, the last of which the picture may fill only in part.
    package func size(of picture: PixelSize) -> PixelSize {
        PixelSize(width: (picture.width * eighths + 7) / 8, height: (picture.height * eighths + 7) / 8)
    }

    /// The number of these pixels that the picture fills.
    func content(of picture: PixelSize) -> (width: Double, height: Double) {
        (Double(picture.width * eighths) / 8, Double(picture.height * eighths) / 8)
    }
}
#endif
