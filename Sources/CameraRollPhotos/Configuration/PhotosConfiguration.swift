#if !PhotosDouble && canImport(Photos) && (os(iOS) || os(visionOS))
import Photos
import PhotosUI
public import UIKit
#endif
#if PhotosDouble || canImport(Photos)
public import CameraRoll

/// The configuration of access to the user's photo library.
public struct PhotosConfiguration: Sendable {
    /// The thread on which Photos' image manager is called.
    public enum ImageManagerThread: Hashable, Sendable, CaseIterable {
        /// On the library executor, the only thread that uses Photos.
        case library
        /// On the main thread, for apps in which Photos' image manager crashes on other threads.
        case main
    }

    /// The thread on which Photos' image manager is called; the library executor's by default.
    public var imageManagerThread = ImageManagerThread.library
    /// Presents the picker in which the user selects more assets, and returns the newly selected ones.
    ///
    /// If nil, `LimitedAccess.offers` has no picker, and `MediaManager.presentLimitedPicker()` shows none. On iOS and
    /// visionOS, `presentLimitedPicker(from:)` sets this to Photos' own picker.
    public var limitedPicker: (@MainActor @Sendable () async -> [AssetID])?

    /// Creates the default configuration.
    public init() {}
}
#endif

#if !PhotosDouble && canImport(Photos) && (os(iOS) || os(visionOS))
extension PhotosConfiguration {
    /// Makes `MediaManager.presentLimitedPicker()` show the system's picker.
    ///
    /// ```swift
    /// var configuration = PhotosConfiguration()
    /// configuration.presentLimitedPicker { [weak window] in window?.rootViewController }
    /// ```
    ///
    /// If the view controller presents another one, the picker is shown above that. No picker is shown if there is no
    /// view controller, or if it is not in a window or about to be dismissed, since Photos would never answer.
    ///
    /// - Parameter controller: returns the view controller that presents the picker; nil for none.
    public mutating func presentLimitedPicker(from controller: @escaping @MainActor @Sendable () -> UIViewController?) {
        limitedPicker = {
            guard let controller = controller()?.presenter else { return [] }
            let selected = await PHPhotoLibrary.shared().presentLimitedLibraryPicker(from: controller)
            return selected.map { AssetID($0) }
        }
    }
}

extension UIViewController {
    /// The view controller above this one that can present another; nil if none can now.
    fileprivate var presenter: UIViewController? {
        var top = self
        while let presented = top.presentedViewController { top = presented }
        return top.viewIfLoaded?.window == nil || top.isBeingDismissed ? nil : top
    }
}
#endif
