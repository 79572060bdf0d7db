#if FolderLibrary && os(Linux)
import CHEIF
import CameraRoll

/// HEIC and AVIF by libheif, which decodes the whole picture and turns it.
struct HEIFCodec: ImageCodec {
    /// What decoding takes in memory, measured: 115 MB for 12 megapixels.
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

    /// Lends the main picture of a file that libheif can be asked of.
    ///
    /// - Throws: `CodecError.damaged`, what the limits refuse, or what `body` throws.
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
    /// Whether the first brand is one for several pictures.
    fileprivate var isImageSequence: Bool {
        let brand = bytes.dropFirst(8).prefix(4)
        return ["msf1", "hevc", "avis"].contains { brand.elementsEqual($0.utf8) }
    }
}
#endif
