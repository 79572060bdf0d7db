// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, UseSynthesizedInitializer

#if canImport(UIKit)
    public import Photos
    public import UIKit

    open class PHLivePhotoView: UIView { open var livePhoto: PHLivePhoto? }
#endif
