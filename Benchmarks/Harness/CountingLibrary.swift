import CameraRoll

/// A record of the decodes, with their times.
final class DecodeLog: Sendable {
    struct Entry: Sendable {
        let asset: AssetID
        let began: UInt64
        let ended: UInt64
    }

    private let contents = Lock<(begun: Int, entries: [Entry])>((0, []))

    var entries: [Entry] { contents.withLock(\.entries) }
    /// The number of decodes that were begun, since an image may be delivered before the end of its decode is recorded.
    var count: Int { contents.withLock(\.begun) }

    /// Decodes, and records the decode.
    func decode<Value>(_ asset: AssetID, _ body: () -> Value) -> Value {
        contents.withLock { $0.begun += 1 }
        let began = uptime()
        let value = body()
        let entry = Entry(asset: asset, began: began, ended: uptime())
        contents.withLock { $0.entries.append(entry) }
        return value
    }
}

/// A library that records the requests to its image source.
///
/// The forwarded source must decode before `start` returns, as the synthetic one does.
final class CountingLibrary: ForwardingLibrary {
    private struct Source: ImageSource {
        let source: any ImageSource
        let log: DecodeLog

        var lane: ImageLane { source.lane }
        var requestLimit: Int { source.requestLimit }
        var needsLibrary: Bool { source.needsLibrary }

        func start(_ request: AssetImageRequest, sink: ImageSink) -> (@Sendable () -> Void)? {
            log.decode(request.asset) { source.start(request, sink: sink) }
        }
    }

    private let log: DecodeLog

    init(_ library: any PhotoLibraryBackend, _ log: DecodeLog) {
        self.log = log
        super.init(library)
    }

    override func imageSource() throws(LibraryError) -> (any ImageSource)? {
        try super.imageSource().map { Source(source: $0, log: log) }
    }
}
