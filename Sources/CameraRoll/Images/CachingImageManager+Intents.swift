import Synchronization

extension CachingImageManager {
    /// Takes note of something; from any thread, without waiting.
    nonisolated func post(_ intent: ManagerCommand) {
        guard mailbox.append(intent) else { return }
        Task.detached { await self.drain() }
    }

    /// Takes note of something, and returns once that is done or somebody is at it.
    nonisolated func send(_ intent: ManagerCommand) async {
        // Without a task: a manager that is idle is entered on the caller's own thread.
        if mailbox.append(intent) { await drainMail() }
    }

    /// Applies what is said at once, and leaves what may take long to a task of its own.
    private func drainMail() {
        takeMail()
        endTurn()
    }

    /// Applies what was said so far: one slice, and then whoever waits for the manager goes first.
    private func drain() {
        isDrainOrdered = false
        takeMail()
        takeSlice()
        endTurn()
    }

    /// Applies all that was said so far, at once: for figures that are to be right.
    func drainAll() {
        takeMail()
        while hasSlices {
            takeSlice()
            takeMail()
        }
        endTurn()
    }

    private func endTurn() {
        if hasSlices { orderDrain() }
        guard hasChanged else { return }
        hasChanged = false
        onChange?()
    }

    private var hasSlices: Bool { !rest.isEmpty || !sliced.isEmpty }

    private func takeSlice() {
        if let intent = rest.popLast() ?? sliced.popFirst() { perform(apply(intent)) }
    }

    private func orderDrain() {
        guard !isDrainOrdered else { return }
        isDrainOrdered = true
        Task.detached { await self.drain() }
    }

    func takeMail() {
        jobs.now = clock.now()
        while true {
            let intents = mailbox.takeAll()
            guard !intents.isEmpty else { return }
            // After the mail was taken: who asked since the permission came back must not end with what was before.
            perform(followPermission())
            for intent in intents {
                if intent.isSliced { sliced.append(intent) } else { perform(apply(intent)) }
            }
        }
    }

    /// The first of many, as many as may be dealt with at a time; the others come before whatever was said later.
    func slice<Element>(
        _ all: ArraySlice<Element>, rest intent: (ArraySlice<Element>) -> ManagerCommand
    ) -> ArraySlice<Element> {
        if all.count > Self.slice { rest.append(intent(all.dropFirst(Self.slice))) }
        return all.prefix(Self.slice)
    }

    private func apply(_ intent: ManagerCommand) -> [ImageJobScheduler.Action] {
        hasChanged = true
        return switch intent {
        case .join(let waiter, let request): join(waiter, request)
        case .leave(let waiter, let key): jobs.leave(waiter, key: key)
        case .expire(let waiter, let key, let time): jobs.expire(waiter, key: key, after: time)
        case .heard(let run): hear(run)
        case .silence: endSilence()
        case .sourceLimit(let limit): jobs.setLimit(min(limit, limits.requests))
        case .close: close()
        case .calls: followCalls()
        case .again: followRestart()
        case .drop(let all, let holder): stopCaching(slice(all) { .drop($0, holder) }, by: holder)
        case .openWindow(let holder, let state, let inbox): openWindow(holder, state, inbox)
        case .window(let holder): followWindow(holder)
        case .windowRead(let holder, let read, let reading): followWindow(holder, read, reading)
        case .closeWindow(let holder): closeWindow(holder)
        case .reclaim(let reason): reclaim(reason)
        case .permission: followPermission()
        }
    }

    func perform(_ actions: [ImageJobScheduler.Action]) {
        for action in actions {
            switch action {
            case .start(let id, let request): start(id, request)
            case .setPriority(let id, let priority): setPriority(priority, of: id)
            case .cancel(let id): cancel(id)
            case .deliver(let waiter, let delivery): waiter.receive(delivery)
            case .fail(let waiter, let error): waiter.fail(error)
            case .store(let key, let image): cache.store(image, for: key)
            }
        }
    }

    func join(_ waiter: ImageWaiter, _ request: ImageRequest) -> [ImageJobScheduler.Action] {
        if isClosed.load(ordering: .acquiring) { return [.fail(waiter, .shutDown)] }
        let key = request.key
        noteMismatch(of: key)
        // It may have come into the cache since the caller looked.
        if let image = cache.uncountedImage(for: key) { return [.deliver(waiter, .final(image))] }
        return jobs.join(waiter, for: request, key: key)
    }

    func noteMismatch(of key: ImageKey, with cached: ImageKey? = nil) {
        guard let cached = cached ?? registry.mismatch(of: key) else { return }
        counts.mismatches += 1
        counts.lastMismatch = ImageManagerStatistics.Mismatch(asked: key, cached: cached)
    }

    private func close() -> [ImageJobScheduler.Action] {
        (sliced, rest, again) = (RingBuffer(), [], [])
        cache.unpin(registry.stopAll())
        cache.removeAll()
        for (_, window) in windows.sorted(by: { $0.key.number < $1.key.number }) { window.task?.cancel() }
        windows = [:]
        return jobs.endAll(.shutDown)
    }
}

/// Something that the image manager is to take note of: small, so that a burst of them takes little room.
enum ManagerCommand: Sendable {
    // MARK: At once, in the order in which it was said

    indirect case join(ImageWaiter, ImageRequest)
    indirect case leave(ImageWaiter, ImageKey)
    /// Somebody's own time is over.
    indirect case expire(ImageWaiter, ImageKey, Duration)
    /// A source said something of a run, which has it.
    case heard(ImageJobScheduler.RunID)
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
    indirect case openWindow(PrefetchRegistry.Holder, WindowState, WindowInbox)
    /// Something is in a window's inbox.
    case window(PrefetchRegistry.Holder)
    indirect case windowRead(PrefetchRegistry.Holder, WindowState.Read, WindowReading)
    case closeWindow(PrefetchRegistry.Holder)
    /// A holder wants these no more.
    indirect case drop(ArraySlice<ImageKey>, PrefetchRegistry.Holder)

    /// Whether it may take long, so that what is said at once goes in between.
    var isSliced: Bool {
        switch self {
        case .join, .leave, .expire, .heard, .silence, .sourceLimit, .reclaim, .permission, .close: false
        default: true
        }
    }

    /// Whether it says nothing that the one before has not said.
    fileprivate func repeats(_ last: ManagerCommand?) -> Bool {
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
        var intents: [ManagerCommand] = []
        var isSentFor = false
    }

    private let contents = Lock(Contents())

    /// Adds an intent; true where the manager is to be sent for.
    func append(_ intent: ManagerCommand) -> Bool {
        contents.withLock { contents in
            if !intent.repeats(contents.intents.last) { contents.intents.append(intent) }
            defer { contents.isSentFor = true }
            return !contents.isSentFor
        }
    }

    /// Takes all intents; where there are none, the next one sends for the manager again.
    func takeAll() -> [ManagerCommand] {
        contents.withLock { contents in
            let intents = contents.intents
            contents.intents = []
            contents.isSentFor = !intents.isEmpty
            return intents
        }
    }
}
