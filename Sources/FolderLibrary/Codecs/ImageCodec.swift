#if FolderLibrary || canImport(Darwin)
package import CameraRoll

/// Reads the pictures of some kinds of files; every function may be called on any thread, by several at once.
protocol ImageCodec: Sendable {
    /// Reads what the file says of its picture, and decodes nothing.
    ///
    /// - Throws: `CodecError.damaged`.
    func header(of file: PictureFile) throws(CodecError) -> PictureHeader

    /// Decodes the picture, by the first one where there are several.
    ///
    /// - Parameters:
    ///   - file: the file.
    ///   - target: the size to which the whole picture will be brought, which neither side may fall below. A codec that
    ///     decodes smaller pictures faster gives one that is so much larger that the image is as good as one of the
    ///     whole picture, and never more than that.
    ///   - limits: are checked before anything is decoded.
    ///   - cancellation: is asked as often as the codec can be interrupted; it was before this.
    /// - Throws: `CodecError.damaged`, `.tooManyPixels`, `.tooMuchMemory`, `.cancelled`. A picture of which a part can
    ///   be shown is no error but ``DecodedPixels/isDamaged``.
    func decode(
        _ file: PictureFile, covering target: PixelSize, within limits: CodecLimits, unless cancellation: Cancellation
    ) throws(CodecError) -> DecodedPixels

    /// The small picture that the container has beside the picture, upright as that is; nil if there is none.
    ///
    /// That of EXIF is no business of a codec: it is a JPEG file of its own.
    func smallPicture(in file: PictureFile, within limits: CodecLimits) throws(CodecError) -> DecodedPixels?
}

extension ImageCodec {
    func smallPicture(in file: PictureFile, within limits: CodecLimits) throws(CodecError) -> DecodedPixels? { nil }
}

extension MetadataFormat {
    /// What reads files of this kind.
    ///
    /// - Throws: `CodecError.unsupportedFormat`.
    var codec: any ImageCodec {
        get throws(CodecError) {
            #if FolderLibrary && os(Linux)
            switch self {
            case .jpeg: return JPEGCodec()
            case .png: return PNGCodec()
            case .webP: return WebPCodec()
            case .heic, .avif: return HEIFCodec()
            case .tiff, .quickTime, .mp4: throw .unsupportedFormat(self)
            }
            #else
            switch self {
            case .jpeg, .png, .webP, .heic, .avif, .tiff: return SystemCodec()
            case .quickTime, .mp4: throw .unsupportedFormat(self)
            }
            #endif
        }
    }
}

extension PictureFile {
    var codec: any ImageCodec {
        get throws(CodecError) { try format.codec }
    }

    /// What the file says of its picture, without decoding it.
    ///
    /// - Throws: `CodecError`.
    package func header() throws(CodecError) -> PictureHeader {
        try codec.header(of: self)
    }

    /// Decodes the picture for an image of all of it in a size, or larger; the whole picture where that is nil.
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

    /// An error that says that the file is damaged.
    func damaged(_ reason: String) -> CodecError {
        .damaged(format, reason: reason)
    }
}
#endif
