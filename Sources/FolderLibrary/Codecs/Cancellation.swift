#if FolderLibrary || canImport(Darwin)
import CameraRoll

/// Whether a decode is still wanted, to be asked from time to time by whoever decodes.
///
/// What it ends, and how soon, is what the codecs can be interrupted in. WebP is decoded in 32 parts of its file, and
/// the resampler stops between rows. TurboJPEG, libpng's simplified functions, libheif 1.15, WebP's animations and
/// ImageIO decode a picture in one call that cannot be ended: cancellation waits for that call, some 25 ms for a JPEG
/// of 12 megapixels, 275 ms for a HEIC; the limits on pixels and memory bound it.
package struct Cancellation: Sendable {
    let isCancelled: @Sendable () -> Bool

    /// A cancellation that a closure tells of; it is called on the thread that decodes.
    package init(_ isCancelled: @escaping @Sendable () -> Bool) {
        self.isCancelled = isCancelled
    }

    /// The one that never comes.
    package static let never = Cancellation { false }

    /// That of the task that the caller runs in; never where it runs in none.
    static let ofTask = Cancellation { Task.isCancelled }

    /// Ends what is not wanted any more.
    ///
    /// - Throws: `CodecError.cancelled`.
    func check() throws(CodecError) {
        if isCancelled() { throw .cancelled }
    }
}

extension ImageSink {
    /// That of the request whose answers go here.
    var cancellation: Cancellation { Cancellation { isCancelled } }
}
#endif
