/// The source of a library's images: obtained on the library executor, and used where its lane specifies.
///
/// The library executor returns sources and never decodes. A source receives one image per call, up to its request
/// limit at a time, and answers through an ``ImageSink``: early, late, twice, on any thread, or never. The manager
/// ensures that each request still ends exactly once.
///
/// A source whose library has caches of its own is also told which images will probably be requested: those that
/// windows and `startCaching` need, and whose requests still wait. Most sources prepare nothing.
public protocol ImageSource: Sendable {
    /// Where ``start(_:sink:)`` is called.
    var lane: ImageLane { get }
    /// The maximum number of requests in flight, at least 1; the manager also has its own limit.
    var requestLimit: Int { get }

    /// Whether each request passes through the library executor on its way to the source; true by default.
    ///
    /// Return false if the source finds its pictures by their identifiers alone: it is then kept until its library is
    /// released, and under full access later requests reach it without waiting for the library. The library's
    /// ``PhotoLibraryBackend/imageSource()`` and its `resolve(_:)` are not called for them. A request that was on its
    /// way when the library was released still reaches the source afterward: the source must be safe to call for as
    /// long as it exists, and fails what it can no longer load. Applies only to sources that are called on the decode
    /// pool.
    var needsLibrary: Bool { get }

    /// Starts to load an image.
    ///
    /// - Parameters:
    ///   - request: the valid request, with the delivery mode that its waiters need.
    ///   - sink: the receiver of the answers.
    /// - Returns: a closure that cancels the request, and may be called after its end; nil if it cannot be canceled. It
    ///   is called at most once, on the thread that finds that no caller needs the image: the main thread, that of the
    ///   library, or one of the cooperative pool, even if the source has another lane. It must not block there.
    func start(_ request: AssetImageRequest, sink: ImageSink) -> (@Sendable () -> Void)?

    /// The maximum number of images that are prepared at a time; 0 by default, for a source that prepares none.
    var preparationLimit: Int { get }

    /// Prepares images that will probably be requested; does nothing by default.
    ///
    /// Called on the library executor, where it must not block, even if the source has another lane. A request for one
    /// of the images that only prefetching needs is equal to the one given here; a visible caller may need another
    /// delivery mode. An image that cannot be prepared is requested nevertheless.
    func prepare(_ requests: [AssetImageRequest])

    /// Releases prepared images; does nothing by default.
    ///
    /// Called on the library executor, once for each prepared request, with an equal one: before the image is prepared
    /// again, and before the library is released, even if permission was withdrawn in the meantime.
    func release(_ requests: [AssetImageRequest])
}

extension ImageSource {
    /// 0: the source prepares no images.
    public var preparationLimit: Int { 0 }

    /// True: each request passes through the library executor.
    public var needsLibrary: Bool { true }

    /// Does nothing.
    public func prepare(_ requests: [AssetImageRequest]) {}

    /// Does nothing.
    public func release(_ requests: [AssetImageRequest]) {}
}

/// Where an image source is called.
public enum ImageLane: Hashable, Sendable {
    /// On the threads of the decode pool, where it may block: codecs that read files.
    case decodePool
    /// On the library executor, where it must not block: requests that only start an operation.
    case library
    /// On the main actor, where it must not block: reportedly required by Photos' image manager.
    case main
}

/// The receiver of an image source's answers; safe to call early, late, twice and from any thread.
///
/// Only the first end counts, and everything after it is dropped. Progress that decreases is dropped too.
///
/// A source that decodes images itself delivers them. A source whose library calls back where nothing may be decoded,
/// as Photos does on the main thread, hands over the decode instead: the image manager runs it on a thread of its
/// decode pool, the most urgent request first, unless no caller waits for the image anymore.
public struct ImageSink: Sendable {
    /// An answer of a source.
    package enum Answer: Sendable {
        case event(ImageSourceEvent)
        case decode(ImageDecode)
    }

