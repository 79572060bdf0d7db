#if FolderLibrary && os(Linux)
import CameraRollCTurboJPEG
import CameraRoll
import Foundation
import TestSupport
import Testing

import FolderLibrary
import CameraRollCodecs

/// Seeded mutations of small files through every codec.
///
/// 20,000 of them with full effort, 400 otherwise; `CAMERAROLL_MUTATIONS` sets another number.
@Suite(.timeLimit(.hang)) struct CodecMutationTests {
    private static let count = Int(ProcessInfo.processInfo.environment["CAMERAROLL_MUTATIONS"] ?? "") ?? defaultCount
    private static let workers = 4
    private static let defaultCount = Effort.of(400, full: 20_000)

    private static let samples: [[UInt8]] = {
        let (waves, quarters) = (TestPicture.waves(48, 40), TestPicture.quarters(40, 32))
        let profile = SampleProfile.segment(SampleProfile.rgb(), 1, of: 1)
        return [
            waves.jpeg().inserting(profile, at: 2), waves.jpeg(sampling: TJSAMP_420, flags: TJFLAG_PROGRESSIVE),
            quarters.jpeg(format: TJPF_CMYK), waves.png,
            quarters.png.inserting(
                PNGPart.profile(SampleProfile.rgb()), at: 33),
            waves.webP, quarters.losslessWebP,
            WebPPart.animation([quarters, waves], canvas: PixelSize(width: 50, height: 50)),
            SampleOriginals.withThumbnail(quarters.jpeg(), in: waves.jpeg()),
            SampleGIF(40, 32) { x, y in (x / 8 + y / 8) % 4 }.bytes, SampleTIFF.bytes(quarters),
            SampleTIFF.raw(quarters.jpeg()), SampleBMP.bytes(quarters),
            HEIFSample([
                HEIFSample.grid(1, quarters.size, of: [2, 3]), .init(2, "iden", quarters.size, [0], sources: [3]),
                .init(3, "av01", quarters.size, AV1Sample.header(quarters.size)),
            ]).bytes,
        ] + (SampleHEIF.canEncode ? [SampleHEIF.file(TestPicture.quarters(64, 64))] : [])
    }()

    @Test(arguments: Effort.seeds(workers, of: 0..<workers))
    func `Mutated files are shown or fail, within the limits`(worker: Int) {
        var random = SeededMutations(seed: worker)
        var limits = CodecLimits()
        limits.pixels = 4_000_000
        limits.memory = 32 << 20
        let renderer = PictureRenderer(limits: limits)
        var (shown, failed) = (0, 0)
        for round in 0..<Self.count / Self.workers {
            let bytes = random.mutated(Self.samples[round % Self.samples.count])
            let source = FolderImageSource(SampleOriginals(files: ["a": .init(bytes, .init(width: 1, height: 1))]))
            let request = AssetImageRequest(for: MediaAsset(id: "a"), size: .pixels(20, 20))
            guard let file = try? PictureFile(bytes) else { continue }
            do throws(ImageError) {
                let image = try renderer.image(of: file, for: request)
                #expect(image.size.width <= 20 && image.size.height <= 20)
                shown += 1
            } catch {
                failed += 1
            }
            // The embedded pictures, and a complete request.
            if round % 8 == 0 { _ = source.start(request, sink: ImageSink { _ in }) }
            if round % 64 == 0 { _ = try? file.converted(to: .jpeg) }
        }
        #expect(shown > 0 && failed > 0)
    }
}

/// Changes to files, the same for the same seed.
struct SeededMutations {
    private var chance: SystemChance

    init(seed: Int) {
        chance = SystemChance(seed: seed)
    }

    private mutating func next(below limit: Int) -> Int {
        Int(chance.next() % UInt64(limit))
    }

    mutating func color() -> TestPicture.Color {
        TestPicture.Color(
            UInt8(next(below: 256)), UInt8(next(below: 256)), UInt8(next(below: 256)), UInt8(next(below: 256)))
    }

    /// A file with up to eight changes: bytes, bits, large numbers, parts removed or repeated, a truncated end.
    mutating func mutated(_ file: [UInt8]) -> [UInt8] {
        var file = file
        for _ in 0...next(below: 8) where file.count > 16 {
            let index = next(below: file.count)
            let length = min(next(below: 16), file.count - index)
            switch next(below: 7) {
            case 0: file[index] = UInt8(next(below: 256))
            case 1: file[index] ^= 1 << UInt8(next(below: 8))
            case 2: for step in 0..<min(4, file.count - index) { file[index + step] = 0xFF }
            case 3: file.removeSubrange(index..<index + length)
            case 4: file.insert(contentsOf: file[index..<index + length], at: next(below: file.count))
            case 5 where next(below: 4) == 0: file.removeLast(file.count - max(index, 16))
            default: for step in 0..<min(4, file.count - index) { file[index + step] = UInt8(step == 3 ? length : 0) }
            }
        }
        return file
    }
}
#endif
