#if FolderLibrary && os(Linux)
import CHEIF
import CameraRoll

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
#endif
