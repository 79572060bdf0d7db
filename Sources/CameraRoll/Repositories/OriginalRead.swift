/// Reads the metadata of one original: by random access if its source supports that, otherwise as a stream.
///
/// A stream is kept only up to the position that the reader needs. Each time the reader needs more than has arrived, it
/// starts again with at least twice as many bytes, so it starts only a few times; once it has everything, the source is
/// stopped.
final class OriginalRead: Sendable {
    private struct State {
        var bytes: [UInt8] = []
        var wanted = ByteReader.headLength
        var result: Result<ImageMetadata, MetadataError>?
    }

    private let resource: AssetResource
    private let limits: OriginalLimits
    private let isNetworkAccessAllowed: Bool
    private let state = Lock(State())

    init(_ resource: AssetResource, limits: OriginalLimits, isNetworkAccessAllowed: Bool) {
        self.resource = resource
        self.limits = limits
        self.isNetworkAccessAllowed = isNetworkAccessAllowed
    }

    /// Reads the metadata, and reports each event to the caller.
    ///
    /// - Parameters:
    ///   - source: the source of the original.
    ///   - setCancellation: keeps the source's action for the end of the caller's wait.
    ///   - note: called with each event; throws if the caller no longer waits.
    /// - Throws: the reason why the original could not be read; invalid bytes are part of the result.
    func run(
        _ source: ResolvedOriginals,
        setCancellation: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void,
        note: @escaping @Sendable () throws(ImageError) -> Void
    ) throws(ImageError) -> Result<ImageMetadata, MetadataError> {
        if let bytes = try source.open(resource) {
            let watched = WatchedBytes(source: bytes, note: note)
            let result = Self.metadata(of: watched, limits.metadata)
            if let refusal = watched.refusal { throw refusal }
            return result
        }
        let receiver = ResourceReceiver(
            onProgress: { _ in try? note() },
            onBytes: { bytes throws(ImageError) in
                try note()
                try self.take(bytes)
            },
            setCancellation: setCancellation)
        do throws(ImageError) {
            try source.read(resource, isNetworkAccessAllowed: isNetworkAccessAllowed, into: receiver)
        } catch {
            // The source was stopped because the reader has everything; the source's error is ignored.
            if let result = state.withLock(\.result) { return result }
            throw error
        }
        return state.withLock { state in
            state.result ?? Self.counted(Self.metadata(of: MemoryBytes(state.bytes), limits.metadata), state)
        }
    }

    private func take(_ bytes: ArraySlice<UInt8>) throws(ImageError) {
        let (isTooMuch, isDone) = state.withLock { state in
            let remaining = limits.streamedBytes - state.bytes.count
            if state.result == nil {
                state.bytes += bytes.prefix(remaining)
                if state.bytes.count >= state.wanted || bytes.count > remaining { parse(&state) }
            }
            return (bytes.count > remaining, state.result != nil)
        }
        if isDone { throw .cancelled }
        if isTooMuch { throw .tooManyBytes(resource.asset, limit: limits.streamedBytes) }
    }

    private func parse(_ state: inout State) {
        let prefix = PrefixBytes(state.bytes, byteCount: resource.byteCount)
        let result = Self.metadata(of: prefix, limits.metadata)
        if let wanted = prefix.wanted {
            state.wanted = max(wanted, state.bytes.count * 2)
        } else {
            state.result = Self.counted(result, state)
        }
    }

    /// Sets the number of bytes read to that of the stream, however much the reader needed.
    private static func counted(
        _ result: Result<ImageMetadata, MetadataError>, _ state: State
    ) -> Result<ImageMetadata, MetadataError> {
        result.map { metadata in
            var metadata = metadata
            metadata.bytesRead = state.bytes.count
            return metadata
        }
    }

    private static func metadata(
        of source: any ByteSource, _ limits: MetadataLimits
    ) -> Result<ImageMetadata, MetadataError> {
        do throws(MetadataError) {
            return .success(try ImageMetadata(reading: source, limits: limits))
        } catch {
            return .failure(error)
        }
    }
}

/// An original with random access: before each read the event is reported, and the caller may have ended the read.
private final class WatchedBytes: ByteSource {
    let source: any ByteSource
    /// The error that ended the read; the reader's own error is ignored then.
    private(set) var refusal: ImageError?
    private let note: @Sendable () throws(ImageError) -> Void

    init(source: any ByteSource, note: @escaping @Sendable () throws(ImageError) -> Void) {
        self.source = source
        self.note = note
    }

    var byteCount: Int { source.byteCount }

    func read(at position: Int, into buffer: UnsafeMutableRawBufferPointer) throws(MetadataError) -> Int {
        do throws(ImageError) {
            try note()
        } catch {
            refusal = error
            throw .cannotRead(at: position, code: 0)
        }
        return try source.read(at: position, into: buffer)
    }
}

/// The first bytes of an original; records the position up to which more bytes are needed.
private final class PrefixBytes: ByteSource {
    /// The assumed length of an original of unknown length: longer than any file, and far from integer overflow.
    private static let unknownLength = 1 << 50
    let byteCount: Int
    /// The end of the needed bytes that are missing.
    private(set) var wanted: Int?
    private let bytes: [UInt8]

    init(_ bytes: [UInt8], byteCount: Int?) {
        self.bytes = bytes
        self.byteCount = max(byteCount ?? Self.unknownLength, bytes.count)
    }

    func read(at position: Int, into buffer: UnsafeMutableRawBufferPointer) throws(MetadataError) -> Int {
        let end = min(position + buffer.count, byteCount)
        guard end <= bytes.count else {
            wanted = max(wanted ?? 0, end)
            throw .cannotRead(at: bytes.count, code: 0)
        }
        return try MemoryBytes(bytes).read(at: position, into: buffer)
    }
}
