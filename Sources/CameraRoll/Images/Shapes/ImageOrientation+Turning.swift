/// Where the pixels of an upright picture are in what was stored in an orientation.
extension ImageOrientation {
    /// Exchanges the sides where the orientation does.
    package func turned(_ size: PixelSize) -> PixelSize {
        swapsSides ? PixelSize(width: size.height, height: size.width) : size
    }

    /// Whether the picture's left edge is at the far end of the stored axis that it runs along.
    package var reversesX: Bool { [.upMirrored, .down, .right, .rightMirrored].contains(self) }
    /// Whether the picture's upper edge is at the far end of the stored axis that it runs along.
    package var reversesY: Bool { [.down, .downMirrored, .rightMirrored, .left].contains(self) }

    /// Where the picture's pixel at 0, 0 is stored, and how far apart neighbours are there, all in pixels.
    package func steps(upright size: PixelSize) -> (origin: Int, x: Int, y: Int) {
        let (stepX, stepY) = swapsSides ? (size.height, 1) : (1, size.width)
        let origin = (reversesX ? stepX * (size.width - 1) : 0) + (reversesY ? stepY * (size.height - 1) : 0)
        return (origin, reversesX ? -stepX : stepX, reversesY ? -stepY : stepY)
    }

    /// The pixels of the upright picture, from what was stored in this orientation.
    ///
    /// - Parameters:
    ///   - pixels: four bytes each, with nothing between the rows.
    ///   - upright: the size of the upright picture.
    package func uprightPixels(_ pixels: [UInt8], _ upright: PixelSize) -> [UInt8] {
        guard self != .up else { return pixels }
        let steps = steps(upright: upright)
        return [UInt8](unsafeUninitializedCapacity: pixels.count) { buffer, count in
            let target = UnsafeMutableRawBufferPointer(buffer)
            pixels.withUnsafeBytes { Self.turn($0, into: target, upright, steps) }
            count = pixels.count
        }
    }

    private static func turn(
        _ stored: UnsafeRawBufferPointer, into target: UnsafeMutableRawBufferPointer, _ upright: PixelSize,
        _ steps: (origin: Int, x: Int, y: Int)
    ) {
        var offset = 0
        for row in 0..<upright.height {
            var source = steps.origin + row * steps.y
            for _ in 0..<upright.width {
                target.storeBytes(
                    of: stored.loadUnaligned(fromByteOffset: source * 4, as: UInt32.self), toByteOffset: offset,
                    as: UInt32.self
                )
                source += steps.x
                offset += 4
            }
        }
    }
}
