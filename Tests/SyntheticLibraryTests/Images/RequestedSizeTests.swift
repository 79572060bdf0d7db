import CameraRoll
import SyntheticLibrary
import Testing

struct RequestedSizeTests {
    private static let sides = [1, 2, 7, 100, 299, 1_170, 3_024, 4_032, 12_095]
    private static let targets = [1, 2, 99, 100, 300, 1_000, 5_000]

    private func size(
        _ asset: MediaAsset, _ target: ImageTargetSize, _ mode: ImageContentMode, crop: NormalizedRect? = nil
    ) throws -> PixelSize {
        let own = PixelSize(width: asset.pixelWidth, height: asset.pixelHeight)
        return try RequestedSize(of: own, crop: crop).size(for: target, mode)
    }

    @Test(arguments: sides, sides)
    func `A fitted picture is within the target, of the right shape, and not enlarged`(width: Int, height: Int) throws {
        for (targetWidth, targetHeight) in Self.targets.flatMap({ one in Self.targets.map { (one, $0) } }) {
            let size = try size(.picture(1, width, height), .pixels(targetWidth, targetHeight), .fit)
            #expect((1...min(targetWidth, width)).contains(size.width))
            #expect((1...min(targetHeight, height)).contains(size.height))
            let factor = min(Double(targetWidth) / Double(width), Double(targetHeight) / Double(height), 1)
            #expect(abs(Double(size.width) - max(1, Double(width) * factor)) <= 0.5)
            #expect(abs(Double(size.height) - max(1, Double(height) * factor)) <= 0.5)
            #expect(size.width == min(targetWidth, width) || size.height == min(targetHeight, height))
        }
    }

    @Test(arguments: sides, sides)
    func `A filling picture covers the target, no more than it must, in the right shape`(
        width: Int, height: Int
    ) throws {
        for (targetWidth, targetHeight) in Self.targets.flatMap({ one in Self.targets.map { (one, $0) } }) {
            let size = try size(.picture(1, width, height), .pixels(targetWidth, targetHeight), .fill)
            #expect(size.width >= targetWidth && size.height >= targetHeight)
            #expect(size.width == targetWidth || size.height == targetHeight)
            let factor = max(Double(targetWidth) / Double(width), Double(targetHeight) / Double(height))
            #expect(abs(Double(size.width) - Double(width) * factor) <= 0.5)
            #expect(abs(Double(size.height) - Double(height) * factor) <= 0.5)
        }
    }

    @Test(arguments: ImageContentMode.allCases)
    func `The maximum is the picture's own size`(mode: ImageContentMode) throws {
        #expect(try size(.picture(), .maximum, mode) == PixelSize(width: 4032, height: 3024))
    }

    @Test func `A crop has the shape of its part`() throws {
        let half = NormalizedRect(x: 0.5, y: 0, width: 0.5, height: 1)
        #expect(try size(.picture(1, 400, 300), .maximum, .fit, crop: half) == PixelSize(width: 200, height: 300))
        #expect(try size(.picture(1, 400, 300), .pixels(60, 60), .fit, crop: half) == PixelSize(width: 40, height: 60))
        #expect(try size(.picture(1, 400, 300), .pixels(60, 60), .fill, crop: half) == PixelSize(width: 60, height: 90))
        let sliver = NormalizedRect(x: 0.5, y: 0, width: 1e-9, height: 1)
        #expect(try size(.picture(1, 400, 300), .maximum, .fit, crop: sliver) == PixelSize(width: 1, height: 300))
    }

    @Test(arguments: [
        NormalizedRect(x: 0, y: 0, width: 0, height: 1), NormalizedRect(x: -0.1, y: 0, width: 1, height: 1),
        NormalizedRect(x: 0.5, y: 0, width: 0.6, height: 1), NormalizedRect(x: 0, y: 0, width: 1, height: -1),
        NormalizedRect(x: 0, y: 0, width: .infinity, height: 1),
    ])
    func `A crop that is no part of the picture is refused`(crop: NormalizedRect) {
        #expect(throws: ImageError.invalidCrop(crop)) { try size(.picture(), .maximum, .fit, crop: crop) }
    }
}
