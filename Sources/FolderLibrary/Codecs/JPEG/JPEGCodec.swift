#if FolderLibrary && os(Linux)
import CTurboJPEG
import CameraRoll

/// Decodes JPEG with TurboJPEG, at the fastest scale of its transform that gives a good image of the requested
/// size.
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
        let scale = try Self.scale(of: header.size, markers, for: target, within: limits)
        let size = scale.size(of: header.size)
        let isCMYK = header.color == .cmyk
        var (bytes, isDamaged) = try decoder.decode(file.bytes, size, isCMYK ? TJPF_CMYK : TJPF_RGBA)
        if isCMYK { CMYKPixels.convert(&bytes, isInverted: markers.hasAdobe) }
        var pixels = DecodedPixels(
            size: size, bytes: bytes, profile: ColorProfile.usable(markers.profile), isDamaged: isDamaged)
        pixels.content = scale.content(of: header.size)
        return pixels
    }

    /// The scale for an image of a size, or a smaller one if the limits refuse its result.
    private static func scale(
        of size: PixelSize, _ markers: JPEGMarkers, for target: PixelSize, within limits: CodecLimits
    ) throws(CodecError) -> JPEGScale {
        // With several scans all coefficients are kept; without a known frame, four components are assumed.
        let coefficients = markers.coefficientBytes ?? size.width * size.height * 8
        let besides = markers.keepsCoefficients ? coefficients : 0
        let (best, smallest) = (JPEGScale(of: size, for: target), JPEGScale(smallestOf: size, for: target))
        if limits.allow(size, bytesPerPixel: 0, besides: besides, decoded: best.size(of: size)) { return best }
        try limits.check(size, bytesPerPixel: 0, besides: besides, decoded: smallest.size(of: size))
        return smallest
    }
}
#endif
