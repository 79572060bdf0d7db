/// What a library offers for original data: it is handed out behind the door, and read on a pool of threads of its
/// own.
///
/// All three functions may block. They are called on threads apart from the cooperative pool, and from those that
/// decode: so a download that does not end holds up neither a page nor a thumbnail.
public protocol ResourceSource: Sendable {
    /// The original files of an asset, the main one first.
    ///
    /// - Throws: `ImageError.library(.assetNotFound)` where there is no such asset, or why nothing could be read.
    func resources(of asset: AssetID) throws(ImageError) -> [AssetResource]

    /// Reads a resource from its first byte to its last.
    ///
    /// - Parameters:
    ///   - resource: one of those that ``resources(of:)`` gave.
    ///   - isNetworkAllowed: whether it may be downloaded; where it may not and must, `.networkRequired` is thrown.
    ///   - receiver: where the bytes go, in chunks of any length; what it throws is to be passed on at once.
    /// - Throws: `ImageError.networkRequired`, `.networkFailed`, what the receiver throws, or why it cannot be read.
    func read(
        _ resource: AssetResource, isNetworkAllowed: Bool, into receiver: ResourceReceiver
    ) throws(ImageError)

    /// Opens a resource to be read at positions, where that is possible without downloading it; nil otherwise.
    ///
    /// For readers that need little of it, such as that of metadata.
    ///
    /// - Throws: `ImageError.library(.assetNotFound)`, or why it cannot be opened.
    func open(_ resource: AssetResource) throws(ImageError) -> (any ByteSource)?
}

extension ResourceSource {
    /// No reads at positions: the resource is read from its start.
    public func open(_ resource: AssetResource) throws(ImageError) -> (any ByteSource)? { nil }
}

/// Where a resource's bytes go while it is read.
public struct ResourceReceiver: Sendable {
    let onProgress: @Sendable (Double) -> Void
    let onBytes: @Sendable (ArraySlice<UInt8>) throws(ImageError) -> Void

    /// A receiver that passes on whatever is read; for the image manager, and for checks of sources.
    package init(
        onProgress: @escaping @Sendable (Double) -> Void,
        onBytes: @escaping @Sendable (ArraySlice<UInt8>) throws(ImageError) -> Void
    ) {
        self.onProgress = onProgress
        self.onBytes = onBytes
    }

    /// How much of a download has come, 0 to 1; what goes back is passed over.
    public func progress(_ fraction: Double) {
        onProgress(fraction)
    }

    /// The next bytes.
    ///
    /// - Throws: `.cancelled` where nobody wants them any more, `.timedOut` where it was waited too long for them, and
    ///   `.tooManyBytes` where they are more than the caller takes.
    public func append(_ bytes: some Sequence<UInt8>) throws(ImageError) {
        try onBytes(ArraySlice(bytes))
    }
}
