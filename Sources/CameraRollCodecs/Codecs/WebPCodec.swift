#if FolderLibrary && os(Linux)
import CameraRollCWebP
import CameraRoll

/// Decodes WebP with libwebp, scaled during decoding; of an animation, the first picture.
struct WebPCodec: ImageCodec {
    func header(of file: PictureFile) throws(CodecError) -> PictureHeader {
        let features = try features(of: file)
        return PictureHeader(
            size: PixelSize(width: Int(features.width), height: Int(features.height)),
            orientation: file.metadata.orientation, hasAlpha: features.has_alpha != 0,
            isAnimated: features.has_animation != 0)
    }

    private func features(of file: PictureFile) throws(CodecError) -> WebPBitstreamFeatures {
        var features = WebPBitstreamFeatures()
        let status = file.bytes.withUnsafeBufferPointer { WebPGetFeatures($0.baseAddress, $0.count, &features) }
        guard status == VP8_STATUS_OK, features.width > 0, features.height > 0 else {
            throw status.failure
        }
        return features
    }

    func decode(
        _ file: PictureFile, covering target: PixelSize, within limits: CodecLimits, unless cancellation: Cancellation
    ) throws(CodecError) -> DecodedPixels {
        let features = try features(of: file)
        let whole = PixelSize(width: Int(features.width), height: Int(features.height))
        let size = features.has_animation != 0 ? whole : Self.scaled(whole, covering: target)
        // Lossless pictures are decoded as a whole, animations twice; lossy ones row by row, except their alpha.
        let isLossy = features.format == 1 && features.has_animation == 0
        try limits.check(whole, bytesPerPixel: isLossy ? 1 : features.has_animation != 0 ? 12 : 4, decoded: size)
        var pixels =
            features.has_animation != 0
            ? try WebPAnimation.firstPicture(of: file, whole)
            : try Self.decode(file, size, isScaled: size != whole, unless: cancellation)
        pixels.profile = ColorProfile.usable(WebPContainer.profile(of: file.bytes))
        return pixels
    }

    /// The factor by which the decoded picture must be larger than the image.
    ///
    /// libwebp scales by averaging, and a better filter does the rest. With 2, the worst of 41 images of photos had
    /// 42.6 dB; with 2.5, all have more than 45, for about 3 % more time.
    private static let margin = 2.5

    static func scaled(_ size: PixelSize, covering target: PixelSize) -> PixelSize {
        let share = max(Double(target.width) / Double(size.width), Double(target.height) / Double(size.height))
        let factor = share * margin
        guard factor < 1 else { return size }
        return PixelSize(
            width: max(1, Int((Double(size.width) * factor).rounded(.up))),
            height: max(1, Int((Double(size.height) * factor).rounded(.up))))
    }

    /// Decodes as much as possible: rows follow the data, so that the rows of a truncated file can be shown.
    private static func decode(
        _ file: PictureFile, _ size: PixelSize, isScaled: Bool, unless cancellation: Cancellation
    ) throws(CodecError) -> DecodedPixels {
        var pixels = DecodedPixels(size: size, bytes: [UInt8](repeating: 0, count: size.width * size.height * 4))
        let status = try pixels.bytes.withUnsafeMutableBufferPointer { target throws(CodecError) in
            try decode(file.bytes, into: target, size, isScaled: isScaled, unless: cancellation)
        }
        guard status != VP8_STATUS_OK else { return pixels }
        guard pixels.hasContent else { throw status.failure }
        pixels.isDamaged = true
        return pixels
    }

    private static func decode(
        _ bytes: [UInt8], into target: UnsafeMutableBufferPointer<UInt8>, _ size: PixelSize, isScaled: Bool,
        unless cancellation: Cancellation
    ) throws(CodecError) -> VP8StatusCode {
        var config = WebPDecoderConfig()
        guard WebPInitDecoderConfig(&config) != 0 else { return VP8_STATUS_INVALID_PARAM }
        config.output.colorspace = MODE_rgbA
        config.output.is_external_memory = 1
        config.output.u.RGBA = WebPRGBABuffer(
            rgba: target.baseAddress, stride: CInt(size.width * 4), size: target.count)
        config.options.use_scaling = isScaled ? 1 : 0
        config.options.scaled_width = CInt(size.width)
        config.options.scaled_height = CInt(size.height)
        // The decoder references the configuration until it is freed.
        return try withUnsafeMutablePointer(to: &config) { config throws(CodecError) in
            guard let decoder = WebPIDecode(nil, 0, config) else { return VP8_STATUS_OUT_OF_MEMORY }
            defer { WebPIDelete(decoder) }
            return try feed(bytes, to: decoder, unless: cancellation)
        }
    }

