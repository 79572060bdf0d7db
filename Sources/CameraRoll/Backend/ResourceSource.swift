/// The source of a library's original data: obtained on the library executor, and read on its own thread pool.
///
/// All functions may block, but not the action of ``ResourceReceiver/onCancel(_:)``. They are called on threads other
/// than those of the cooperative pool and of the decode pool, so a download that hangs delays neither a page nor a
/// thumbnail.
public protocol ResourceSource: Sendable {
    /// The original files of an asset, the main one first.
    ///
    /// - Throws: `ImageError.library(.assetNotFound)` if the asset does not exist, or the reason why nothing could be
    ///   read.
    func resources(of asset: AssetID) throws(ImageError) -> [AssetResource]

    /// Reads a resource from its first byte to its last.
    ///
    /// - Parameters:
    ///   - resource: a resource returned by ``resources(of:)``.
    ///   - isNetworkAccessAllowed: whether it may be downloaded; if not, a resource that has to be downloaded fails
    ///     with `.networkRequired`.
    ///   - receiver: receives the bytes, in chunks of any length; an error that it throws must be rethrown at once.
    /// - Throws: `ImageError.networkRequired`, `.networkFailed`, the receiver's error, or the reason why the resource
    ///   cannot be read.
    func read(
        _ resource: AssetResource, isNetworkAccessAllowed: Bool, into receiver: ResourceReceiver
    ) throws(ImageError)

    /// Opens a resource for random access, if that is possible without downloading it; otherwise returns nil.
    ///
    /// For readers that need little of it, such as metadata readers.
    ///
    /// - Throws: `ImageError.library(.assetNotFound)`, or the reason why it cannot be opened.
    func open(_ resource: AssetResource) throws(ImageError) -> (any ByteSource)?

    /// Returns the original files of an asset, like ``resources(of:)``.
    ///
    /// - Parameters:
    ///   - asset: the asset.
    ///   - resolved: what the library returned for the asset on its executor.
    func resources(of asset: AssetID, resolved: (any Sendable)?) throws(ImageError) -> [AssetResource]

    /// Opens a resource for random access, like ``open(_:)``.
    ///
    /// - Parameters:
    ///   - resource: the resource.
    ///   - resolved: what the library returned for its asset on its executor.
    func open(_ resource: AssetResource, resolved: (any Sendable)?) throws(ImageError) -> (any ByteSource)?
}

/// Defaults for a source that needs identifiers only.
extension ResourceSource {
    /// Calls ``resources(of:)``.
    public func resources(of asset: AssetID, resolved: (any Sendable)?) throws(ImageError) -> [AssetResource] {
        try resources(of: asset)
    }

    /// Calls ``open(_:)``.
    public func open(_ resource: AssetResource, resolved: (any Sendable)?) throws(ImageError) -> (any ByteSource)? {
        try open(resource)
    }
}

extension ResourceSource {
    /// Returns nil: the resource is read from its start.
    public func open(_ resource: AssetResource) throws(ImageError) -> (any ByteSource)? { nil }
}

/// The receiver of a resource's bytes while it is read.
public struct ResourceReceiver: Sendable {
    /// What the library returned for the asset on its executor; nil if it returned nothing.
    ///
    /// See ``PhotoLibraryBackend/resolve(_:)-(AssetID)``.
    public package(set) var resolved: (any Sendable)?
    let onProgress: @Sendable (Double) -> Void
    let onBytes: @Sendable (ArraySlice<UInt8>) throws(ImageError) -> Void
    let setCancellation: @Sendable (@escaping @Sendable () -> Void) -> Void

    /// Creates a receiver that forwards everything, for the image manager and for tests of sources.
    ///
    /// - Parameter setCancellation: keeps the action for the end of the caller's wait.
    package init(
        onProgress: @escaping @Sendable (Double) -> Void,
        onBytes: @escaping @Sendable (ArraySlice<UInt8>) throws(ImageError) -> Void,
        setCancellation: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void = { _ in }
    ) {
        self.onProgress = onProgress
        self.onBytes = onBytes
        self.setCancellation = setCancellation
    }

    /// Calls an action when the caller no longer waits: it was canceled, timed out or lost the permission.
    ///
    /// A download that stalls delivers no bytes, so that ``append(_:)`` cannot throw; it is ended in this action, and
    /// its thread is free. The action is called at once if the caller no longer waits, at most once, and from any
    /// thread, even while the source returns: it must be harmless then. It must not block, since that may be the main
    /// thread or the library's. Only the last action is kept.
    public func onCancel(_ action: @escaping @Sendable () -> Void) {
        setCancellation(action)
    }

    /// Reports the fraction of a download that has arrived, 0 to 1; a smaller fraction than before is ignored.
    public func progress(_ fraction: Double) {
        onProgress(fraction)
    }

    /// Delivers the next bytes.
    ///
    /// - Throws: `.cancelled` if the caller no longer needs them, `.timedOut` if they came too late, and
    ///   `.tooManyBytes` if they are more than the caller accepts.
    public func append(_ bytes: some Sequence<UInt8>) throws(ImageError) {
        try onBytes(ArraySlice(bytes))
    }
}
