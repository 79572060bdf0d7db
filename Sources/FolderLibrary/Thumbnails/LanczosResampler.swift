#if FolderLibrary || canImport(Darwin)
package import CameraRoll
import Foundation
package import CameraRollCodecs

/// Resizes pixels with a three-lobe Lanczos filter, first along the rows and then along the columns.
///
/// Colors are premultiplied, so transparent pixels do not affect their neighbors. Only as many rows are kept in memory
/// as the filter spans.
package struct LanczosResampler {
    private let source: PixelSize
    private let target: PixelSize
    private let across: LanczosWeights
    private let down: LanczosWeights

    /// Creates a resampler for a part of a picture.
    init(_ source: PixelSize, _ region: PixelRegion, to target: PixelSize) {
        self.source = source
        self.target = target
        across = LanczosWeights(count: source.width, start: region.x, length: region.width, output: target.width)
        down = LanczosWeights(count: source.height, start: region.y, length: region.height, output: target.height)
    }

    /// Creates a resampler for a whole picture.
    package init(_ source: PixelSize, to target: PixelSize) {
        self.init(source, PixelRegion(source), to: target)
    }

    /// Returns the pixels at the new size, four bytes each.
    ///
    /// - Throws: `CodecError.cancelled`, after a few rows.
    /// - Complexity: O(source rows × target width + target pixels), each times the filter's width.
    package func resampled(_ pixels: [UInt8], unless cancellation: Cancellation) throws(CodecError) -> [UInt8] {
        precondition(pixels.count >= source.width * source.height * 4)
        let count = target.width * target.height * 4
        var isWhole = false
        let resampled = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            isWhole = pixels.withUnsafeBytes {
                resample($0, into: UnsafeMutableRawBufferPointer(buffer), unless: cancellation)
            }
            filled = isWhole ? count : 0
        }
        guard isWhole else { throw .cancelled }
        return resampled
    }

    /// Returns the pixels at the new size, without cancellation.
    package func resampled(_ pixels: [UInt8]) -> [UInt8] {
        (try? resampled(pixels, unless: .never)) ?? []
    }

    private typealias Vectors = UnsafeMutablePointer<SIMD4<Float>>

    /// Resamples the pixels; returns whether it completed.
    private func resample(
        _ pixels: UnsafeRawBufferPointer, into target: UnsafeMutableRawBufferPointer, unless cancellation: Cancellation
    ) -> Bool {
        guard let source = pixels.baseAddress, let output = target.baseAddress else { return true }
        return withVectors(self.source.width * Self.batch) { wide in
            withVectors(slotCount * slotLength) { slots in
                var done = 0
                for row in 0..<self.target.height {
                    if row % Self.batch == 0, cancellation.isCancelled() { return false }
                    done = max(done, down.starts[row])
                    while done < down.starts[row] + down.taps {
                        widen(source, from: done, into: wide)
                        filterRows(wide, from: done, into: slots)
                        done += Self.batch
                    }
                    filterColumns(slots, row: row, into: output + row * self.target.width * 4)
                }
                return true
            }
        }
    }

    private func withVectors(_ count: Int, _ body: (Vectors) -> Bool) -> Bool {
        withUnsafeTemporaryAllocation(of: SIMD4<Float>.self, capacity: count) { buffer in
            buffer.initialize(repeating: .zero)
            return buffer.baseAddress.map(body) ?? true
        }
    }
}

// MARK: - Along the rows

extension LanczosResampler {
    /// The number of rows filtered at once: their sums are independent, and share the weights.
    private static let batch = 4

    /// The number of kept rows, in slots by row number: as many as the filter spans, plus a batch.
    private var slotCount: Int { down.taps + Self.batch }
    /// The length of a slot: a multiple of a batch of columns.
    private var slotLength: Int { (target.width + Self.batch - 1) / Self.batch * Self.batch }

    /// Converts a batch of rows to floating-point numbers, the same column of all rows side by side.
    ///
    /// It works lane by lane, since converting whole vectors takes ten times as long.
    private func widen(_ source: UnsafeRawPointer, from row: Int, into wide: Vectors) {
        for offset in 0..<min(Self.batch, self.source.height - row) {
            let bytes = (source + (row + offset) * self.source.width * 4).assumingMemoryBound(to: UInt8.self)
            let target = wide + offset
            for column in 0..<self.source.width {
                let pixel = bytes + column * 4
                target[column * Self.batch] = SIMD4(
                    Float(pixel[0]), Float(pixel[1]), Float(pixel[2]), Float(pixel[3]))
            }
        }
    }

    private func filterRows(_ wide: Vectors, from row: Int, into slots: Vectors) {
        let (rows, taps) = ((0..<Self.batch).map { slots + (row + $0) % slotCount * slotLength }, across.taps)
        let (first, second, third, fourth) = (rows[0], rows[1], rows[2], rows[3])
        across.withPointers { starts, weights in
            var weight = weights
            for column in 0..<target.width {
                var pixels = wide + starts[column] * Self.batch
                var (a, b, c, d) = (SIMD4<Float>.zero, SIMD4<Float>.zero, SIMD4<Float>.zero, SIMD4<Float>.zero)
                for tap in 0..<taps {
                    let factor = SIMD4<Float>(repeating: weight[tap])
                    a += pixels[0] * factor
                    b += pixels[1] * factor
                    c += pixels[2] * factor
                    d += pixels[3] * factor
                    pixels += Self.batch
                }
                (first[column], second[column], third[column], fourth[column]) = (a, b, c, d)
                weight += taps
            }
        }
    }
}

