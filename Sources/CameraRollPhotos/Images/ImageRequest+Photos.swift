#if PhotosDouble
import PhotosDouble
#elseif canImport(Photos)
import Photos
#endif
#if PhotosDouble || canImport(Photos)
import CameraRoll
import Foundation

extension AssetImageRequest {
    /// Whether the size depends on the asset: Photos ignores the resize mode of its maximum size, and a crop needs the
    /// exact one.
    var isCropOfMaximum: Bool { size == .maximum && crop != nil }

    /// The size to request from Photos, in pixels.
    func photosSize(of asset: PHAsset) -> CGSize {
        switch (size, crop) {
        case (.pixels(let size), _): return CGSize(width: size.width, height: size.height)
        case (.maximum, nil): return PHImageManagerMaximumSize
        case (.maximum, let crop?):
            let (width, height) = (Double(asset.pixelWidth) * crop.width, Double(asset.pixelHeight) * crop.height)
            return CGSize(width: max(width.rounded(), 1), height: max(height.rounded(), 1))
        }
    }

    /// The content mode to request from Photos, whose default belongs to the maximum size.
    var photosContentMode: PHImageContentMode { size == .maximum ? .default : contentMode.photosMode }

    /// The options of the request, and of preparing its image: Photos uses a prepared image only if they match.
    var photosOptions: PHImageRequestOptions {
        let options = PHImageRequestOptions()
        options.version = version.photosVersion
        options.deliveryMode = deliveryMode.photosMode
        options.resizeMode = resizeMode.photosMode
        if let crop {
            options.normalizedCropRect = CGRect(x: crop.x, y: crop.y, width: crop.width, height: crop.height)
        }
        options.isNetworkAccessAllowed = isNetworkAccessAllowed
        return options
    }

    /// The options of the request, with a progress handler.
    ///
    /// - Parameter sink: the receiver of the progress.
    func photosOptions(for sink: ImageSink) -> PHImageRequestOptions {
        let options = photosOptions
        // Called on a queue that belongs to Photos.
        options.progressHandler = { @Sendable fraction, _, stop, _ in
            sink.progress(min(max(fraction, 0), 1))
            if sink.isCancelled { stop.pointee = true }
        }
        return options
    }
}

extension ImageVersion {
    fileprivate var photosVersion: PHImageRequestOptionsVersion {
        switch self {
        case .current: .current
        case .unadjusted: .unadjusted
        case .original: .original
        }
    }
}

extension ImageDeliveryMode {
    /// The mode of requests for images and Live Photos.
    var photosMode: PHImageRequestOptionsDeliveryMode {
        switch self {
        case .opportunistic: .opportunistic
        case .highQuality: .highQualityFormat
        case .fast: .fastFormat
        }
    }
}

extension ImageResizeMode {
    fileprivate var photosMode: PHImageRequestOptionsResizeMode {
        switch self {
        case .fast: .fast
        case .exact: .exact
        case .none: .none
        }
    }
}

extension ImageContentMode {
    /// The mode of requests for images and Live Photos.
    var photosMode: PHImageContentMode {
        switch self {
        case .fit: .aspectFit
        case .fill: .aspectFill
        }
    }
}
#endif
