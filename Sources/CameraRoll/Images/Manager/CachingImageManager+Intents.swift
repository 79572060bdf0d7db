import Synchronization

extension CachingImageManager {
    /// Takes note of something; from any thread, without waiting.
    nonisolated func post(_ intent: ImageIntent) {
        guard mailbox.append(intent) else { return }
        Task.detached { await self.drain() }
    }

    /// Takes note of something, and returns once that is done or somebody is at it.
    nonisolated func send(_ intent: ImageIntent) async {
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
        _ all: ArraySlice<Element>, rest intent: (ArraySlice<Element>) -> ImageIntent
    ) -> ArraySlice<Element> {
        if all.count > Self.slice { rest.append(intent(all.dropFirst(Self.slice))) }
        return all.prefix(Self.slice)
    }

    private func apply(_ intent: ImageIntent) -> [ImageJobs.Action] {
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

    func perform(_ actions: [ImageJobs.Action]) {
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

    func join(_ waiter: ImageWaiter, _ request: ImageRequest) -> [ImageJobs.Action] {
        if isClosed.load(ordering: .acquiring) { return [.fail(waiter, .shutDown)] }
        let key = request.key
        noteMismatch(of: key)
        // It may have come into the cache since the caller looked.
        if let image = cache.uncountedImage(for: key) { return [.deliver(waiter, .final(image))] }
        return jobs.join(waiter, for: request, key: key)
    }

    func noteMismatch(of key: ImageKey, with cached: ImageKey? = nil) {
        guard let cached = cached ?? ledger.mismatch(of: key) else { return }
        counts.mismatches += 1
        counts.lastMismatch = ImageManagerStatistics.Mismatch(asked: key, cached: cached)
    }

    private func close() -> [ImageJobs.Action] {
        (sliced, rest, again) = (RingBuffer(), [], [])
        cache.unpin(ledger.stopAll())
        cache.removeAll()
        for (_, window) in windows.sorted(by: { $0.key.number < $1.key.number }) { window.task?.cancel() }
        windows = [:]
        return jobs.endAll(.shutDown)
    }
}
