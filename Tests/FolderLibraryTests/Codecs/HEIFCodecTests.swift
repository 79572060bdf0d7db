#if FolderLibrary && os(Linux)
import CameraRollCHEIF
import CameraRoll
import Testing

@testable import FolderLibrary
@testable import CameraRollCodecs

@Suite(.enabled(if: SampleHEIF.canEncode, "libheif has no encoder here"))
struct HEIFCodecTests {
    private let picture = TestPicture.quarters(128, 96)

    @Test func `A picture comes back in its colours, with its small one`() throws {
        let file = try PictureFile(SampleHEIF.file(picture))
        #expect(try file.header() == PictureHeader(size: picture.size))
        let pixels = try file.decode(covering: PixelSize(width: 1, height: 1))
        #expect(pixels.size == picture.size && pixels.profile == nil)
        #expect(pixels[8, 8].isLike(TestPicture.red, within: 24) && pixels[120, 90].isLike(TestPicture.white))
        let small = try #require(try HEIFCodec().smallPicture(in: file, within: CodecLimits()))
        #expect(small.size == PixelSize(width: 64, height: 48))
        #expect(small[4, 4].isLike(TestPicture.red, within: 24))
    }

    @Test func `A picture with alpha comes back premultiplied`() throws {
        let file = try PictureFile(SampleHEIF.file(TestPicture(64, 64) { _, _ in .init(200, 100, 50, 128) }))
        #expect(try file.header().hasAlpha)
        #expect(try file.decode()[32, 32].isLike(.init(100, 50, 25, 128), within: 12))
    }

    @Test func `A rotation of the container is applied once, regardless of EXIF`() throws {
        let bytes = SampleHEIF.file(picture, orientation: heif_orientation_rotate_90_cw)
        let file = try PictureFile(bytes)
        #expect(try file.header().size == PixelSize(width: 96, height: 128))
        #expect(try file.header().orientation == .up)
        let request = AssetImageRequest(for: MediaAsset(id: "a"), size: .maximum)
        let image = try PictureRenderer().image(of: file, for: request)
        let expected = [TestPicture.blue, TestPicture.red, TestPicture.white, TestPicture.green]
        #expect(zip(image.quarters, expected).allSatisfy { $0.isLike($1, within: 24) })
    }

    @Test func `A size beyond the limits is refused with its numbers`() throws {
        let file = try PictureFile(SampleHEIF.file(picture))
        var limits = CodecLimits()
        limits.pixels = 1_000
        #expect(throws: CodecError.tooManyPixels(picture.size, limit: 1_000)) { try file.decode(within: limits) }
    }

    @Test func `A size that only the decoder sees is refused too`() throws {
        let picture = TestPicture.quarters(256, 192)
        var bytes = SampleHEIF.file(picture)
        // The thumbnail consists of whole blocks, of which the container shows a part.
        #expect(try sizes(bytes) == [picture.size, PixelSize(width: 64, height: 64)])
        let name = Array("ispe".utf8)
        let marks = bytes.indices.dropLast(4).prefix(4_096).filter { bytes[$0..<$0 + 4].elementsEqual(name) }
        for mark in marks { bytes.replaceSubrange(mark + 8..<mark + 16, with: [0, 0, 0, 64, 0, 0, 0, 48]) }
        var limits = CodecLimits()
        limits.pixels = 10_000
        let file = try PictureFile(bytes)
        #expect(try file.header().size == PixelSize(width: 64, height: 48))
        #expect(throws: CodecError.tooManyPixels(picture.size, limit: 10_000)) { try file.decode(within: limits) }
    }

