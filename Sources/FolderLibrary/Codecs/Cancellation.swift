#if FolderLibrary || canImport(Darwin)
import CameraRoll

/// A check whether a decode is still wanted, called by the decoder at intervals.
///
/// How soon a decode ends depends on where the codec can be interrupted. WebP is decoded in 32 parts of its file,
/// and the resampler stops between rows. TurboJPEG, libpng's simplified functions, libheif 1.15, WebP's animations
/// and ImageIO decode a picture in one call that cannot be interrupted: cancellation waits for that call, some 25
/// ms for a JPEG of 12 megapixels, 275 ms for a HEIC; the limits on pixels and memory bound it.
package struct Cancellation: Sendable {
    let isCancelled: @Sendable () -> Bool

    /// Creates a cancellation from a closure, which is called on the decoding thread.
    package init(_ isCancelled: @escaping @Sendable () -> Bool) {
        self.isCancelled = isCancelled
    }

    /// A cancellation that never occurs.
    package static let never = Cancellation { false }

    /// The cancellation of the current task; never cancelled outside of a task.
    static let ofTask = Cancellation { Task.isCancelled }

    /// Throws if the decode is no longer wanted.
    ///
    /// - Throws: `CodecError.cancelled`.
    func check() throws(CodecError) {
        if isCancelled() { throw .cancelled }
    }
}

extension ImageSink {
    /// The cancellation of the request that this sink answers.
    var cancellation: Cancellation { Cancellation { isCancelled } }
}
#endif