// MARK: - Along the columns

extension LanczosResampler {
    private func filterColumns(_ slots: Vectors, row: Int, into output: UnsafeMutableRawPointer) {
        let (taps, slotCount, slotLength, start) = (down.taps, slotCount, slotLength, down.starts[row])
        let bytes = output.assumingMemoryBound(to: UInt8.self)
        let half = SIMD4<Float>(repeating: 0.5)
        down.withPointers { _, weights in
            let weight = weights + row * taps
            for column in stride(from: 0, to: target.width, by: Self.batch) {
                var (a, b, c, d) = (half, half, half, half)
                var slot = start % slotCount
                for tap in 0..<taps {
                    let pixels = slots + (slot * slotLength + column)
                    let factor = SIMD4<Float>(repeating: weight[tap])
                    a += pixels[0] * factor
                    b += pixels[1] * factor
                    c += pixels[2] * factor
                    d += pixels[3] * factor
                    slot = slot + 1 == slotCount ? 0 : slot + 1
                }
                let left = target.width - column
                Self.store(a, at: bytes + column * 4)
                if left > 1 { Self.store(b, at: bytes + column * 4 + 4) }
                if left > 2 { Self.store(c, at: bytes + column * 4 + 8) }
                if left > 3 { Self.store(d, at: bytes + column * 4 + 12) }
            }
        }
    }

    /// Rounds down, since one half has been added; no color exceeds its alpha.
    @inline(__always)
    private static func store(_ pixel: SIMD4<Float>, at target: UnsafeMutablePointer<UInt8>) {
        let alpha = min(max(pixel.w, 0), 255)
        target[0] = UInt8(min(max(pixel.x, 0), alpha))
        target[1] = UInt8(min(max(pixel.y, 0), alpha))
        target[2] = UInt8(min(max(pixel.z, 0), alpha))
        target[3] = UInt8(alpha)
    }
}

/// The source pixels of each pixel of a resampled row or column, and their weights.
///
/// Three-lobe Lanczos, widened when the picture is reduced. Source pixels beyond the picture's edge are left out,
/// and the other weights are normalized.
struct LanczosWeights {
    /// The first source pixel of each output pixel.
    private(set) var starts: [Int] = []
    /// The maximum number of source pixels of an output pixel; unused ones have the weight 0.
    let taps: Int
    /// `taps` weights for each output pixel, with the sum 1.
    private(set) var weights: [Float] = []

    private static let lobes = 3.0

    /// Weights for mapping a part of `count` source pixels, from `start` on and `length` long, to `output` pixels.
    init(count: Int, start: Double, length: Double, output: Int) {
        let step = length / Double(output)
        let width = max(step, 1)
        let reach = Self.lobes * width
        taps = min(count, Int((2 * reach).rounded(.up)) + 1)
        starts.reserveCapacity(output)
        weights.reserveCapacity(output * taps)
        for pixel in 0..<output {
            append(center: start + (Double(pixel) + 0.5) * step, reach: reach, width: width, count: count)
        }
    }

    private mutating func append(center: Double, reach: Double, width: Double, count: Int) {
        let first = min(max(Int((center - reach).rounded(.down)), 0), count - taps)
        let values = (0..<taps).map { Self.lanczos((Double(first + $0) + 0.5 - center) / width) }
        let sum = values.reduce(0, +)
        starts.append(first)
        weights += values.map { Float($0 / sum) }
    }

    /// Calls `body` with pointers to the starts and the weights, for loops without bounds checks.
    func withPointers(_ body: (_ starts: UnsafePointer<Int>, _ weights: UnsafePointer<Float>) -> Void) {
        starts.withUnsafeBufferPointer { starts in
            weights.withUnsafeBufferPointer { weights in
                if let starts = starts.baseAddress, let weights = weights.baseAddress { body(starts, weights) }
            }
        }
    }

    private static func lanczos(_ distance: Double) -> Double {
        guard abs(distance) < lobes else { return 0 }
        guard abs(distance) > 1e-9 else { return 1 }
        let angle = Double.pi * distance
        return lobes * sin(angle) * sin(angle / lobes) / (angle * angle)
    }
}

/// A part of a picture in pixels, whose edges may fall within pixels.
struct PixelRegion: Hashable {
    var x: Double
    var y: Double
    var width: Double
    var height: Double

    /// All of a picture.
    init(_ size: PixelSize) {
        (x, y, width, height) = (0, 0, Double(size.width), Double(size.height))
    }

    /// The region of stored pixels that a crop of the upright picture shows; all of them if there is no crop.
    init(_ crop: NormalizedRect?, storedAs orientation: ImageOrientation, of pixels: DecodedPixels) {
        (x, y, width, height) = (0, 0, pixels.content.width, pixels.content.height)
        guard let crop else { return }
        let left = orientation.reversesX ? 1 - crop.x - crop.width : crop.x
        let top = orientation.reversesY ? 1 - crop.y - crop.height : crop.y
        if orientation.swapsSides {
            (x, y, width, height) = (top * width, left * height, crop.height * width, crop.width * height)
        } else {
            (x, y, width, height) = (left * width, top * height, crop.width * width, crop.height * height)
        }
    }
}
#endif
