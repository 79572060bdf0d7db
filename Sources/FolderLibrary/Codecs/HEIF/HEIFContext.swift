#if FolderLibrary && os(Linux)
import CHEIF
import CameraRoll

/// libheif's context, one for each picture that is read.
enum HEIFContext {
    /// libheif is set up once, before threads use it at the same time.
    private static let isReady = heif_init(nil).isGood

    /// Opens a file, and lends its main picture.
    ///
    /// - Throws: `CodecError.damaged`, or what `body` throws.
    static func withPrimary<Result>(
        of bytes: UnsafeBufferPointer<UInt8>, _ format: MetadataFormat,
        _ body: (borrowing HEIFImage) throws(CodecError) -> Result
    ) throws(CodecError) -> Result {
        guard isReady, let context = heif_context_alloc() else {
            throw .unavailable(format, reason: "libheif gives no decoder")
        }
        defer { heif_context_free(context) }
        heif_context_set_maximum_image_size_limit(context, CInt(ImageRequest.longestSide))
        // The bytes stay where they are until the context is gone.
        let read = heif_context_read_from_memory_without_copy(context, bytes.baseAddress, bytes.count, nil)
        guard read.isGood else { throw read.failure(of: format) }
        var handle: OpaquePointer?
        let found = heif_context_get_primary_image_handle(context, &handle)
        guard found.isGood, let handle else { throw found.failure(of: format) }
        return try body(HEIFImage(handle))
    }
}
#endif