    /// The number of cancellation points of a decode; more of them would make it slower.
    private static let parts = 32

    /// Passes growing parts of the file to the decoder.
    private static func feed(
        _ bytes: [UInt8], to decoder: OpaquePointer, unless cancellation: Cancellation
    ) throws(CodecError) -> VP8StatusCode {
        try bytes.withUnsafeBufferPointer { bytes throws(CodecError) in
            var status = VP8_STATUS_SUSPENDED
            for part in 1...parts where status == VP8_STATUS_SUSPENDED {
                try cancellation.check()
                status = WebPIUpdate(decoder, bytes.baseAddress, bytes.count * part / parts)
            }
            return status
        }
    }
}

extension VP8StatusCode {
    fileprivate var failure: CodecError {
        self == VP8_STATUS_OUT_OF_MEMORY ? .unavailable(.webP, reason: text) : .damaged(.webP, reason: text)
    }

    private var text: String {
        switch self {
        case VP8_STATUS_OUT_OF_MEMORY: "there is no memory for it"
        case VP8_STATUS_UNSUPPORTED_FEATURE: "it has a feature that libwebp does not know"
        case VP8_STATUS_SUSPENDED, VP8_STATUS_NOT_ENOUGH_DATA: "it is cut short"
        default: "its bit stream is damaged"
        }
    }
}

/// The chunks of a WebP file other than its picture.
enum WebPContainer {
    /// The ICC profile, even if the file is truncated after it; nil if the file's features lack one.
    static func profile(of bytes: [UInt8]) -> [UInt8]? {
        guard let features = chunk(WebPChunk.extended, of: bytes)?.first, features & 0x20 != 0 else { return nil }
        return chunk(WebPChunk.profile, of: bytes)
    }

    /// The content of the first chunk of a type; nil if there is none, or it is truncated.
    static func chunk(_ type: Int, of bytes: [UInt8]) -> [UInt8]? {
        var chunks = WebPChunks(ByteReader(bytes))
        while let chunk = try? chunks.next(), chunk.isWhole {
            if chunk.type == type { return Array(bytes[chunk.data]) }
        }
        return nil
    }
}

/// The pictures of an animated WebP file.
enum WebPAnimation {
    /// The first picture, on the animation's canvas.
    static func firstPicture(of file: PictureFile, _ size: PixelSize) throws(CodecError) -> DecodedPixels {
        let pixels = file.bytes.withUnsafeBufferPointer { bytes in
            var data = WebPData(bytes: bytes.baseAddress, size: bytes.count)
            return firstPicture(of: &data, byteCount: size.width * size.height * 4)
        }
        guard let pixels else { throw file.damaged("the first picture of its animation is damaged") }
        return DecodedPixels(size: size, bytes: pixels)
    }

    private static func firstPicture(of data: inout WebPData, byteCount: Int) -> [UInt8]? {
        var options = WebPAnimDecoderOptions()
        guard WebPAnimDecoderOptionsInit(&options) != 0 else { return nil }
        options.color_mode = MODE_rgbA
        guard let decoder = WebPAnimDecoderNew(&data, &options) else { return nil }
        defer { WebPAnimDecoderDelete(decoder) }
        var info = WebPAnimInfo()
        var canvas: UnsafeMutablePointer<UInt8>?
        var time: CInt = 0
        guard WebPAnimDecoderGetInfo(decoder, &info) != 0,
            Int(info.canvas_width) * Int(info.canvas_height) * 4 == byteCount,
            WebPAnimDecoderGetNext(decoder, &canvas, &time) != 0, let canvas
        else { return nil }
        return Array(UnsafeBufferPointer(start: canvas, count: byteCount))
    }
}
#endif
