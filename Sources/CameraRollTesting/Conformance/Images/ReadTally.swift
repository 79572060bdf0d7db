import CameraRoll

/// The result of one read of original data: a digest and counts, since the bytes may be many.
struct ReadTally: Sendable {
    private(set) var byteCount = 0
    private(set) var chunkCount = 0
    private(set) var progress: [Double] = []
    /// The error of the source; nil if it read to the end.
    var error: ImageError?
    private var hasher = Hasher()

    init() {}

    /// Creates the tally of reading at positions, up to the length that a source states.
    init(of source: any ByteSource) {
        var position = 0
        var part = [UInt8](repeating: 0, count: 333)
        while position < source.byteCount {
            let found = part.withUnsafeMutableBytes { try? source.read(at: position, into: $0) } ?? 0
            guard found > 0 else { return }
            add(part.prefix(found))
            position += found
        }
    }

    /// A hash of the bytes, independent of their chunks.
    var digest: Int { hasher.finalize() }

    mutating func add(_ bytes: ArraySlice<UInt8>) {
        byteCount += bytes.count
        chunkCount += 1
        bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
    }

    mutating func add(progress fraction: Double) {
        progress.append(fraction)
    }
}

/// Receives a resource and keeps the tally; given an error to throw, accepts no bytes.
final class TallyingReceiver: Sendable {
    private let tally = Lock(ReadTally())
    private let refusal: ImageError?
    private let cancellation = Lock<(@Sendable () -> Void)?>(nil)

    private let resolved: (any Sendable)?

    /// - Parameters:
    ///   - refusal: the error to throw at the first bytes.
    ///   - resolved: what the library resolved for the asset.
    init(refusal: ImageError? = nil, resolved: (any Sendable)? = nil) {
        self.refusal = refusal
        self.resolved = resolved
    }

    /// Reads a resource to its end; blocks as long as the source does.
    func read(_ resource: AssetResource, from source: any ResourceSource, isNetworkAccessAllowed: Bool) -> ReadTally {
        do throws(ImageError) {
            try source.read(resource, isNetworkAccessAllowed: isNetworkAccessAllowed, into: receiver)
        } catch {
            tally.withLock { $0.error = error }
        }
        return tally.withLock(\.self)
    }

    private var receiver: ResourceReceiver {
        var receiver = plainReceiver
        receiver.resolved = resolved
        return receiver
    }

    private var plainReceiver: ResourceReceiver {
        ResourceReceiver { fraction in
            self.tally.withLock { $0.add(progress: fraction) }
        } onBytes: { (bytes: ArraySlice<UInt8>) throws(ImageError) in
            self.tally.withLock { $0.add(bytes) }
            guard let refusal = self.refusal else { return }
            // As with a caller that leaves: the source is canceled, and the error of its next bytes is the caller's.
            let cancel = self.cancellation.withLock { $0.take() }
            cancel?()
            throw refusal
        } setCancellation: { action in
            self.cancellation.withLock { $0 = action }
        }
    }
}
