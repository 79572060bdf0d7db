#if FolderLibrary && os(Linux)
import CTurboJPEG
import CameraRoll

/// JPEG by TurboJPEG, at the smallest scale of its transform that covers what is asked for.
struct JPEGCodec: ImageCodec {
    func header(of file: PictureFile) throws(CodecError) -> PictureHeader {
        Self.header(try JPEGDecoder().header(of: file.bytes), JPEGMarkers(file.bytes), file.metadata.orientation)
    }

    private static func header(
        _ header: JPEGDecoder.Header, _ markers: JPEGMarkers, _ orientation: ImageOrientation
    ) -> PictureHeader {
        let color: PictureHeader.ColorKind =
            switch header.colorSpace {
            case TJCS_GRAY: .gray
            case TJCS_CMYK, TJCS_YCCK: .cmyk
            default: .rgb
            }
        return PictureHeader(
            size: header.size, orientation: orientation, color: color, bitDepth: markers.precision,
            isProgressive: markers.isProgressive)
    }

    func decode(
        _ file: PictureFile, covering target: PixelSize, within limits: CodecLimits, unless cancellation: Cancellation
    ) throws(CodecError) -> DecodedPixels {
        let decoder = try JPEGDecoder()
        let markers = JPEGMarkers(file.bytes)
        let header = Self.header(try decoder.header(of: file.bytes), markers, file.metadata.orientation)
        let size = Self.scaled(header.size, covering: target)
        // Of a file in several scans all coefficients are kept; without a frame that is seen, of four components.
        let coefficients = markers.coefficientBytes ?? header.size.width * header.size.height * 8
        try limits.check(
            header.size, bytesPerPixel: 0, besides: markers.keepsCoefficients ? coefficients : 0, decoded: size)
        let isCMYK = header.color == .cmyk
        var (pixels, isDamaged) = try decoder.decode(file.bytes, size, isCMYK ? TJPF_CMYK : TJPF_RGBA)
        if isCMYK { CMYKPixels.convert(&pixels, isInverted: markers.hasAdobe) }
        return DecodedPixels(
            size: size, bytes: pixels, profile: ColorProfile.usable(markers.profile), isDamaged: isDamaged)
    }

    /// The smallest size that TurboJPEG can decode to and that covers the target; the whole picture's otherwise.
    static func scaled(_ size: PixelSize, covering target: PixelSize) -> PixelSize {
        for eighths in 1..<8 {
            let scaled = PixelSize(width: (size.width * eighths + 7) / 8, height: (size.height * eighths + 7) / 8)
            if scaled.width >= target.width, scaled.height >= target.height { return scaled }
        }
        return size
    }
}
#endif
