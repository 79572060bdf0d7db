/// What a library offers for images: it is handed out behind the door, and used where its lane says.
///
/// The library executor hands out sources and never decodes. A source is asked for one image at a time, as often as its
/// limit of requests allows, and answers through an ``ImageSink``: early, late, twice, on any thread, or never. The
/// manager sees to it that each request ends exactly once all the same (K39, K40, P18 to P21).
public protocol ImageSource: Sendable {
    /// Where ``start(_:sink:)`` is called.
    var lane: ImageLane { get }
    /// How many requests may be in flight at once, at least 1; the manager has a limit of its own beside it (P2).
    var requestLimit: Int { get }

    /// Starts to get an image.
    ///
    /// - Parameters:
    ///   - request: what is wanted; valid, its delivery mode as the waiters need it.
    ///   - sink: where the answers go.
    /// - Returns: what cancels the request, and may do so after its end; nil where nothing can.
    func start(_ request: ImageRequest, sink: ImageSink) -> (@Sendable () -> Void)?
}

/// Where an image source works.
public enum ImageLane: Hashable, Sendable {
    /// On the threads of the decode pool, where it may block: codecs that read files.
    case decodePool
    /// On the library executor, where it must not block: requests that only start something.
    case library
    /// On the main actor, where it must not block: what Photos' image manager is said to need (P29).
    case main
}
