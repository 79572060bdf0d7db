#if FolderLibrary && os(Linux)
import CHEIF
import CameraRoll

/// Decodes HEIC and AVIF with libheif, which decodes the whole picture and rotates it.
struct HEIFCodec: ImageCodec {
    /// The measured memory of decoding: 115 MB for 12 megapixels.
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
#endif
