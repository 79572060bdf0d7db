#if FolderLibrary && os(Linux)
import CWebP
import CameraRoll

/// The chunks of a WebP file beside its picture.
enum WebPContainer {
    /// The ICC profile; nil if the file has no profile.
    static func profile(of bytes: [UInt8]) -> [UInt8]? {
        chunk("ICCP", of: bytes)
    }

    /// The content of the first chunk of a name; nil without such a chunk.
    static func chunk(_ name: String, of bytes: [UInt8]) -> [UInt8]? {
        bytes.withUnsafeBufferPointer { bytes in
            var data = WebPData(bytes: bytes.baseAddress, size: bytes.count)
            guard let demuxer = WebPDemux(&data) else { return nil }
            defer { WebPDemuxDelete(demuxer) }
            var chunk = WebPChunkIterator()
            guard WebPDemuxGetChunk(demuxer, name, 1, &chunk) != 0 else { return nil }
            defer { WebPDemuxReleaseChunkIterator(&chunk) }
            return Array(UnsafeBufferPointer(start: chunk.chunk.bytes, count: chunk.chunk.size))
        }
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