    /// What the library returned for the request on its executor; nil if it returned nothing.
    ///
    /// See ``PhotoLibraryBackend/resolve(_:)-(AssetImageRequest)``.
    public package(set) var resolved: (any Sendable)?
    private let receive: @Sendable (Answer) -> Void
    private let isOver: @Sendable () -> Bool

    /// Creates a sink that forwards every answer of a source.
    ///
    /// - Parameter isOver: whether no caller needs the answer anymore.
    package init(unless isOver: @escaping @Sendable () -> Bool, receive: @escaping @Sendable (Answer) -> Void) {
        self.receive = receive
        self.isOver = isOver
    }

    /// Creates a sink that forwards every event of a source, and runs decodes at once, for tests of sources.
    ///
    /// - Parameter isOver: whether no caller needs the answer anymore.
    package init(
        isOver: @escaping @Sendable () -> Bool = { false }, send: @escaping @Sendable (ImageSourceEvent) -> Void
    ) {
        self.init(unless: isOver) { answer in
            switch answer {
            case .event(let event): send(event)
            case .decode(let decode): if let event = decode.run() { send(event) }
            }
        }
    }

    /// Whether no caller waits for the answer anymore.
    ///
    /// For a source that works within ``ImageSource/start(_:sink:)`` and so has not returned its cancellation yet: it
    /// checks this from time to time, stops, and fails with `.cancelled`. Costs about as much as taking a lock.
    public var isCancelled: Bool { isOver() }

    /// Forwards an event.
    package func send(_ event: ImageSourceEvent) {
        receive(.event(event))
    }

    /// Forwards an answer.
    package func send(_ answer: Answer) {
        receive(answer)
    }

    /// Reports the fraction of a download that has arrived, 0 to 1.
    public func progress(_ fraction: Double) {
        send(.progress(fraction))
    }

    /// Delivers a preliminary image, to be replaced by the final one.
    public func degraded(_ image: DecodedImage) {
        send(.degraded(image))
    }

    /// Hands over the decode of a preliminary image.
    ///
    /// It replaces an earlier one that has not begun. Its error is ignored: the final image follows.
    ///
    /// - Parameter decode: decodes the image, at most once, on a thread of the decode pool; dropped if no caller waits
    ///   anymore, or if a later image arrives first.
    public func degraded(decoding decode: @escaping @Sendable () throws(ImageError) -> DecodedImage) {
        receive(.decode(ImageDecode(isFinal: false, body: decode)))
    }

    /// Delivers the requested image, and ends the request.
    public func final(_ image: DecodedImage) {
        send(.end(.success(image)))
    }

    /// Hands over the decode of the requested image, whose result ends the request; later answers are dropped.
    ///
    /// - Parameter decode: decodes the image or throws, at most once, on a thread of the decode pool; dropped if no
    ///   caller waits anymore.
    public func final(decoding decode: @escaping @Sendable () throws(ImageError) -> DecodedImage) {
        receive(.decode(ImageDecode(isFinal: true, body: decode)))
    }

    /// Reports an error, and ends the request.
    public func fail(_ error: ImageError) {
        send(.end(.failure(error)))
    }

    /// Reports the end without an image or an error, as Photos sometimes does; ends the request with `.noImage`.
    public func finish() {
        send(.finished)
    }
}

/// An event of one request, as reported by its source.
package enum ImageSourceEvent: Sendable {
    case progress(Double)
    case degraded(DecodedImage)
    case end(Result<DecodedImage, ImageError>)
    case finished
}

/// The decode of one image, which a source hands over.
package struct ImageDecode: Sendable {
    /// Whether the image ends the request; otherwise it is a preliminary one.
    package let isFinal: Bool
    package let body: @Sendable () throws(ImageError) -> DecodedImage

    /// Decodes the image; nil if a preliminary image cannot be decoded.
    package func run() -> ImageSourceEvent? {
        do throws(ImageError) {
            let image = try body()
            return isFinal ? .end(.success(image)) : .degraded(image)
        } catch {
            return isFinal ? .end(.failure(error)) : nil
        }
    }
}
