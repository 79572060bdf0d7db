/// The bytes of a resource as they come, up to a limit.
final class ByteCollector: Sendable {
    private struct Contents {
        var bytes: [UInt8] = []
        var progress = -Double.infinity
    }

    private let asset: AssetID
    private let limit: Int
    private let contents: Lock<Contents>

    init(of resource: AssetResource, limit: Int) {
        asset = resource.asset
        self.limit = limit
        var contents = Contents()
        // What the source says of the length may be wrong, so it is no reason to take much memory at once.
        contents.bytes.reserveCapacity(min(resource.byteCount ?? 0, limit, 16 << 20))
        self.contents = Lock(contents)
    }

    func append(_ bytes: ArraySlice<UInt8>) throws(ImageError) {
        let fits = contents.withLock { contents in
            guard bytes.count <= limit - contents.bytes.count else { return false }
            contents.bytes += bytes
            return true
        }
        if !fits { throw .tooManyBytes(asset, limit: limit) }
    }

    /// Whether a progress is one, and more than before.
    func isProgress(_ fraction: Double) -> Bool {
        contents.withLock { contents in
            guard fraction > contents.progress, (0...1).contains(fraction) else { return false }
            contents.progress = fraction
            return true
        }
    }

    func take() -> [UInt8] {
        contents.withLock { contents in
            defer { contents.bytes = [] }
            return contents.bytes
        }
    }
}

extension ResourceReceiver {
    /// A receiver that collects for a call, as long as somebody waits for it.
    init<Value>(
        _ call: ResourceCall<Value>, _ collector: ByteCollector, onProgress: (@Sendable (Double) -> Void)?,
        onSign: @escaping @Sendable () -> Void
    ) {
        self.onProgress = { fraction in
            try? call.note()
            onSign()
            if !call.isOver, collector.isProgress(fraction) { onProgress?(fraction) }
        }
        onBytes = { bytes throws(ImageError) in
            onSign()
            try call.note()
            try collector.append(bytes)
        }
    }
}
