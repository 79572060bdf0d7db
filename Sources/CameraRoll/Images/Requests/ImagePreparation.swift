/// Tells a library's image source which images to prepare, and which to release: those that prefetching loads.
///
/// A source whose library has caches of its own, as Photos has, fills them for images whose requests still wait for
/// their turn. Starting and stopping only note the images here, on any thread; turns of the library executor tell the
/// source, a slice at a time. An image that is started and stopped again in between is never mentioned.
///
/// For each image, the calls to the source alternate: prepare, release, prepare again. All images are released, at the
/// latest, before the library is.
final class ImagePreparation: Sendable {
    private let access: LibraryAccess
    private let prepared = PreparedImages()

    init(access: LibraryAccess) {
        self.access = access
    }

    deinit {
        // A turn that is posted releases one slice only: it does not keep this object.
        _ = prepared.stopAll()
        guard prepared.hasSource else { return }
        access.post("release prepared images", lane: .utility) { [prepared] _ in prepared.releaseAll() }
    }

    /// Sets the number of images that the source prepares at a time; 0 for a source that prepares none.
    func setLimit(_ limit: Int) {
        if prepared.change({ $0.setLimit(limit) }) { post() }
    }

    /// Notes images that are not in the cache, to be prepared as the requests that load them into it; returns true if a
    /// turn must be posted.
    func start(_ requests: [AssetImageRequest]) -> Bool {
        prepared.change { state in for request in requests { state.start(request.forCaching) } }
    }

    /// Drops an image that is in the cache now, unless it is prepared already.
    func drop(_ key: ImageKey) {
        if prepared.change({ $0.drop(key) }) { post() }
    }

    /// Releases images, if they are prepared.
    func stop(_ keys: some Sequence<ImageKey>) {
        if prepared.change({ state in for key in keys { state.stop(key) } }) { post() }
    }

    /// Releases all images.
    func stopAll() {
        if prepared.stopAll() { post() }
    }

    func post() {
        // If the access is closed, all images are released with the library.
        _ = access.postIfOpen("prepare images", lane: .utility) { [weak self, prepared] libraryState in
            if prepared.advance(libraryState, onRelease: { [weak self] in self?.post() }) { self?.post() }
        }
    }
}

/// The images at the source, retained by the library's state until the library is released.
private final class PreparedImages: Sendable {
    private struct Contents {
        var state = PreparationState()
        /// The source that was notified of images; nil before that, and after its library was released.
        var source: (any ImageSource)?
        /// Releases the images before the library is released.
        var release: ObserverList<Void>.Observation?
        var isPosted = false
    }

    /// The number of images mentioned in one turn.
    private static let slice = 64

    private let contents = Lock(Contents())

    /// Changes the images; returns true if a turn must be posted.
    func change(_ body: (inout PreparationState) -> Void) -> Bool {
        contents.withLock { contents in
            body(&contents.state)
            guard contents.state.hasWork, !contents.isPosted else { return false }
            contents.isPosted = true
            return true
        }
    }

    func stopAll() -> Bool { change { $0.stopAll() } }

    /// Whether a source was told of images, and its library has not been released.
    var hasSource: Bool { contents.withLock { $0.source != nil } }

    /// Notifies the source of some images; returns true if another turn must be posted.
    ///
    /// - Parameter onRelease: called when the library was released, and a turn must be posted for images that wait.
    func advance(_ libraryState: isolated LibraryState, onRelease: @escaping @Sendable () -> Void) -> Bool {
        // Even without permission, which may have been withdrawn since they were prepared.
        let (source, released) = contents.withLock { ($0.source, $0.state.takeReleased(Self.slice)) }
        if !released.isEmpty { source?.release(released) }
        if contents.withLock({ $0.state.canPrepare }) { prepare(libraryState, onRelease) }
        return contents.withLock { contents in
            contents.isPosted = contents.state.hasWork
            return contents.isPosted
        }
    }

