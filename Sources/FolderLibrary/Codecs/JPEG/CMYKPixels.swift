#if FolderLibrary && os(Linux)

/// Pixels of cyan, magenta, yellow and black.
enum CMYKPixels {
    /// Converts them to red, green, blue and alpha, as programs without color management do.
    ///
    /// - Parameter isInverted: whether 255 means no ink, as in Adobe's files.
    static func convert(_ pixels: inout [UInt8], isInverted: Bool) {
        let mask: UInt8 = isInverted ? 0 : 0xFF
        pixels.withUnsafeMutableBufferPointer { pixels in
            var offset = 0
            while offset + 3 < pixels.count {
                let light = UInt32(pixels[offset + 3] ^ mask)
                for channel in offset..<offset + 3 {
                    let product = UInt32(pixels[channel] ^ mask) * light + 128
                    pixels[channel] = UInt8(truncatingIfNeeded: (product + product >> 8) >> 8)
                }
                pixels[offset + 3] = 255
                offset += 4
            }
        }
    }
}
#endif