    @Test func `More decoder configurations than are looked at are refused, and so is a long one`() throws {
        func meta(_ content: [UInt8]) -> [UInt8] { box("meta", content) }
        let empty = box("hvcC", [UInt8](repeating: 0, count: 23))
        #expect(try sizes(meta((0..<256).flatMap { _ in empty })) == [])
        #expect(throws: CodecError.self) { try sizes(meta((0..<257).flatMap { _ in empty })) }
        #expect(throws: CodecError.self) {
            try sizes(meta(box("hvcC", [UInt8](repeating: 0, count: 70_000))))
        }
    }

    @Test func `A configuration is found in every metadata box, with every form of length`() throws {
        let bytes = SampleHEIF.file(picture)
        let start = try #require(bytes.indices.first { bytes[$0...].starts(with: "hvcC".utf8) })
        let configuration = Array(bytes[start - 4..<start - 4 + Int(bytes[start - 2]) << 8 + Int(bytes[start - 1])])
        let found = try sizes(box("meta", configuration))
        #expect(found == [picture.size])
        let long = UInt64(configuration.count + 16).bigEndian
        let second = [0, 0, 0, 1] + Array("meta".utf8) + withUnsafeBytes(of: long) { Array($0) } + configuration
        #expect(try sizes(box("meta", []) + second) == found)
    }

    private func sizes(_ file: [UInt8]) throws -> [PixelSize] {
        var sizes = CodedSizes(file)
        return try sizes.inConfigurations()
    }

    private func box(_ name: String, _ content: [UInt8]) -> [UInt8] {
        withUnsafeBytes(of: UInt32(content.count + 8).bigEndian) { Array($0) } + Array(name.utf8) + content
    }

    @Test func `A file that is cut short is damaged`() throws {
        let bytes = SampleHEIF.file(picture)
        for count in [12, 40, bytes.count / 2, bytes.count - 20] {
            let file = try PictureFile(Array(bytes.prefix(count)))
            #expect(throws: CodecError.self) { try file.decode() }
        }
    }
}

/// HEIC files that libheif makes.
enum SampleHEIF {
    static let canEncode = heif_have_encoder_for_format(heif_compression_HEVC) != 0

    static func file(
        _ picture: TestPicture, orientation: heif_orientation = heif_orientation_normal, exif: [UInt8] = [],
        profile: [UInt8] = []
    ) -> [UInt8] {
        let context = heif_context_alloc()
        defer { heif_context_free(context) }
        var encoder: OpaquePointer?
        _ = heif_context_get_encoder_for_format(context, heif_compression_HEVC, &encoder)
        defer { heif_encoder_release(encoder) }
        _ = heif_encoder_set_lossy_quality(encoder, 95)
        let image = image(picture)
        defer { heif_image_release(image) }
        if !profile.isEmpty { _ = heif_image_set_raw_color_profile(image, "prof", profile, profile.count) }
        let options = heif_encoding_options_alloc()
        defer { heif_encoding_options_free(options) }
        options?.pointee.image_orientation = orientation
        var (handle, small): (OpaquePointer?, OpaquePointer?)
        _ = heif_context_encode_image(context, image, encoder, options, &handle)
        _ = heif_context_encode_thumbnail(context, image, handle, encoder, options, 64, &small)
        if !exif.isEmpty { _ = heif_context_add_exif_metadata(context, handle, exif, CInt(exif.count)) }
        heif_image_handle_release(handle)
        heif_image_handle_release(small)
        return written(context)
    }

    private static func image(_ picture: TestPicture) -> OpaquePointer? {
        var image: OpaquePointer?
        let (width, height) = (CInt(picture.size.width), CInt(picture.size.height))
        let channels = picture.isOpaque ? 3 : 4
        let chroma = picture.isOpaque ? heif_chroma_interleaved_RGB : heif_chroma_interleaved_RGBA
        _ = heif_image_create(width, height, heif_colorspace_RGB, chroma, &image)
        _ = heif_image_add_plane(image, heif_channel_interleaved, width, height, CInt(channels * 8))
        var stride: CInt = 0
        guard let plane = heif_image_get_plane(image, heif_channel_interleaved, &stride) else { return image }
        let components = picture.isOpaque ? picture.components : picture.pixels
        for (index, component) in components.enumerated() {
            let (row, column) = index.quotientAndRemainder(dividingBy: picture.size.width * channels)
            plane[row * Int(stride) + column] = component
        }
        return image
    }

    private static func written(_ context: OpaquePointer?) -> [UInt8] {
        final class Output { var bytes: [UInt8] = [] }
        var writer = heif_writer()
        writer.writer_api_version = 1
        writer.write = { _, data, count, output in
            guard let output else { return heif_error() }
            Unmanaged<Output>.fromOpaque(output).takeUnretainedValue().bytes +=
                UnsafeRawBufferPointer(start: data, count: count)
            return heif_error(code: heif_error_Ok, subcode: heif_suberror_Unspecified, message: nil)
        }
        let output = Output()
        _ = heif_context_write(context, &writer, Unmanaged.passUnretained(output).toOpaque())
        return output.bytes
    }
}
#endif
