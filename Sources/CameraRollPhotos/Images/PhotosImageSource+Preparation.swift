#if PhotosDouble
import PhotosDouble
#elseif canImport(Photos)
import Photos
#endif
#if PhotosDouble || canImport(Photos)
import CameraRoll
import Dispatch

extension PhotosImageSource {
    /// The limit of prepared images: with thousands, Photos froze for seconds, and deadlocked when they were stopped.
    var preparationLimit: Int { 500 }

    func prepare(_ requests: [AssetImageRequest]) {
        let objects = known.find(requests.map(\.asset))
        for (request, assets) in prepared.add(requests, objects) {
            withManager { manager in
                manager.startCachingImages(
                    for: assets, targetSize: request.photosSize(of: assets[0]), contentMode: request.photosContentMode,
                    options: request.photosOptions)
            }
        }
    }

    func release(_ requests: [AssetImageRequest]) {
        for (request, assets) in prepared.remove(requests) {
            withManager { manager in
                manager.stopCachingImages(
                    for: assets, targetSize: request.photosSize(of: assets[0]), contentMode: request.photosContentMode,
                    options: request.photosOptions)
            }
        }
    }

    /// Uses the image manager on its thread, in the order of the calls.
    private func withManager(_ body: @escaping @Sendable (PHCachingImageManager) -> Void) {
        switch thread {
        case .library: body(manager.base)
        case .main: DispatchQueue.main.async { [manager] in body(manager.base) }
        }
    }
}

/// The objects of the assets whose images Photos prepares; they are needed again to stop that.
///
/// It is used on the library executor only.
final class PreparedObjects: Sendable {
    /// Assets whose images are prepared by one call, and the request of one of them, whose options apply to all.
    typealias Group = (request: AssetImageRequest, assets: [PHAsset])

    private let objects = Lock<[AssetImageRequest: PHAsset]>([:])

    /// Keeps the objects of requests; requests without an object, of sounds, or whose sizes
    /// depend on their assets, are left out.
    func add(_ requests: [AssetImageRequest], _ found: [AssetID: PHAsset]) -> [Group] {
        let pairs = requests.compactMap { request -> (AssetImageRequest, PHAsset)? in
            guard let asset = found[request.asset], asset.mediaType != .audio, !request.isCropOfMaximum else {
                return nil
            }
            return (request, asset)
        }
        objects.withLock { objects in for (request, asset) in pairs { objects[request] = asset } }
        return Self.groups(pairs)
    }

    /// Removes the objects of requests, if they were kept.
    func remove(_ requests: [AssetImageRequest]) -> [Group] {
        let pairs = objects.withLock { objects in
            requests.compactMap { request in objects.removeValue(forKey: request).map { (request, $0) } }
        }
        return Self.groups(pairs)
    }

    private static func groups(_ pairs: [(request: AssetImageRequest, asset: PHAsset)]) -> [Group] {
        var groups: [Group] = []
        var places: [AssetImageRequest: Int] = [:]
        for (request, asset) in pairs {
            if let place = places[request.withoutAsset] {
                groups[place].assets.append(asset)
            } else {
                places[request.withoutAsset] = groups.count
                groups.append((request, [asset]))
            }
        }
        return groups
    }
}

extension AssetImageRequest {
    /// The request without the values that Photos does not receive; equal for images that one call can prepare.
    fileprivate var withoutAsset: AssetImageRequest {
        var request = self
        (request.asset, request.contentVersion, request.priority) = ("", 0, .prefetch)
        return request
    }
}
#endif
