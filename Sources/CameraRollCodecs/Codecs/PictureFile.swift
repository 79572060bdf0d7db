#if FolderLibrary || canImport(Darwin)
public import CameraRoll

/// A picture's file in memory, with its metadata.
public struct PictureFile: Sendable {
    /// The whole file.
    public let bytes: [UInt8]
    /// The metadata, including the format.
    public let metadata: ImageMetadata

    /// Creates a file from its bytes.
    ///
    /// - Throws: `CodecError.unreadable`, `.unsupportedFormat`.
    public init(_ bytes: [UInt8]) throws(CodecError) {
        try self.init(bytes, nil)
    }

    private init(_ bytes: [UInt8], _ metadata: ImageMetadata?) throws(CodecError) {
        self.bytes = bytes
        if let metadata {
            self.metadata = metadata
            return
        }
        do throws(MetadataError) {
            self.metadata = try ImageMetadata(bytes)
        } catch {
            throw CodecError(error)
        }
    }

    /// Reads a file.
    ///
    /// The file is copied, not mapped: if a mapped file were truncated, the process would crash.
    ///
    /// - Throws: `CodecError.tooManyBytes` before anything is read, `.unreadable`.
    package init(
        reading source: any ByteSource, _ metadata: ImageMetadata? = nil, limits: CodecLimits = CodecLimits()
    ) throws(CodecError) {
        let count = source.byteCount
        guard count <= limits.fileBytes else { throw .tooManyBytes(count, limit: limits.fileBytes) }
        let bytes: [UInt8]
        do throws(MetadataError) {
            bytes = try source.bytes(in: 0..<max(count, 0))
        } catch {
            throw .unreadable(error)
        }
        try self.init(bytes, metadata)
    }

    var format: MetadataFormat { metadata.format }
}

/// The header of a file's picture, read without decoding it.
package struct PictureHeader: Hashable, Sendable {
    /// The color model of the file's pixels.
    package enum ColorKind: String, Hashable, Sendable {
        case gray, rgb, indexed, cmyk
    }

    /// The size of the codec's pixels, before rotation.
    package var size: PixelSize
    /// The rotation of the codec's pixels; `.up` if the codec applies it itself.
    package var orientation = ImageOrientation.up
    /// The color model of the file's pixels.
    package var color = ColorKind.rgb
    /// Whether pixels may be transparent.
    package var hasAlpha = false
    /// Bits of each component in the file, 1 to 16.
    package var bitDepth = 8
    /// Whether there are several pictures to be shown in sequence, of which one is decoded.
    package var isAnimated = false
    /// Whether the picture is stored in several passes (progressive, interlaced).
    package var isProgressive = false

    /// The size of the upright picture.
    package var uprightSize: PixelSize { orientation.turned(size) }
}
#endif
