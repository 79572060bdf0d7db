import Synchronization

extension CachingImageManager {
    /// Posts a command, from any thread, without waiting.
    nonisolated func post(_ intent: ManagerCommand) {
        guard mailbox.append(intent) else { return }
        Task.detached { await self.drain() }
    }

    /// Posts a command, and returns once it has been applied or another task applies it.
    nonisolated func send(_ intent: ManagerCommand) async {
        // Without a task: an idle manager is entered on the caller's own thread.
        if mailbox.append(intent) { await drainMail() }
    }

    /// Applies the immediate commands, and leaves the sliced ones to a separate task.
    private func drainMail() {
        takeMail()
        endTurn()
    }

    /// Applies the immediate commands and one slice; then other tasks that wait for the manager go first.
    private func drain() {
        isDrainOrdered = false
        takeMail()
        takeSlice()
        endTurn()
    }

    /// Applies all posted commands at once, for consistent statistics.
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
            // After the mailbox was emptied: a request made since the permission was restored must not end with the
            // older ones.
            perform(followPermission())
            for intent in intents {
                if intent.isSliced { sliced.append(intent) } else { perform(apply(intent)) }
            }
        }
    }

    /// The first part of a long list, one slice; the rest is applied before any later command.
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
        case .sourceLimit(let limit):
            jobs.setLimit(
                min(limit.requests, limits.requests), threads: limit.lane == .decodePool ? limits.decodes : nil)
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

    func join(_ waiter: ImageWaiter, _ request: AssetImageRequest) -> [ImageJobScheduler.Action] {
        if isClosed.load(ordering: .acquiring) { return [.fail(waiter, .shutDown)] }
        let key = request.key
        noteMismatch(of: key)
        // The image may have been cached since the caller looked it up.
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

/// A command for the image manager: small, so that a burst of commands takes little memory.
enum ManagerCommand: Sendable {
    // MARK: Applied at once, in the order of posting

    indirect case join(ImageWaiter, AssetImageRequest)
    indirect case leave(ImageWaiter, ImageKey)
    /// A caller's own deadline has expired.
    indirect case expire(ImageWaiter, ImageKey, Duration)
    /// A fetch has pending events from its source.
    case heard(ImageJobScheduler.RunID)
    /// The stall timeout of some fetches has expired.
    case silence
    /// The source allows this many requests at a time.
    case sourceLimit(SourceDispatcher.Limit)
    /// Memory is short: prefetching stops until it is requested again.
    case reclaim(CachingImageManager.MemoryReclaim)
    /// The permission was revoked: the manager must check it.
    case permission
    case close

    // MARK: Applied slice by slice, in the order of posting

    /// `CachingCalls` has pending changes.
    case calls
    /// The images started by calls have to be loaded again.
    case again
    indirect case openWindow(PrefetchRegistry.Holder, WindowState, WindowInbox)
    /// A window's inbox has a pending request.
    case window(PrefetchRegistry.Holder)
    indirect case windowRead(PrefetchRegistry.Holder, WindowState.Read, WindowReading)
    case closeWindow(PrefetchRegistry.Holder)
    /// A holder no longer needs these images.
    indirect case drop(ArraySlice<ImageKey>, PrefetchRegistry.Holder)

    /// Whether the command may take long, so that immediate commands are applied in between.
    var isSliced: Bool {
        switch self {
        case .join, .leave, .expire, .heard, .silence, .sourceLimit, .reclaim, .permission, .close: false
        default: true
        }
    }

    /// Whether the command adds nothing to the previous one.
    fileprivate func repeats(_ last: ManagerCommand?) -> Bool {
        switch (self, last) {
        case (.reclaim(let reason), .reclaim(let before)?): reason == before
        case (.permission, .permission?), (.silence, .silence?): true
        default: false
        }
    }
}

/// The commands that wait for the manager, in call order, from any thread.
///
/// At most one task is scheduled to take them: a caller that finds the mailbox empty schedules it, the others only
/// add their command. Calls from synchronous code are therefore applied in order, which one task per call would not
/// guarantee. There are no more commands than waiting callers, fetches and windows: bursts are merged before they get
/// here.
final class ImageMailbox: Sendable {
    private struct Contents {
        var intents: [ManagerCommand] = []
        var isSentFor = false
    }

    private let contents = Lock(Contents())

    /// Adds a command; returns true if the manager has to be scheduled.
    func append(_ intent: ManagerCommand) -> Bool {
        contents.withLock { contents in
            if !intent.repeats(contents.intents.last) { contents.intents.append(intent) }
            defer { contents.isSentFor = true }
            return !contents.isSentFor
        }
    }

    /// Takes all commands; if no command waits, the next one schedules the manager again.
    func takeAll() -> [ManagerCommand] {
        contents.withLock { contents in
            let intents = contents.intents
            contents.intents = []
            contents.isSentFor = !intents.isEmpty
            return intents
        }
    }
}
