#if FolderLibrary || canImport(Darwin)
import Foundation

/// Which source pixels make each pixel of a resampled row or column, and how much of each.
///
/// Lanczos with three lobes, widened where the picture gets smaller. Source pixels beyond the picture's edge are left
/// out, and the others make up for them.
struct LanczosWeights {
    /// The first source pixel of each output pixel.
    private(set) var starts: [Int] = []
    /// How many source pixels each output pixel has at most; those that it has fewer have the weight 0.
    let taps: Int
    /// `taps` weights for each output pixel, which make 1 together.
    private(set) var weights: [Float] = []

    private static let lobes = 3.0

    /// Weights for a part of `count` source pixels, from `start` on and `length` long, as `output` pixels.
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

    /// Lends the starts and the weights to loops that can do without checks.
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
