#if FolderLibrary && os(Linux)
import CameraRollCTurboJPEG
import CameraRoll
import Testing

import FolderLibrary
import CameraRollCodecs

/// The quality of thumbnails compared with a whole decode, for pictures with detail finer than a thumbnail.
struct ThumbnailQualityTests {
    /// Sides of thumbnails in pixels, of pictures of 1,032 × 582: at none of a JPEG's scales are these whole
    /// blocks.
    private static let sides = [64, 128]

    // Asynchronous, as some below, only so that it runs beside others: synchronous tests share the main thread.
    @Test(arguments: sides) func `A JPEG's thumbnail is as good as one of a whole decode`(side: Int) async throws {
        let rings = try decibels(TestPicture.rings(1_032, 582).jpeg(), side)
        #expect(rings >= 45, "rings \(rings)")
        let text = try decibels(TestPicture.text(1_032, 582).jpeg(sampling: TJSAMP_420), side)
        #expect(text >= 42, "text \(text)")
    }

    @Test(arguments: sides) func `A WebP's thumbnail is as good as one of a whole decode`(side: Int) async throws {
        let rings = try decibels(TestPicture.rings(1_032, 582).webP, side)
        #expect(rings >= 42, "rings \(rings)")
    }

    @Test func `A PNG is decoded as a whole`() throws {
        #expect(try decibels(TestPicture.text(516, 291).png, 128) == .infinity)
    }

    /// The quality of a thumbnail against a whole decode and the same resampler, in decibels.
    private func decibels(_ bytes: [UInt8], _ side: Int) throws -> Double {
        let file = try PictureFile(bytes)
        let request = AssetImageRequest(for: MediaAsset(id: "a"), size: .pixels(side, side), resizeMode: .exact)
        let image = try PictureRenderer().image(of: file, for: request)
        let whole = try file.decode()
        return image.pixels.decibels(to: LanczosResampler(whole.size, to: image.size).resampled(whole.bytes))
    }
}
#endif
