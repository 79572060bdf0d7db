#if PhotosDouble
import PhotosDouble
#elseif canImport(Photos)
import Photos
#endif
#if PhotosDouble || canImport(Photos)
import CameraRoll
import Foundation

/// Whether the photo library is available, which a fetch does not show: in an unavailable one, Photos finds nothing.
///
/// A library on a volume becomes unavailable when the volume is ejected, or when the user chooses another library. Its
/// objects and fetch results are then useless, even after it is back, so the library is released: when Photos notifies
/// it, or by the first read that finds it unavailable.
final class PhotosAvailability: NSObject, PHPhotoLibraryAvailabilityObserver, Sendable {
    private let library: PHPhotoLibrary
    private let signal: ChangeSignal
    let permission: PhotosPermission
    private let isObserving = Lock(false)

    /// - Parameter signal: releases the library when it becomes unavailable.
    init(of library: PHPhotoLibrary, _ permission: PhotosPermission, _ signal: ChangeSignal) {
        self.library = library
        self.permission = permission
        self.signal = signal
        super.init()
    }

    /// Runs a read, and throws if the library is unavailable before or after it, or may no longer be read.
    func read<Value>(_ body: () throws(LibraryError) -> Value) throws(LibraryError) -> Value {
        try checkForReading()
        let result = Result { () throws(LibraryError) in try body() }
        // Checked again: an unavailable library reads as empty, without an error, and so does one that may not be read.
        try check()
        let status = permission.read()
        guard status.allowsReading else { throw .notAuthorized(status) }
        return try result.get()
    }

    /// Throws if the library is unavailable; observes it from the first read on, for which the app has permission.
    func checkForReading() throws(LibraryError) {
        let isFirst = isObserving.withLock { isObserving in
            defer { isObserving = true }
            return !isObserving
        }
        // Before the check: the library becoming unavailable in between is then noticed twice rather than missed.
        if isFirst { library.register(self as any PHPhotoLibraryAvailabilityObserver) }
        try check()
    }

    /// Throws if the library is unavailable.
    func check() throws(LibraryError) {
        guard let reason = library.unavailabilityReason else { return }
        signal.libraryWentAway()
        throw LibraryError(photos: reason, in: "open library")
    }

    /// Stops observing the library.
    func end() {
        let wasObserving = isObserving.withLock { $0 }
        if wasObserving { library.unregisterAvailabilityObserver(self) }
    }

    /// Called on a queue of Photos.
    func photoLibraryDidBecomeUnavailable(_ photoLibrary: PHPhotoLibrary) {
        signal.libraryWentAway()
    }
}
#endif
