#if FolderLibrary && os(Linux)
import CameraRollCTurboJPEG
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
        // If there are several scans, all coefficients are kept; without a known frame, four components are assumed.
        let coefficients = markers.coefficientBytes ?? size.width * size.height * 8
        let besides = markers.keepsCoefficients ? coefficients : 0
        let (best, smallest) = (JPEGScale(of: size, for: target), JPEGScale(smallestOf: size, for: target))
        if limits.allow(size, bytesPerPixel: 0, besides: besides, decoded: best.size(of: size)) { return best }
        try limits.check(size, bytesPerPixel: 0, besides: besides, decoded: smallest.size(of: size))
        return smallest
    }
}

/// A TurboJPEG handle for one picture; a bad picture makes the handle unusable, and a new one takes 0.1 µs.
struct JPEGDecoder: ~Copyable {
    /// The header that TurboJPEG reads.
    struct Header {
        let size: PixelSize
        let colorSpace: TJCS
    }

    private let handle: tjhandle

    init() throws(CodecError) {
        guard let handle = tjInitDecompress() else {
            throw .unavailable(.jpeg, reason: "TurboJPEG gives no decoder")
        }
        self.handle = handle
    }

    deinit {
        tjDestroy(handle)
    }

    borrowing func header(of bytes: [UInt8]) throws(CodecError) -> Header {
        // The function may return 0 without setting these.
        var (width, height, sampling, space): (CInt, CInt, CInt, CInt) = (-1, -1, -1, -1)
        let code = bytes.withUnsafeBufferPointer {
            tjDecompressHeader3(handle, $0.baseAddress, CUnsignedLong($0.count), &width, &height, &sampling, &space)
        }
        guard code == 0 || tjGetErrorCode(handle) == TJERR_WARNING.code else { throw failure }
        guard width > 0, height > 0, (0..<CInt(TJ_NUMCS)).contains(space) else {
            throw .damaged(.jpeg, reason: "its size or its kind of colors is missing")
        }
        return Header(size: PixelSize(width: Int(width), height: Int(height)), colorSpace: TJCS(UInt32(space)))
    }

    /// Decodes at one of TurboJPEG's scales, with four bytes per pixel.
    borrowing func decode(
        _ bytes: [UInt8], _ size: PixelSize, _ format: TJPF
    ) throws(CodecError) -> (pixels: [UInt8], isDamaged: Bool) {
        var code: CInt = 0
        let flags = CInt(TJFLAG_LIMITSCANS)
        let count = size.width * size.height * 4
        let pixels = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            code = bytes.withUnsafeBufferPointer {
                tjDecompress2(
                    handle, $0.baseAddress, CUnsignedLong($0.count), buffer.baseAddress, CInt(size.width),
                    CInt(size.width * 4), CInt(size.height), CInt(format.rawValue), flags)
            }
            filled = count
        }
        guard code != 0 else { return (pixels, false) }
        guard tjGetErrorCode(handle) == TJERR_WARNING.code else { throw failure }
        return (pixels, true)
    }

    private var failure: CodecError {
        .failure(.jpeg, reason: tjGetErrorStr2(handle).map { String(cString: $0) } ?? "unknown")
    }
}

extension TJERR {
    fileprivate var code: CInt { CInt(bitPattern: rawValue) }
}

/// Pixels of cyan, magenta, yellow and black.
enum CMYKPixels {
    /// Converts them to red, green, blue and alpha, as programs without color management do.
    ///
    /// - Parameter isInverted: whether 255 means no ink, as in Adobe's files.
    static func convert(_ pixels: inout [UInt8], isInverted: Bool) {
        let mask: UInt8 = isInverted ? 0 : 0xFF
        pixels.withUnsafeMutableBufferPointer { pixels in
            var offset = 0
            while offset + 3 < pixels.count {
                let light = UInt32(pixels[offset + 3] ^ mask)
                for channel in offset..<offset + 3 {
                    let product = UInt32(pixels[channel] ^ mask) * light + 128
                    pixels[channel] = UInt8(truncatingIfNeeded: (product + product >> 8) >> 8)
                }
                pixels[offset + 3] = 255
                offset += 4
            }
        }
    }
}
#endif
