#if !PhotosDouble && canImport(Photos) && (os(iOS) || os(visionOS))
import Photos
import PhotosUI
public import UIKit
#endif
#if PhotosDouble || canImport(Photos)
public import CameraRoll

/// How the user's photo library is accessed.
public struct PhotosConfiguration: Sendable {
    /// Where Photos' image manager is called.
    public enum ImageManagerThread: Hashable, Sendable, CaseIterable {
        /// On the library executor, the only thread that uses Photos.
        case library
        /// On the main thread; for apps that observe crashes of Photos' image manager on other threads.
        case main
    }

    /// Where Photos' image manager is called; on the library executor by default.
    public var imageManagerThread = ImageManagerThread.library
    /// Presents the picker in which the user selects more assets, and returns the newly selected ones.
    ///
    /// If nil, `LimitedAccess.offers` has no picker, and `MediaManager.presentLimitedPicker()` shows none. On iOS and
    /// visionOS `presentLimitedPicker(from:)` sets this to Photos' own picker.
    public var limitedPicker: (@MainActor @Sendable () async -> [AssetID])?

    /// Creates the default configuration.
    public init() {}
}
#endif

#if !PhotosDouble && canImport(Photos) && (os(iOS) || os(visionOS))
extension PhotosConfiguration {
    /// Lets `MediaManager.presentLimitedPicker()` show the system's picker.
    ///
    /// ```swift
    /// var configuration = PhotosConfiguration()
    /// configuration.presentLimitedPicker { window.rootViewController }
    /// ```
    ///
    /// - Parameter controller: returns the view controller that presents the picker; if nil, no picker is shown.
    public mutating func presentLimitedPicker(from controller: @escaping @MainActor @Sendable () -> UIViewController?) {
        limitedPicker = {
            guard let controller = controller() else { return [] }
            let selected = await PHPhotoLibrary.shared().presentLimitedLibraryPicker(from: controller)
            return selected.map { AssetID($0) }
        }
    }
}
#endif
