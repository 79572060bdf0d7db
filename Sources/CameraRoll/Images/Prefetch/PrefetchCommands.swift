extension CachingImageManager {
    /// Posts a command, from any thread, without waiting.
    nonisolated func post(_ command: PrefetchCommand) {
        if mailbox.append(command) { sendForMail() }
    }

    /// Schedules the manager, once for all commands that it has not taken yet.
    nonisolated func sendForMail() {
        Task.detached { await self.drain() }
    }

    /// Cancels tasks that wait for images on another thread, in the same turn as the commands that were posted before.
    ///
    /// Canceling a task resumes it, which may wake a thread: that takes longer than a scroll event allows.
    package nonisolated func cancel(_ tasks: [Task<Void, Never>]) {
        if !tasks.isEmpty { post(.cancel(tasks)) }
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
        requests.removeDepartures()
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
        if let command = rest.popLast() ?? sliced.popFirst() { apply(command) }
    }

    private func orderDrain() {
        guard !isDrainOrdered else { return }
        isDrainOrdered = true
        Task.detached { await self.drain() }
    }

    private func takeMail() {
        while true {
            let commands = mailbox.takeAll()
            guard !commands.isEmpty else { return }
            for command in commands {
                if command.isSliced { sliced.append(command) } else { apply(command) }
            }
        }
    }

    /// The first part of a long list, one slice; the rest is applied before any later command.
    func slice<Element>(
        _ all: ArraySlice<Element>, rest command: (ArraySlice<Element>) -> PrefetchCommand
    ) -> ArraySlice<Element> {
        if all.count > Self.slice { rest.append(command(all.dropFirst(Self.slice))) }
        return all.prefix(Self.slice)
    }

    private func apply(_ command: PrefetchCommand) {
        hasChanged = true
        switch command {
        case .calls: followCalls()
        case .drop(let all, let holder): requests.stopCaching(slice(all) { .drop($0, holder) }, by: holder)
        case .openWindow(let holder, let state): openWindow(holder, state)
        case .window(let holder): followWindow(holder)
        case .windowRead(let holder, let read, let reading): followWindow(holder, read, reading)
        case .closeWindow(let holder): closeWindow(holder)
        case .reclaim(let reason):
            endOutdated()
            // Again, for images that were stored meanwhile.
            trimCache(reason)
        case .narrowing:
            endOutdated()
            cache.removeOutdated()
        case .cancel(let tasks): tasks.forEach { $0.cancel() }
        case .close: stopAll()
        }
    }

    private func stopAll() {
        (sliced, rest) = (RingBuffer(), [])
        requests.stopAll(by: requests.state.withLock(\.needed.windows) + [.calls])
        for (_, window) in windows.sorted(by: { $0.key.number < $1.key.number }) { window.task?.cancel() }
        windows = [:]
    }
}
