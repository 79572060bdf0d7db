#if FolderLibrary || canImport(Darwin)
import CameraRoll

/// What decoding one picture may take; checked by the header, before anything is decoded.
package struct CodecLimits: Hashable, Sendable {
    /// The most bytes of a file that are taken into memory; 256 MiB by default.
    package var fileBytes = 256 << 20
    /// The most pixels that a picture may have; 250 million by default.
    package var pixels = 250_000_000
    /// The most bytes that decoding may take beside the file; 640 MiB by default, enough for 67 megapixels of HEIC.
    package var memory = 640 << 20

    /// The default limits.
    package init() {}

    /// Refuses a picture that takes too much.
    ///
    /// - Parameters:
    ///   - size: the whole picture's size in pixels.
    ///   - bytesPerPixel: what its codec takes in memory for each pixel of the whole picture.
    ///   - besides: what it takes beside that, in bytes.
    ///   - decoded: how many pixels come out of the codec, four bytes each.
    /// - Throws: `CodecError.tooManyPixels`, `.tooMuchMemory`.
    func check(
        _ size: PixelSize, bytesPerPixel: Int, besides: Int = 0, decoded: PixelSize? = nil
    ) throws(CodecError) {
        let (area, isOver) = size.width.multipliedReportingOverflow(by: size.height)
        guard !isOver, area <= pixels else { throw .tooManyPixels(size, limit: pixels) }
        let out = decoded ?? size
        let bytes = area * bytesPerPixel + besides + out.width * out.height * 4
        guard bytes <= memory else { throw .tooMuchMemory(size, bytes: bytes, limit: memory) }
    }

    /// Whether ``check(_:bytesPerPixel:besides:decoded:)`` lets a picture pass.
    func allow(_ size: PixelSize, bytesPerPixel: Int, besides: Int, decoded: PixelSize) -> Bool {
        do throws(CodecError) {
            try check(size, bytesPerPixel: bytesPerPixel, besides: besides, decoded: decoded)
            return true
        } catch {
            return false
        }
    }
}
#endif
