import CameraRoll

/// The pixels of a picture while it is painted: four bytes each, with nothing between the rows.
struct PaintCanvas {
    let size: PixelSize
    private(set) var pixels: [UInt8]

    /// Diagonal stripes of some colours, each `width` pixels wide.
    ///
    /// There are only as many different rows as colours, so they are made once and copied.
    init(_ size: PixelSize, stripes colors: [PaintedColor], width: Int) {
        self.size = size
        let rows = colors.indices.map { first in
            (0..<size.width).map { colors[(first + $0 / width) % colors.count].memory }
        }
        let bytes = size.width * size.height * 4
        pixels = [UInt8](unsafeUninitializedCapacity: bytes) { buffer, count in
            for row in 0..<size.height {
                let target = UnsafeMutableRawBufferPointer(
                    rebasing: UnsafeMutableRawBufferPointer(buffer)[(row * size.width * 4)...])
                rows[row / width % rows.count].withUnsafeBytes { target.copyMemory(from: $0) }
            }
            count = bytes
        }
    }

    /// Paints a part of the picture in one colour.
    mutating func fill(_ part: PixelRect, with color: PaintedColor) {
        let width = size.width
        pixels.withUnsafeMutableBytes { bytes in
            for row in part.rows {
                for column in part.columns {
                    bytes.storeBytes(of: color.memory, toByteOffset: (row * width + column) * 4, as: UInt32.self)
                }
            }
        }
    }

    /// The pixels of the upright picture, where the canvas holds it as it was stored.
    func uprightPixels(_ orientation: ImageOrientation) -> [UInt8] {
        orientation.uprightPixels(pixels, orientation.turned(size))
    }
}
