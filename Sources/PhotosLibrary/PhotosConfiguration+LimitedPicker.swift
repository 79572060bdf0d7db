#if !PhotosDouble && canImport(Photos) && (os(iOS) || os(visionOS))
import CameraRoll
import Photos
import PhotosUI
public import UIKit

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
