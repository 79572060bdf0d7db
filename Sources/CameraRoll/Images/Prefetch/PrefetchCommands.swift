extension CachingImageManager {
    /// Posts a command, from any thread, without waiting.
    nonisolated func post(_ command: PrefetchCommand) {
        guard mailbox.append(command) else { return }
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
            // After the mailbox was emptied: what was started since the permission was restored must not be stopped
            // with what is older.
            followPermission()
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
        case .openWindow(let holder, let state, let inbox): openWindow(holder, state, inbox)
        case .window(let holder): followWindow(holder)
        case .windowRead(let holder, let read, let reading): followWindow(holder, read, reading)
        case .closeWindow(let holder): closeWindow(holder)
        case .reclaim(let reason): reclaim(reason)
        case .permission: followPermission()
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

/// A command for the prefetching part of the image manager: small, so that a burst of commands takes little memory.
enum PrefetchCommand: Sendable {
    // MARK: Applied at once, in the order of posting

    /// Memory is short: prefetching stops until it is requested again.
    case reclaim(CachingImageManager.MemoryReclaim)
    /// The permission was revoked: the manager must check it.
    case permission
    /// Cells no longer need the images that these tasks wait for.
    case cancel([Task<Void, Never>])
    case close

    // MARK: Applied slice by slice, in the order of posting

    /// `CachingCalls` has pending changes.
    case calls
    indirect case openWindow(PrefetchRegistry.Holder, WindowState, WindowInbox)
    /// A window's inbox has a pending request.
    case window(PrefetchRegistry.Holder)
    indirect case windowRead(PrefetchRegistry.Holder, WindowState.Read, WindowReading)
    case closeWindow(PrefetchRegistry.Holder)
    /// A holder no longer needs these images.
    indirect case drop(ArraySlice<ImageKey>, PrefetchRegistry.Holder)

    /// Whether the command may take long, so that immediate commands are applied in between.
    fileprivate var isSliced: Bool {
        switch self {
        case .reclaim, .permission, .cancel, .close: false
        default: true
        }
    }

    /// Whether the command adds nothing to the previous one.
    fileprivate func repeats(_ last: PrefetchCommand?) -> Bool {
        switch (self, last) {
        case (.reclaim(let reason), .reclaim(let before)?): reason == before
        case (.permission, .permission?): true
        default: false
        }
    }
}

/// The commands of prefetching that wait for the manager, in call order, from any thread; image requests do not pass
/// through it.
///
/// At most one task is scheduled to take them: a caller that finds the mailbox empty schedules it, the others only
/// add their command. Calls from synchronous code are therefore applied in order, which one task per call would not
/// guarantee. Bursts of starts, stops and visible ranges are merged before they get here; cancellations come in one
/// command for each turn of a grid.
final class PrefetchMailbox: Sendable {
    private struct Contents {
        var commands: [PrefetchCommand] = []
        var isSentFor = false
    }

    private let contents = Lock(Contents())

    /// Adds a command; returns true if the manager has to be scheduled.
    func append(_ command: PrefetchCommand) -> Bool {
        contents.withLock { contents in
            if !command.repeats(contents.commands.last) { contents.commands.append(command) }
            defer { contents.isSentFor = true }
            return !contents.isSentFor
        }
    }

    /// Takes all commands; if no command waits, the next one schedules the manager again.
    func takeAll() -> [PrefetchCommand] {
        contents.withLock { contents in
            let commands = contents.commands
            contents.commands = []
            contents.isSentFor = !commands.isEmpty
            return commands
        }
    }
}
