/// Computes the size of the image that answers a request, from the visible part and the target size.
package struct RequestedSize {
    /// The visible pixels: the whole picture, or the crop.
    package let shown: PixelSize

    /// Creates the calculation for an upright picture of a given size.
    ///
    /// - Throws: `ImageError.invalidArgument` for a size without pixels or a crop beyond the picture.
    package init(of size: PixelSize, crop: NormalizedRect?) throws(ImageError) {
        guard size.width > 0, size.height > 0 else { throw .invalidSize(size) }
        guard let crop else {
            shown = size
            return
        }
        guard crop.isValid else { throw .invalidCrop(crop) }
        shown = PixelSize(
            width: max(1, Self.pixels(Double(size.width) * crop.width)),
            height: max(1, Self.pixels(Double(size.height) * crop.height))
        )
    }

    /// The size of the image that answers a request.
    ///
    /// `.fit` enlarges only if the resize mode is `.exact`; `.fill` enlarges if necessary.
    ///
    /// - Throws: `ImageError.invalidArgument` for a target without pixels.
    package func size(
        for target: ImageTargetSize, _ mode: ImageContentMode, _ resizeMode: ImageResizeMode = .fast
    ) throws(ImageError) -> PixelSize {
        guard case .pixels(let target) = target, resizeMode != .none else { return shown }
        guard target.width > 0, target.height > 0 else { throw .invalidSize(target) }
        switch mode {
        case .fit: return fitted(into: target, enlarges: resizeMode == .exact)
        case .fill: return filling(target)
        }
    }

    private func fitted(into target: PixelSize, enlarges: Bool) -> PixelSize {
        let factors = factors(to: target)
        let factor = min(factors.0, factors.1, enlarges ? .infinity : 1)
        return PixelSize(
            width: min(target.width, max(1, Self.pixels(Double(shown.width) * factor))),
            height: min(target.height, max(1, Self.pixels(Double(shown.height) * factor)))
        )
    }

    private func filling(_ target: PixelSize) -> PixelSize {
        let factors = factors(to: target)
        let factor = max(factors.0, factors.1)
        return PixelSize(
            width: max(target.width, Self.pixels(Double(shown.width) * factor)),
            height: max(target.height, Self.pixels(Double(shown.height) * factor))
        )
    }

    private func factors(to target: PixelSize) -> (Double, Double) {
        (Double(target.width) / Double(shown.width), Double(target.height) / Double(shown.height))
    }

    private static func pixels(_ value: Double) -> Int {
        Int(exactly: value.rounded()) ?? .max
    }
}

/// Maps pixels of an upright picture to the data stored in an orientation.
extension ImageOrientation {
    /// Swaps width and height if the orientation does.
    package func turned(_ size: PixelSize) -> PixelSize {
        swapsSides ? PixelSize(width: size.height, height: size.width) : size
    }

    /// Whether the picture's left edge is at the far end of the corresponding stored axis.
    package var reversesX: Bool { [.upMirrored, .down, .right, .rightMirrored].contains(self) }
    /// Whether the picture's upper edge is at the far end of the corresponding stored axis.
    package var reversesY: Bool { [.down, .downMirrored, .rightMirrored, .left].contains(self) }

    /// The stored offset of the pixel at 0, 0, and the distances between neighbors, all in pixels.
    package func steps(upright size: PixelSize) -> (origin: Int, x: Int, y: Int) {
        let (stepX, stepY) = swapsSides ? (size.height, 1) : (1, size.width)
        let origin = (reversesX ? stepX * (size.width - 1) : 0) + (reversesY ? stepY * (size.height - 1) : 0)
        return (origin, reversesX ? -stepX : stepX, reversesY ? -stepY : stepY)
    }

    /// The pixels of the upright picture, from the data stored in this orientation.
    ///
    /// - Parameters:
    ///   - pixels: four bytes each, without padding between rows.
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
