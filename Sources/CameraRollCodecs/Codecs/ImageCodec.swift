#if FolderLibrary || canImport(Darwin)
package import CameraRoll

/// Reads the pictures of some file formats; every function may be called on any thread, even concurrently.
package protocol ImageCodec: Sendable {
    /// Reads the header of the file's picture without decoding it.
    ///
    /// - Throws: `CodecError.damaged`.
    func header(of file: PictureFile) throws(CodecError) -> PictureHeader

    /// Decodes the picture; if there are several, the one that the file names as its main one, or else the first.
    ///
    /// - Parameters:
    ///   - file: the file.
    ///   - target: the size to which the whole picture will be scaled; neither side of the result may be smaller. If a
    ///     codec decodes reduced pictures faster, it returns one that is large enough for the image to be as good as
    ///     one from the whole picture, and at most the whole picture.
    ///   - limits: checked before anything is decoded.
    ///   - cancellation: checked whenever the codec can be interrupted; it has been checked before this call.
    /// - Throws: `CodecError.damaged`, `.tooManyPixels`, `.tooMuchMemory`, `.cancelled`. A picture that can be shown in
    ///   part does not cause an error, but sets ``DecodedPixels/isDamaged``.
    func decode(
        _ file: PictureFile, covering target: PixelSize, within limits: CodecLimits, unless cancellation: Cancellation
    ) throws(CodecError) -> DecodedPixels

    /// The upright thumbnail stored in the container; nil if it stores no thumbnail.
    ///
    /// EXIF's thumbnail is not handled by codecs: it is a JPEG file of its own.
    func smallPicture(in file: PictureFile, within limits: CodecLimits) throws(CodecError) -> DecodedPixels?
}

extension ImageCodec {
    package func smallPicture(in file: PictureFile, within limits: CodecLimits) throws(CodecError) -> DecodedPixels? {
        nil
    }
}

extension MetadataFormat {
    /// The codec for files of this format.
    ///
    /// - Throws: `CodecError.unsupportedFormat`.
    package var codec: any ImageCodec {
        get throws(CodecError) {
            #if FolderLibrary && os(Linux)
            switch self {
            case .jpeg: return JPEGCodec()
            case .png: return PNGCodec()
            case .webP: return WebPCodec()
            case .heic, .avif: return HEIFCodec()
            case .tiff, .raw: return TIFFCodec()
            case .gif: return GIFCodec()
            case .bmp: return BMPCodec()
            case .quickTime, .mp4: throw .unsupportedFormat(rawValue)
            }
            #else
            switch self {
            case .jpeg, .png, .webP, .heic, .avif, .tiff, .gif, .bmp, .raw: return SystemCodec()
            case .quickTime, .mp4: throw .unsupportedFormat(rawValue)
            }
            #endif
        }
    }
}

extension PictureFile {
    package var codec: any ImageCodec {
        get throws(CodecError) { try format.codec }
    }

    /// Reads the header of the picture without decoding it.
    ///
    /// - Throws: `CodecError`.
    package func header() throws(CodecError) -> PictureHeader {
        try codec.header(of: self)
    }

    /// Decodes the picture for an image of at least a size; the whole picture if the size is nil.
    ///
    /// - Throws: `CodecError`.
    package func decode(
        covering target: PixelSize? = nil, within limits: CodecLimits = CodecLimits(),
        unless cancellation: Cancellation = .never
    ) throws(CodecError) -> DecodedPixels {
        try cancellation.check()
        let all = PixelSize(width: .max, height: .max)
        return try codec.decode(self, covering: target ?? all, within: limits, unless: cancellation)
    }

    /// The error for a damaged file.
    func damaged(_ reason: String) -> CodecError {
        .damaged(format, reason: reason)
    }
}

#if os(Linux)
import CameraRollCHEIF
import CameraRollCWebP
#endif

/// The version of the codecs; other versions may decode other files, or produce other pixels.
package enum CodecVersion {
    /// Incremented for each change of this module that changes images.
    private static let own = 4

    /// Identifies these codecs, including the versions of the system's libraries if they report them.
    package static let text: String = {
        #if os(Linux)
        "\(own).\(heif_get_version_number()).\(WebPGetDecoderVersion())"
        #else
        "\(own)"
        #endif
    }()
}
#endif
