/// What a source said of one run and the manager has not heard yet: a pure value that keeps the latest of each kind.
///
/// So a source that calls back a million times fills no queue, and only its first end counts.
struct RunInbox {
    private var progress: Double?
    private var reported = -Double.infinity
    private var degraded: DecodedImage?
    private var end: ImageSourceEvent?
    private var isOver = false
    private var isAnnounced = false

    /// Takes what the source says.
    ///
    /// - Returns: whether the manager is to be told, and an image that nobody needs any more, to be released outside of
    ///   the lock.
    mutating func add(_ event: ImageSourceEvent) -> (announces: Bool, useless: DecodedImage?) {
        guard !isOver else { return (false, nil) }
        var useless: DecodedImage?
        switch event {
        case .progress(let fraction):
            // Also false for what is no number.
            guard fraction > reported, (0...1).contains(fraction) else { return (false, nil) }
            (progress, reported) = (fraction, fraction)
        case .degraded(let image): (useless, degraded) = (degraded, image)
        case .end, .finished: (end, isOver) = (event, true)
        }
        defer { isAnnounced = true }
        return (!isAnnounced, useless)
    }

    /// Takes out what the manager has not heard yet: the local image comes before the progress of what replaces it.
    mutating func takeAll() -> [ImageSourceEvent] {
        isAnnounced = false
        defer { (progress, degraded, end) = (nil, nil, nil) }
        return [degraded.map(ImageSourceEvent.degraded), progress.map(ImageSourceEvent.progress), end].compactMap(
            \.self)
    }

    /// Whatever comes now is dropped; returns what was not heard, to be released outside of the lock.
    mutating func close() -> [ImageSourceEvent] {
        isOver = true
        return takeAll()
    }
}
