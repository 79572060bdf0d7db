#if FolderLibrary || canImport(Darwin)
package import CameraRoll

/// Pixels from a codec: red, green, blue and premultiplied alpha, a byte each, without gaps between the rows.
package struct DecodedPixels: Sendable {
    /// The number of pixels across and down, at most those of the whole picture.
    package var size: PixelSize
    /// `width × height × 4` bytes.
    package var bytes: [UInt8]
    /// The ICC profile of the pixels; nil for sRGB.
    package var profile: [UInt8]?
    /// The number of pixels that the picture fills; after scaling by a codec, it may end within the last pixels.
    ///
    /// Treating the last pixels as complete would squeeze the image, by up to one pixel at its far edge.
    package var content: (width: Double, height: Double)
    /// Whether a part of the picture is missing or wrong, since the file is truncated or damaged.
    package var isDamaged = false

    /// Creates pixels; their number must match the size.
    package init(size: PixelSize, bytes: [UInt8], profile: [UInt8]? = nil, isDamaged: Bool = false) {
        self.size = size
        self.bytes = bytes
        self.profile = profile
        content = (Double(size.width), Double(size.height))
        self.isDamaged = isDamaged
    }

    #if FolderLibrary && os(Linux)
    /// Multiplies the colors by alpha, for codecs whose output is not premultiplied.
    mutating func premultiply() {
        bytes.withUnsafeMutableBufferPointer { bytes in
            var offset = 0
            while offset + 3 < bytes.count {
                let alpha = UInt32(bytes[offset + 3])
                if alpha < 255 {
                    for channel in offset..<offset + 3 {
                        // Divides by 255 and rounds, without a division.
                        let product = UInt32(bytes[channel]) * alpha + 128
                        bytes[channel] = UInt8(truncatingIfNeeded: (product + product >> 8) >> 8)
                    }
                }
                offset += 4
            }
        }
    }

    /// Whether anything was drawn into empty pixels.
    var hasContent: Bool {
        bytes.withUnsafeBytes { bytes in bytes.contains { $0 != 0 } }
    }
    #endif
}

/// Checks an ICC profile before it is kept with pixels.
enum ColorProfile {
    private static let headLength = 128
    /// The position of a profile's signature.
    private static let signature = 36..<40
    /// The position of a profile's color space.
    private static let space = 16..<20
    /// The maximum length of a profile: more than any camera or screen needs, although CMYK tables can be larger.
    static let longest = 4 << 20

    /// Returns the profile if it is for red, green and blue; others do not fit the codecs' pixels.
    static func usable(_ profile: [UInt8]?) -> [UInt8]? {
        guard let profile, profile.count >= headLength, profile.count <= longest,
            profile[signature].elementsEqual("acsp".utf8), profile[space].elementsEqual("RGB ".utf8)
        else { return nil }
        return profile
    }
}
#endif
