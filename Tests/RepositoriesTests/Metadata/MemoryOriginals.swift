import CameraRoll

/// Originals in memory: delivered in chunks, or opened for random access; counts the bytes taken.
final class MemoryOriginals: ResourceSource {
    private let files: [AssetID: [UInt8]]
    private let isOpen: Bool
    private let chunk: Int
    private let knowsLength: Bool
    private let taken = Lock<[AssetID: Int]>([:])
    private let onPositionedRead: @Sendable (Int) -> Void
    private let onRead: @Sendable (AssetID) throws(ImageError) -> Void

    init(
        _ files: [AssetID: [UInt8]], isOpen: Bool = false, chunk: Int = 64 << 10, knowsLength: Bool = true,
        onRead: @escaping @Sendable (AssetID) throws(ImageError) -> Void = { _ in },
        onPositionedRead: @escaping @Sendable (Int) -> Void = { _ in }
    ) {
        self.files = files
        self.isOpen = isOpen
        self.chunk = chunk
        self.knowsLength = knowsLength
        self.onPositionedRead = onPositionedRead
        self.onRead = onRead
    }

    /// The number of bytes of an asset that were delivered in chunks.
    func taken(of asset: AssetID) -> Int {
        taken.withLock { $0[asset] ?? 0 }
    }

    func resources(of asset: AssetID) throws(ImageError) -> [AssetResource] {
        guard let file = files[asset] else { return [] }
        let count = knowsLength ? file.count : nil
        return [AssetResource(asset: asset, kind: .photo, typeIdentifier: "public.data", byteCount: count)]
    }

    func read(_ resource: AssetResource, isNetworkAccessAllowed: Bool, into receiver: ResourceReceiver)
        throws(ImageError)
    {
        try onRead(resource.asset)
        var rest = (files[resource.asset] ?? [])[...]
        while !rest.isEmpty {
            let part = rest.prefix(chunk)
            taken.withLock { $0[resource.asset, default: 0] += part.count }
            try receiver.append(part)
            rest = rest.dropFirst(part.count)
        }
    }

    func open(_ resource: AssetResource) throws(ImageError) -> (any ByteSource)? {
        guard isOpen else { return nil }
        try onRead(resource.asset)
        return files[resource.asset].map { PositionedBytes(bytes: MemoryBytes($0), onRead: onPositionedRead) }
    }
}

private struct PositionedBytes: ByteSource {
    let bytes: MemoryBytes
    let onRead: @Sendable (Int) -> Void

    var byteCount: Int { bytes.byteCount }

    func read(at position: Int, into buffer: UnsafeMutableRawBufferPointer) throws(MetadataError) -> Int {
        onRead(position)
        return try bytes.read(at: position, into: buffer)
    }
}
