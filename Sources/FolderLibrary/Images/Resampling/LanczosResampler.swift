#if FolderLibrary || canImport(Darwin)
package import CameraRoll

/// Brings pixels to another size by Lanczos' filter with three lobes, first along the rows and then along the columns.
///
/// Colours are premultiplied, so what is transparent has no part in its neighbours. Only as many rows are kept as the
/// filter reaches over.
package struct LanczosResampler {
    private let source: PixelSize
    private let target: PixelSize
    private let across: LanczosWeights
    private let down: LanczosWeights

    /// A resampler for a part of a picture.
    init(_ source: PixelSize, _ region: PixelRegion, to target: PixelSize) {
        self.source = source
        self.target = target
        across = LanczosWeights(count: source.width, start: region.x, length: region.width, output: target.width)
        down = LanczosWeights(count: source.height, start: region.y, length: region.height, output: target.height)
    }

    /// A resampler for a whole picture.
    package init(_ source: PixelSize, to target: PixelSize) {
        self.init(source, PixelRegion(source), to: target)
    }

    /// The pixels at the new size, four bytes each.
    ///
    /// - Complexity: O(source rows × target width + target pixels), each times the filter's reach.
    package func resampled(_ pixels: [UInt8]) -> [UInt8] {
        precondition(pixels.count >= source.width * source.height * 4)
        let count = target.width * target.height * 4
        return [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            pixels.withUnsafeBytes { resample($0, into: UnsafeMutableRawBufferPointer(buffer)) }
            filled = count
        }
    }

    private func resample(_ pixels: UnsafeRawBufferPointer, into target: UnsafeMutableRawBufferPointer) {
        let rowCount = self.target.width
        withUnsafeTemporaryAllocation(of: SIMD4<Float>.self, capacity: source.width) { wide in
            withUnsafeTemporaryAllocation(of: SIMD4<Float>.self, capacity: rowCount * down.taps) { ring in
                withUnsafeTemporaryAllocation(of: SIMD4<Float>.self, capacity: rowCount) { sum in
                    var done = 0
                    for row in 0..<self.target.height {
                        let first = down.starts[row]
                        done = max(done, first)
                        while done < first + down.taps {
                            widen(pixels, row: done, into: wide)
                            let place = done % down.taps * rowCount
                            filterRow(wide, into: UnsafeMutableBufferPointer(rebasing: ring[place..<place + rowCount]))
                            done += 1
                        }
                        filterColumns(ring, first: first, row: row, into: sum)
                        store(sum, into: target, row: row)
                    }
                }
            }
        }
    }

    private typealias Row = UnsafeMutableBufferPointer<SIMD4<Float>>

    private func widen(_ pixels: UnsafeRawBufferPointer, row: Int, into wide: Row) {
        guard var source = pixels.baseAddress, let target = wide.baseAddress else { return }
        source += row * self.source.width * 4
        for column in 0..<self.source.width {
            target[column] = SIMD4<Float>(source.loadUnaligned(fromByteOffset: column * 4, as: SIMD4<UInt8>.self))
        }
    }

    private func filterRow(_ wide: Row, into row: Row) {
        guard let source = wide.baseAddress, let target = row.baseAddress else { return }
        across.weights.withUnsafeBufferPointer { weights in
            guard var weight = weights.baseAddress else { return }
            for column in 0..<self.target.width {
                let pixels = source + across.starts[column]
                var sum = SIMD4<Float>.zero
                for tap in 0..<across.taps { sum += pixels[tap] * weight[tap] }
                target[column] = sum
                weight += across.taps
            }
        }
    }

    private func filterColumns(_ ring: Row, first: Int, row: Int, into sum: Row) {
        guard let rows = ring.baseAddress, let target = sum.baseAddress else { return }
        let rowCount = self.target.width
        sum.update(repeating: SIMD4(repeating: 0.5))
        for tap in 0..<down.taps {
            let weight = down.weights[row * down.taps + tap]
            let source = rows + (first + tap) % down.taps * rowCount
            for column in 0..<rowCount { target[column] += source[column] * weight }
        }
    }

    /// Rounds, by the half that was added before; no colour is more than its alpha.
    private func store(_ sum: Row, into target: UnsafeMutableRawBufferPointer, row: Int) {
        guard let source = sum.baseAddress, var target = target.baseAddress else { return }
        target += row * self.target.width * 4
        for column in 0..<self.target.width {
            let pixel = source[column]
            let alpha = min(max(pixel.w, 0), 255)
            let clamped = pixel.clamped(lowerBound: .zero, upperBound: SIMD4(repeating: alpha))
            target.storeBytes(
                of: SIMD4<UInt8>(truncatingIfNeeded: SIMD4<Int32>(clamped)), toByteOffset: column * 4,
                as: SIMD4<UInt8>.self)
        }
    }
}
#endif
