#if FolderLibrary || canImport(Darwin)
import Foundation

/// The source pixels of each pixel of a resampled row or column, and their weights.
///
/// Three-lobe Lanczos, widened when the picture is reduced. Source pixels beyond the picture's edge are left out,
/// and the other weights are normalized.
struct LanczosWeights {
    /// The first source pixel of each output pixel.
    private(set) var starts: [Int] = []
    /// The maximal number of source pixels of an output pixel; unused ones have the weight 0.
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
#endif
