import CameraRoll
import SyntheticLibrary
import Testing

struct ImageFormTests {
    private func image(
        of asset: MediaAsset, in subject: SourceSubject, _ change: (inout AssetImageRequest) -> Void
    ) throws -> DecodedImage {
        var request = AssetImageRequest(for: asset, size: .pixels(60, 60), deliveryMode: .highQuality)
        change(&request)
        _ = subject.source.start(request, sink: subject.sink)
        return try #require(subject.images.values.last)
    }

    private func subject(_ width: Int, _ height: Int) throws -> (SourceSubject, MediaAsset) {
        let subject = SourceSubject()
        let id = try subject.picture().id
        subject.store.edit(id) { ($0.pixelWidth, $0.pixelHeight, $0.contentVersion) = (width, height, 5) }
        return (subject, try #require(subject.store.contents.asset(id)))
    }

    @Test(arguments: ImageContentMode.allCases)
    func `Not resized, a picture has its own size`(mode: ImageContentMode) throws {
        let (subject, asset) = try subject(90, 50)
        let image = try image(of: asset, in: subject) { ($0.resizeMode, $0.contentMode) = (.none, mode) }
        #expect(image.size == PixelSize(width: 90, height: 50))
    }

    @Test(arguments: [(90, 50), (50, 90), (7, 3), (60, 60), (4032, 3024), (1, 900)])
    func `Exactly fitted, a picture is the largest within the target; exactly filling, the smallest that covers it`(
        width: Int, height: Int
    ) throws {
        let (subject, asset) = try subject(width, height)
        let fitted = try image(of: asset, in: subject) { $0.resizeMode = .exact }.size
        #expect(max(fitted.width, fitted.height) == 60)
        let shorter = Double(60 * min(width, height)) / Double(max(width, height))
        #expect(abs(Double(min(fitted.width, fitted.height)) - shorter) <= 1)
        guard max(width, height) < 100 * min(width, height) else { return }
        let filling = try image(of: asset, in: subject) { ($0.resizeMode, $0.contentMode) = (.exact, .fill) }.size
        #expect(min(filling.width, filling.height) == 60)
    }

    @Test func `Fast, a small picture is not enlarged`() throws {
        let (subject, asset) = try subject(7, 3)
        #expect(try image(of: asset, in: subject) { _ in }.size == PixelSize(width: 7, height: 3))
    }

    @Test(arguments: [(ImageVersion.current, 5), (.unadjusted, 0), (.original, 0)] as [(ImageVersion, UInt16)])
    func `Edits show in the current version only`(version: ImageVersion, mark: UInt16) throws {
        let (subject, asset) = try subject(90, 50)
        let image = try image(of: asset, in: subject) { $0.version = version }
        #expect(SyntheticPainter.contentVersion(of: image) == mark)
    }

    @Test func `More pixels than the painter paints are refused`() throws {
        let (subject, asset) = try subject(400, 300)
        let size = PixelSize(width: 30_000, height: 22_500)
        let request = AssetImageRequest(for: asset, size: .pixels(30_000, 30_000), resizeMode: .exact)
        _ = subject.source.start(request, sink: subject.sink)
        #expect(
            subject.said.values.last == .failed(.tooManyPixels(size, limit: SyntheticPainter.defaultPixelLimit)))
    }
}
