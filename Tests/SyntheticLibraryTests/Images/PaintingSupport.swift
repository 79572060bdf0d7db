import CameraRoll

extension MediaAsset {
    /// A picture of a row in a size.
    static func picture(
        _ row: Int = 7, _ width: Int = 4032, _ height: Int = 3024, contentVersion: UInt64 = 0
    ) -> MediaAsset {
        MediaAsset(id: .row(row), pixelWidth: width, pixelHeight: height, contentVersion: contentVersion)
    }
}

extension DecodedImage {
    /// The pixels as whole numbers, row by row.
    var rows: [[UInt32]] {
        (0..<size.height).map { row in
            (0..<size.width).map { column in
                (0..<4).reduce(0) { $0 << 8 | UInt32(pixels[row * bytesPerRow + column * 4 + $1]) }
            }
        }
    }
}
