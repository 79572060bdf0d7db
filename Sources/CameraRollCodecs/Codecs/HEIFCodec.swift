#if FolderLibrary && os(Linux)
import CameraRollCHEIF
import CameraRoll

/// Decodes HEIC and AVIF with libheif, which decodes the whole picture and rotates it.
struct HEIFCodec: ImageCodec {
    /// The memory for decoding, as measured: 115 MB for 12 megapixels.
    static let bytesPerPixel = 6

    func header(of file: PictureFile) throws(CodecError) -> PictureHeader {
        try Self.withPrimary(of: file) { (image: borrowing HEIFImage) throws(CodecError) in
            PictureHeader(
                size: image.size, hasAlpha: image.hasAlpha, bitDepth: image.bitDepth,
                isAnimated: file.isImageSequence)
        }
    }

    func decode(
        _ file: PictureFile, covering target: PixelSize, within limits: CodecLimits, unless cancellation: Cancellation
    ) throws(CodecError) -> DecodedPixels {
        try Self.withPrimary(of: file, within: limits) { (image: borrowing HEIFImage) throws(CodecError) in
            try image.decode(file.format, within: limits)
        }
    }

    func smallPicture(in file: PictureFile, within limits: CodecLimits) throws(CodecError) -> DecodedPixels? {
        try Self.withPrimary(of: file, within: limits) { (image: borrowing HEIFImage) throws(CodecError) in
            guard let thumbnail = image.thumbnail.map({ HEIFImage($0) }) else { return nil }
            return try thumbnail.decode(file.format, within: limits)
        }
    }

    /// Calls `body` with the primary image of a file that is safe for libheif.
    ///
    /// - Throws: `CodecError.damaged`, an error of the limits, or of `body`.
    static func withPrimary<Result>(
        of file: PictureFile, within limits: CodecLimits = HEIFDecodeCost.anySize,
        _ body: (borrowing HEIFImage) throws(CodecError) -> Result
    ) throws(CodecError) -> Result {
        try HEIFDecodeCost.check(file.bytes, limits)
        return try file.bytes.withUnsafeBufferPointer { bytes throws(CodecError) in
            try HEIFContext.withPrimary(of: bytes, file.format, body)
        }
    }
}

extension PictureFile {
    /// Whether the first brand is that of an image sequence.
    fileprivate var isImageSequence: Bool {
        let brand = bytes.dropFirst(8).prefix(4)
        return ["msf1", "hevc", "avis"].contains { brand.elementsEqual($0.utf8) }
    }
}

/// Contexts of libheif, one for each picture that is read.
enum HEIFContext {
    /// Initializes libheif once, before several threads use it.
    private static let isReady = heif_init(nil).isGood

    /// Opens a file, and calls `body` with its primary image.
    ///
    /// - Throws: `CodecError.damaged`, or an error of `body`.
    static func withPrimary<Result>(
        of bytes: UnsafeBufferPointer<UInt8>, _ format: MetadataFormat,
        _ body: (borrowing HEIFImage) throws(CodecError) -> Result
    ) throws(CodecError) -> Result {
        guard isReady, let context = heif_context_alloc() else {
            throw .unavailable(format, reason: "libheif gives no decoder")
        }
        defer { heif_context_free(context) }
        heif_context_set_maximum_image_size_limit(context, CInt(AssetImageRequest.longestSide))
        // The bytes stay in place until the context is freed.
        let read = heif_context_read_from_memory_without_copy(context, bytes.baseAddress, bytes.count, nil)
        guard read.isGood else { throw read.failure(of: format) }
        var handle: OpaquePointer?
        let found = heif_context_get_primary_image_handle(context, &handle)
        guard found.isGood, let handle else { throw found.failure(of: format) }
        return try body(HEIFImage(handle))
    }
}

/// An image of an open HEIF file: the primary one, or its thumbnail.
struct HEIFImage: ~Copyable {
    let handle: OpaquePointer

    init(_ handle: OpaquePointer) {
        self.handle = handle
    }

    deinit {
        heif_image_handle_release(handle)
    }

