/// A place in the queue of an image with the lowest priority, left when it is released.
package final class HeldImageRequest: Sendable {
    private let images: CachingImageManager
    private let waiter: ImageWaiter
    private let key: ImageKey

    /// Takes the place at once; nil if the request is not possible.
    package init?(_ request: AssetImageRequest, at images: CachingImageManager) {
        var request = request
        request.priority = .background
        guard let waiter = try? images.open(request) else { return nil }
        self.images = images
        self.waiter = waiter
        key = request.key
        images.requests.join(waiter, request)
    }

    deinit {
        if !waiter.isOver { images.requests.leave(waiter, key: key) }
    }
}
