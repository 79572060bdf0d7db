#if PhotosDouble
import PhotosDouble
#elseif canImport(Photos)
import Photos
#endif
#if PhotosDouble || canImport(Photos)
import CameraRoll
import Foundation

/// Whether the photo library is there, which a fetch does not tell: of a library that is away, Photos finds nothing.
///
/// A library on a volume goes away when the volume is ejected, or when the user chooses another library. Its objects
/// and fetch results are of no use then, even after it is back, so that it is released: upon Photos' notification, or
/// by the first read that finds it away.
final class PhotosAvailability: NSObject, PHPhotoLibraryAvailabilityObserver, Sendable {
    private let library: PHPhotoLibrary
    private let signal: ChangeSignal
    private let isObserving = Lock(false)

    /// - Parameter signal: releases the library when it went away.
    init(of library: PHPhotoLibrary, _ signal: ChangeSignal) {
        self.library = library
        self.signal = signal
        super.init()
    }

    /// Runs a read, and throws if the library is away before or after it, or may not be read any more.
    func read<Value>(_ body: () throws(LibraryError) -> Value) throws(LibraryError) -> Value {
        try checkForReading()
        let result = Result { () throws(LibraryError) in try body() }
        // What it found or missed says nothing about a library that is away, or from which Photos shows nothing.
        try check()
        let status = AuthorizationStatus.ofPhotos
        guard status.allowsReading else { throw .notAuthorized(status) }
        return try result.get()
    }

    /// Throws if the library is away; observes it from the first read on, for which the app has permission.
    func checkForReading() throws(LibraryError) {
        let isFirst = isObserving.withLock { isObserving in
            defer { isObserving = true }
            return !isObserving
        }
        // Before the check: a departure in between is then noticed twice, and never missed.
        if isFirst { library.register(self as any PHPhotoLibraryAvailabilityObserver) }
        try check()
    }

    /// Throws if the library is away.
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
