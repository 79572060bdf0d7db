/// Something that the image manager is to take note of: small, so that a burst of them takes little room.
enum ImageIntent: Sendable {
    // MARK: At once, in the order in which it was said

    indirect case join(ImageWaiter, ImageRequest)
    indirect case leave(ImageWaiter, ImageKey)
    /// Somebody's own time is over.
    indirect case expire(ImageWaiter, ImageKey, Duration)
    /// A source said something of a run, which has it.
    case heard(ImageJobs.RunID)
    /// Some runs were silent for too long.
    case silence
    /// A source allows so many requests at once.
    case sourceLimit(Int)
    /// Memory is short: nothing is got ahead any more until it is asked for again.
    case reclaim(CachingImageManager.MemoryReclaim)
    /// The permission was taken back: the manager is to look at it.
    case permission
    case close

    // MARK: In the order in which it was said, slice by slice

    /// Calls want other images in the cache.
    case calls
    /// What calls started is to be got again.
    case again
    indirect case openWindow(CachingLedger.Holder, WindowState, WindowInbox)
    /// Something is in a window's inbox.
    case window(CachingLedger.Holder)
    indirect case windowRead(CachingLedger.Holder, WindowState.Read, WindowReading)
    case closeWindow(CachingLedger.Holder)
    /// A holder wants these no more.
    indirect case drop(ArraySlice<ImageKey>, CachingLedger.Holder)

    /// Whether it may take long, so that what is said at once goes in between.
    var isSliced: Bool {
        switch self {
        case .join, .leave, .expire, .heard, .silence, .sourceLimit, .reclaim, .permission, .close: false
        default: true
        }
    }

    /// Whether it says nothing that the one before has not said.
    fileprivate func repeats(_ last: ImageIntent?) -> Bool {
        switch (self, last) {
        case (.reclaim(let reason), .reclaim(let before)?): reason == before
        case (.permission, .permission?), (.silence, .silence?): true
        default: false
        }
    }
}

/// The intents that wait for the manager, in call order, from whatever thread they were said.
///
/// One task at most is under way to take them: whoever finds the box empty sends for the manager, the others only add
/// to it. So calls from synchronous code are applied in their order, which a task for each call would not keep. There
/// are no more of them than callers who wait, runs and windows: what comes in bursts is merged before it comes here.
final class ImageMailbox: Sendable {
    private struct Contents {
        var intents: [ImageIntent] = []
        var isSentFor = false
    }

    private let contents = Lock(Contents())

    /// Adds an intent; true where the manager is to be sent for.
    func append(_ intent: ImageIntent) -> Bool {
        contents.withLock { contents in
            if !intent.repeats(contents.intents.last) { contents.intents.append(intent) }
            defer { contents.isSentFor = true }
            return !contents.isSentFor
        }
    }

    /// Takes all intents; where there are none, the next one sends for the manager again.
    func takeAll() -> [ImageIntent] {
        contents.withLock { contents in
            let intents = contents.intents
            contents.intents = []
            contents.isSentFor = !intents.isEmpty
            return intents
        }
    }
}
