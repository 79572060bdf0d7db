import CameraRoll
import Foundation

/// An image cache to be measured.
protocol BenchCache: Sendable {
    func image(for key: ImageKey) -> DecodedImage?
    func insert(_ image: DecodedImage, for key: ImageKey)
}

extension AssetImageCache: BenchCache {}

/// An LRU cache with a lock.
final class LRUCache: BenchCache {
    private let list: Lock<LRUList<ImageKey, DecodedImage>>

    init(bytes: Int) {
        list = Lock(LRUList(limit: bytes))
    }

    func image(for key: ImageKey) -> DecodedImage? {
        list.withLock { $0.value(for: key) }
    }

    func insert(_ image: DecodedImage, for key: ImageKey) {
        list.withLock { $0.insert(image, for: key, cost: image.cost) }
    }
}

/// Foundation's cache.
final class FoundationCache: BenchCache, @unchecked Sendable {  // `NSCache` may be used from any thread.
    private final class Key: NSObject {
        private let key: ImageKey

        init(_ key: ImageKey) {
            self.key = key
        }

        override var hash: Int { key.hashValue }
        override func isEqual(_ object: Any?) -> Bool { (object as? Key)?.key == key }
    }

    private final class Box {
        let image: DecodedImage

        init(_ image: DecodedImage) {
            self.image = image
        }
    }

    private let cache = NSCache<Key, Box>()

    init(bytes: Int) {
        cache.totalCostLimit = bytes
    }

    func image(for key: ImageKey) -> DecodedImage? {
        cache.object(forKey: Key(key))?.image
    }

    func insert(_ image: DecodedImage, for key: ImageKey) {
        cache.setObject(Box(image), forKey: Key(key), cost: image.cost)
    }
}
