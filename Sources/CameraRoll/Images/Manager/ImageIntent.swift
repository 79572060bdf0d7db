/// Something that the image manager is to take note of, in the order in which it was said.
enum ImageIntent: Sendable {
    case join(ImageWaiter, ImageRequest, ImageKey)
    case leave(ImageWaiter, ImageKey)
    case startCaching([ImageRequest])
    case stopCaching([ImageRequest])
    case stopCachingAll
    case source(ImageSourceEvent, ImageJobs.RunID)
    case close
}

/// The intents that wait for the manager, in call order, from whatever thread they were said.
///
/// One task at most is under way to take them: whoever finds the box empty sends for the manager, the others only add to
/// it. So calls from synchronous code are applied in their order, which a task for each call would not keep.
final class ImageMailbox: Sendable {
    private struct Contents {
        var intents: [ImageIntent] = []
        var isSentFor = false
    }

    private let contents = Lock(Contents())

    /// Adds an intent; true where the manager is to be sent for.
    func append(_ intent: ImageIntent) -> Bool {
        contents.withLock { contents in
            contents.intents.append(intent)
            defer { contents.isSentFor = true }
            return !contents.isSentFor
        }
    }

    /// Takes all intents; without any, the next one sends for the manager again.
    func takeAll() -> [ImageIntent] {
        contents.withLock { contents in
            let intents = contents.intents
            contents.intents = []
            contents.isSentFor = !intents.isEmpty
            return intents
        }
    }
}