    /// The size of the upright picture, since libheif applies the container's rotation.
    var size: PixelSize {
        PixelSize(
            width: Int(heif_image_handle_get_width(handle)), height: Int(heif_image_handle_get_height(handle)))
    }

    var hasAlpha: Bool { heif_image_handle_has_alpha_channel(handle) != 0 }
    var bitDepth: Int { Int(heif_image_handle_get_luma_bits_per_pixel(handle)) }

    /// The ICC profile; nil if the image has no profile.
    var profile: [UInt8]? {
        let count = heif_image_handle_get_raw_color_profile_size(handle)
        guard count > 0, count <= ColorProfile.longest else { return nil }
        var bytes = [UInt8](repeating: 0, count: count)
        return heif_image_handle_get_raw_color_profile(handle, &bytes).isGood ? bytes : nil
    }

    /// The thumbnail of this image; nil if it has no thumbnail.
    var thumbnail: OpaquePointer? {
        var id: heif_item_id = 0
        guard heif_image_handle_get_list_of_thumbnail_IDs(handle, &id, 1) == 1 else { return nil }
        var found: OpaquePointer?
        return heif_image_handle_get_thumbnail(handle, id, &found).isGood ? found : nil
    }

    /// Decodes the whole picture.
    borrowing func decode(_ format: MetadataFormat, within limits: CodecLimits) throws(CodecError) -> DecodedPixels {
        let size = size
        guard size.width > 0, size.height > 0 else { throw .damaged(format, reason: "it has no size") }
        try limits.check(size, bytesPerPixel: HEIFCodec.bytesPerPixel)
        let options = heif_decoding_options_alloc()
        defer { heif_decoding_options_free(options) }
        options?.pointee.convert_hdr_to_8bit = 1
        var image: OpaquePointer?
        let error = heif_decode_image(handle, &image, heif_colorspace_RGB, heif_chroma_interleaved_RGBA, options)
        guard error.isGood, let image else { throw error.failure(of: format) }
        defer { heif_image_release(image) }
        guard var pixels = Self.pixels(of: image, within: limits) else {
            throw .damaged(format, reason: "libheif gives no pixels")
        }
        if hasAlpha, heif_image_is_premultiplied_alpha(image) == 0 { pixels.premultiply() }
        pixels.profile = ColorProfile.usable(profile)
        return pixels
    }

    private static func pixels(of image: OpaquePointer, within limits: CodecLimits) -> DecodedPixels? {
        var stride: CInt = 0
        let channel = heif_channel_interleaved
        let size = PixelSize(
            width: Int(heif_image_get_width(image, channel)), height: Int(heif_image_get_height(image, channel)))
        guard size.width > 0, size.height > 0, size.width * size.height <= limits.pixels,
            heif_image_get_bits_per_pixel(image, channel) == 32,
            let plane = heif_image_get_plane_readonly(image, channel, &stride), Int(stride) >= size.width * 4
        else { return nil }
        let rowBytes = size.width * 4
        let bytes = [UInt8](unsafeUninitializedCapacity: rowBytes * size.height) { buffer, count in
            for row in 0..<size.height {
                let source = UnsafeRawBufferPointer(start: plane + row * Int(stride), count: rowBytes)
                UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(buffer)[(row * rowBytes)...])
                    .copyMemory(from: source)
            }
            count = rowBytes * size.height
        }
        return DecodedPixels(size: size, bytes: bytes)
    }
}

extension heif_error {
    var isGood: Bool { code == heif_error_Ok }

    /// The error of a failed call: missing memory or a missing decoder is not the file's fault.
    func failure(of format: MetadataFormat) -> CodecError {
        let isMemory = code == heif_error_Memory_allocation_error && subcode != heif_suberror_Security_limit_exceeded
        let isOwn = !isMemory && subcode != heif_suberror_Unsupported_codec
        return isOwn ? .damaged(format, reason: text) : .unavailable(format, reason: text)
    }

    private var text: String { message.map { String(String(cString: $0).prefix { $0 != "\n" }) } ?? "unknown" }
}
#endif