    private func prepare(_ libraryState: isolated LibraryState, _ onRelease: @escaping @Sendable () -> Void) {
        // First: opening the library may release the earlier one, and all of its images.
        guard let library = try? libraryState.openLibrary(), let found = try? library.imageSource() else {
            // Prefetching them fails too.
            return contents.withLock { $0.state.dropWanted() }
        }
        let (source, isFirst, requests) = contents.withLock { contents in
            let requests = contents.state.takeWanted(Self.slice)
            let isFirst = contents.source == nil
            let source = contents.source ?? found
            if !requests.isEmpty { contents.source = source }
            return (source, isFirst, requests)
        }
        guard !requests.isEmpty else { return }
        if isFirst {
            let release = libraryState.releases.add { _ in
                self.releaseAll()
                if self.change({ _ in }) { onRelease() }
            }
            contents.withLock { $0.release = release }
        }
        source.prepare(requests)
    }

    /// Releases all images at once, on the executor.
    func releaseAll() {
        let (source, released, release) = contents.withLock { contents in
            (contents.source.take(), contents.state.takePrepared(), contents.release.take())
        }
        if !released.isEmpty { source?.release(released) }
        withExtendedLifetime(release) {}
    }
}

/// The images that a source has prepared, and those of which it must be notified: a pure value.
struct PreparationState {
    /// Requests in order, one for each image.
    private typealias Queue = KeyedQueue<ImageKey, AssetImageRequest>

    /// Nil before the source is known.
    private var limit: Int?
    /// The images that the source has prepared, or is told to prepare right now.
    private var prepared = Queue()
    /// The images to prepare.
    private var wanted = Queue()
    /// Those of the prepared images that must be released.
    private var unwanted = Queue()

    /// The number of prepared images.
    var count: Int { prepared.count }
    /// The number of images for which storage is allocated.
    var capacity: Int { prepared.capacity + wanted.capacity + unwanted.capacity }
    /// Whether there is an image to prepare, and room for it.
    ///
    /// Images are prepared after all releases, one of which may be of the same image.
    var canPrepare: Bool { unwanted.count == 0 && prepared.count < limit ?? 0 && wanted.count > 0 }
    /// Whether the source must be told of an image.
    var hasWork: Bool { unwanted.count > 0 || canPrepare }

    mutating func setLimit(_ limit: Int) {
        self.limit = limit
        if limit < 1 { wanted = Queue() }
    }

    mutating func start(_ request: AssetImageRequest) {
        let key = request.key
        wanted.remove(key)
        if let known = prepared[key] {
            unwanted.remove(key)
            if known == request { return }
            // The same image by other means.
            unwanted.set(known, for: key)
        }
        if limit != 0 { wanted.set(request, for: key) }
    }

    mutating func stop(_ key: ImageKey) {
        wanted.remove(key)
        if let request = prepared[key] { unwanted.set(request, for: key) }
    }

    mutating func stopAll() {
        wanted = Queue()
        for request in prepared.inOrder { unwanted.set(request, for: request.key) }
    }

    /// Drops an image if it is not prepared yet.
    mutating func drop(_ key: ImageKey) {
        wanted.remove(key)
    }

    /// Drops all images that are not prepared yet.
    mutating func dropWanted() {
        wanted = Queue()
    }

    /// Takes the next images to release.
    mutating func takeReleased(_ most: Int) -> [AssetImageRequest] {
        var requests: [AssetImageRequest] = []
        while requests.count < most, let (key, request) = unwanted.popFirst() {
            prepared.remove(key)
            requests.append(request)
        }
        return requests
    }

    /// Takes the next images to prepare, as far as the limit allows.
    mutating func takeWanted(_ most: Int) -> [AssetImageRequest] {
        var requests: [AssetImageRequest] = []
        while requests.count < most, canPrepare, let (key, request) = wanted.popFirst() {
            prepared.set(request, for: key)
            requests.append(request)
        }
        return requests
    }

    /// Takes all prepared images, to release them at once.
    mutating func takePrepared() -> [AssetImageRequest] {
        defer { (prepared, unwanted) = (Queue(), Queue()) }
        return prepared.inOrder
    }
}
