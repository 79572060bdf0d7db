#if FolderLibrary || canImport(Darwin)
package import CameraRoll

/// The limits for decoding one picture, checked with its header before anything is decoded.
package struct CodecLimits: Hashable, Sendable {
    /// The maximum number of bytes of a file that are loaded into memory; 256 MiB by default.
    package var fileBytes = 256 << 20
    /// The maximum number of pixels of a picture; 250 million by default.
    package var pixels = 250_000_000
    /// The maximum memory for decoding in bytes, without the file; 640 MiB by default, enough for 67 megapixels of
    /// HEIC.
    package var memory = 640 << 20

    /// Creates the default limits.
    package init() {}

    /// Throws if a picture exceeds the limits.
    ///
    /// - Parameters:
    ///   - size: the whole picture's size in pixels.
    ///   - bytesPerPixel: the codec's memory for each pixel of the whole picture.
    ///   - besides: the codec's other memory, in bytes.
    ///   - decoded: the number of decoded pixels, four bytes each.
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

    /// Whether a picture is within the limits of ``check(_:bytesPerPixel:besides:decoded:)``.
    func allow(_ size: PixelSize, bytesPerPixel: Int, besides: Int, decoded: PixelSize) -> Bool {
        do throws(CodecError) {
            try check(size, bytesPerPixel: bytesPerPixel, besides: besides, decoded: decoded)
            return true
        } catch {
            return false
        }
    }
}

/// A check whether a decode is still wanted, which the decoder calls at intervals.
///
/// How soon a decode ends depends on where the codec can be interrupted. WebP is decoded in 32 parts of its file, and
/// the resampler stops between rows. TurboJPEG, libpng's simplified functions, libheif 1.15, WebP's animations and
/// ImageIO decode a picture in one call that cannot be interrupted: cancellation waits for that call, about 25 ms for a
/// JPEG of 12 megapixels and 275 ms for a HEIC; the limits on pixels and memory bound it.
package struct Cancellation: Sendable {
    package let isCancelled: @Sendable () -> Bool

    /// Creates a cancellation from a closure, which is called on the decoding thread.
    package init(_ isCancelled: @escaping @Sendable () -> Bool) {
        self.isCancelled = isCancelled
    }

    /// A cancellation that never occurs.
    package static let never = Cancellation { false }

    /// The cancellation of the current task; never canceled outside of a task.
    static let ofTask = Cancellation { Task.isCancelled }

    /// Throws if the decode is no longer wanted.
    ///
    /// - Throws: `CodecError.cancelled`.
    package func check() throws(CodecError) {
        if isCancelled() { throw .cancelled }
    }
}

extension ImageSink {
    /// The cancellation of the request that this sink answers.
    package var cancellation: Cancellation { Cancellation { isCancelled } }
}
#endif
