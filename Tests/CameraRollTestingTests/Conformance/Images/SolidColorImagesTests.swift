import CameraRoll
import CameraRollTesting
import Testing

@Suite struct SolidColorImagesTests {
    private static let asset = MediaAsset(id: "wide", pixelWidth: 120, pixelHeight: 90)

    private func image(
        for request: AssetImageRequest, of asset: MediaAsset = Self.asset
    ) async throws -> DecodedImage {
        let contents = FixedContents(assets: [asset], imageSource: SolidColorImages([asset]))
        let access = LibraryAccess(
            .fixed(contents), executor: LibraryExecutor(label: "plain colours"), limits: .untimed)
        let limits = CachingImageManager.Limits(stallTimeout: nil)
        return try await CachingImageManager(access: access, limits: limits).image(for: request)
    }

    @Test func `Every pixel has the colour of its asset`() async throws {
        let image = try await image(for: AssetImageRequest(for: Self.asset, size: .pixels(60, 60)))
        #expect(image.size == PixelSize(width: 60, height: 45))
        let color = SolidColorImages.color(of: "wide")
        let pixel = [color.red, color.green, color.blue, 255]
        #expect(image.pixels == Array(repeatElement(pixel, count: 60 * 45).joined()))
    }

    @Test func `Assets have colours of their own`() {
        let colors = (0..<100).map { SolidColorImages.color(of: AssetID("asset \($0)")) }
        #expect(Set(colors.map { [$0.red, $0.green, $0.blue] }).count == 100)
    }

    @Test func `An image with more pixels than can be counted is refused`() async throws {
        let vast = MediaAsset(id: "vast", pixelWidth: 1 << 32, pixelHeight: 1 << 32)
        let size = PixelSize(width: 1 << 32, height: 1 << 32)
        await #expect(throws: ImageError.tooManyPixels(size, limit: 16_000_000)) {
            try await image(for: AssetImageRequest(for: vast, size: .maximum), of: vast)
        }
    }

    @Test func `An image that would be too large is refused`() async throws {
        let request = AssetImageRequest(for: Self.asset, size: .pixels(32_768, 32_768), contentMode: .fill)
        await #expect(throws: ImageError.tooManyPixels(PixelSize(width: 43_691, height: 32_768), limit: 16_000_000)) {
            try await image(for: request)
        }
    }
}
