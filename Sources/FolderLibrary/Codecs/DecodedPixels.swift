#if FolderLibrary || canImport(Darwin)
package import CameraRoll

/// Pixels as a codec gives them: red, green, blue and premultiplied alpha, a byte each, nothing between the rows.
package struct DecodedPixels: Sendable {
    /// How many pixels there are across and down, at most those of the whole picture.
    package var size: PixelSize
    /// `width × height × 4` bytes.
    package var bytes: [UInt8]
    /// The ICC profile that the pixels are in; sRGB where nil.
    package var profile: [UInt8]?
    /// How many pixels across and down the picture fills: scaled by a codec, it may end within the last pixels.
    ///
    /// An image that took the last pixels for whole ones would be squeezed, by up to a pixel at its far edge.
    var content: (width: Double, height: Double)
    /// Whether a part of the picture is missing or wrong, since the file is cut short or damaged.
    package var isDamaged = false

    /// Pixels; they must be as many as the size says.
    package init(size: PixelSize, bytes: [UInt8], profile: [UInt8]? = nil, isDamaged: Bool = false) {
        self.size = size
        self.bytes = bytes
        self.profile = profile
        content = (Double(size.width), Double(size.height))
        self.isDamaged = isDamaged
    }

    /// Multiplies the colors by alpha, for codecs that give them apart.
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

    /// Whether anything was drawn on what was empty before.
    var hasContent: Bool {
        bytes.withUnsafeBytes { bytes in bytes.contains { $0 != 0 } }
    }
}
#endif
