/// Everything that prefetching was asked and the manager has not applied, from any thread.
///
/// These are the images that calls want, the latest request of each window, and the commands in call order. Image
/// requests do not pass through it. At most one task is scheduled to take the commands: a caller whose command is the
/// first one schedules it, the others only add theirs. Calls from synchronous code are therefore applied in order,
/// which one task per call would not guarantee. Bursts of starts, stops and visible ranges are merged here, under the
/// one lock; cancellations come in one command for each turn of a grid.
///
/// Functions that add something return true if the manager has to be scheduled.
final class PrefetchMailbox: Sendable {
    private struct Contents {
        var calls = CachingWishes()
        var windows: [PrefetchRegistry.Holder: WindowInbox] = [:]
        var commands: [PrefetchCommand] = []
        var isSentFor = false

        /// Changes the inbox of a window in place; returns true if the manager has to be scheduled.
        mutating func change<Failure: Error>(
            _ window: PrefetchRegistry.Holder, _ body: (inout WindowInbox) throws(Failure) -> Bool
        ) throws(Failure) -> Bool {
            guard let index = windows.index(forKey: window), try body(&windows.values[index]) else { return false }
            return append(.window(window))
        }

        mutating func append(_ command: PrefetchCommand) -> Bool {
            if !command.repeats(commands.last) { commands.append(command) }
            defer { isSentFor = true }
            return !isSentFor
        }
    }

    /// The number of requests handled per lock acquisition.
    private static let batch = 128

    private let contents = Lock(Contents())

    /// Adds a command.
    func append(_ command: PrefetchCommand) -> Bool {
        contents.withLock { $0.append(command) }
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

// MARK: - Calls

extension PrefetchMailbox {
    /// The number of changes pending for the manager.
    var waiting: Int { contents.withLock(\.calls.changes.count) }

    /// Starts requests.
    ///
    /// - Parameter shortage: the number of memory shortages; requests started before the last one are dropped.
    /// - Throws: `ImageError.tooMuchWork`; nothing is started then.
    /// - Complexity: O(requests).
    func start(_ requests: [AssetImageRequest], shortage: UInt64) throws(ImageError) -> Bool {
        var places = requests.count
        defer { contents.withLock { [places] in $0.calls.release(places) } }
        let others = withContents(at: shortage) { $0.calls.reserve(requests.count, shortage: shortage) }
        // Some may have a place already.
        guard others + requests.count <= CachingWishes.limit || others + missing(requests) <= CachingWishes.limit else {
            throw .tooMuchWork(limit: CachingWishes.limit)
        }
        return change(requests, shortage) { wishes, batch in
            let taken = wishes.start(batch, shortage: shortage)
            wishes.release(taken)
            places -= taken
        }
    }

    /// Stops requests.
    ///
    /// - Complexity: O(requests).
    func stop(_ requests: [AssetImageRequest], shortage: UInt64) -> Bool {
        change(requests, shortage) { $0.stop($1, shortage: shortage) }
    }

    /// Stops everything that calls started.
    func stopAll() -> Bool {
        let (isFirst, old) = contents.withLock { contents in
            let old = contents.calls
            contents.calls.stopAll()
            return (contents.calls.announce() && contents.append(.calls), old)
        }
        return withExtendedLifetime(old) { isFirst }
    }

    /// Takes the oldest changes, for the manager to apply.
    func takeCalls(_ most: Int, shortage: UInt64) -> CachingWishes.Batch {
        withContents(at: shortage) { contents in
            contents.calls.follow(shortage)
            return contents.calls.take(most)
        }
    }

    /// Whether everything that the manager has started for calls is to be stopped, because memory was short in the
    /// meantime.
    func takeStop(shortage: UInt64) -> Bool {
        withContents(at: shortage) { contents in
            contents.calls.follow(shortage)
            return contents.calls.takeStop()
        }
    }

    /// Runs `body` under the lock, and releases what it drops because memory was short afterward: there may be 100,000
    /// images.
    private func withContents<Result: Sendable>(at shortage: UInt64, _ body: (inout Contents) -> Result) -> Result {
        let (result, old) = contents.withLock { contents in
            let old = contents.calls.isOutdated(at: shortage) ? contents.calls : nil
            return (body(&contents), old)
        }
        return withExtendedLifetime(old) { result }
    }

    /// The number of assets of requests for which no image is started.
    private func missing(_ requests: [AssetImageRequest]) -> Int {
        let assets = Array(Set(requests.map(\.asset)))
        return stride(from: 0, to: assets.count, by: Self.batch).reduce(0) { count, start in
            count + contents.withLock { $0.calls.missing(assets[start...].prefix(Self.batch)) }
        }
    }

    private func change(
        _ requests: [AssetImageRequest], _ shortage: UInt64,
        _ body: (inout CachingWishes, ArraySlice<AssetImageRequest>) -> Void
    ) -> Bool {
        var announces = false
        for start in stride(from: 0, to: requests.count, by: Self.batch) {
            let batch = requests[start...].prefix(Self.batch)
            let isFirst = withContents(at: shortage) { contents in
                body(&contents.calls, batch)
                return contents.calls.announce()
            }
            if isFirst { announces = true }
        }
        // After the last batch: the caller schedules the manager now, and others' commands need not wait for it.
        return announces && append(.calls)
    }
}

// MARK: - Windows

extension PrefetchMailbox {
    /// Opens a window with an empty inbox.
    func open(_ window: PrefetchRegistry.Holder, _ state: WindowState, _ inbox: WindowInbox) -> Bool {
        contents.withLock { contents in
            contents.windows[window] = inbox
            return contents.append(.openWindow(window, state))
        }
    }

    /// Sets the visible range of a window.
    func show(
        _ visible: Range<Int>, speed: Double, shortage: UInt64, in window: PrefetchRegistry.Holder
    ) throws(InvalidArgument) -> Bool {
        try contents.withLock { contents throws(InvalidArgument) in
            try contents.change(window) { inbox throws(InvalidArgument) in
                try inbox.show(visible, speed: speed, shortage: shortage)
            }
        }
    }

    /// Sets a new snapshot of a window.
    func rebase(_ window: PrefetchRegistry.Holder, on snapshot: AssetSnapshot) -> Bool {
        let (sends, former) = contents.withLock { contents in
            let former = contents.windows[window]?.wish?.snapshot
            return (contents.change(window) { $0.rebase(on: snapshot) }, former)
        }
        return withExtendedLifetime(former) { sends }
    }

    /// Empties a window.
    func empty(_ window: PrefetchRegistry.Holder) -> Bool {
        contents.withLock { $0.change(window) { $0.empty() } }
    }

    /// Takes the pending request of a window, for the manager to apply.
    func takeWish(of window: PrefetchRegistry.Holder) -> WindowInbox.Wish? {
        contents.withLock { $0.windows[window]?.take() }
    }

    /// Schedules the manager for the next range that is shown in a window, even if it is near to the last one.
    func expectRange(of window: PrefetchRegistry.Holder) {
        contents.withLock { $0.windows[window]?.expectRange() }
    }

    /// Closes a window.
    func close(_ window: PrefetchRegistry.Holder) -> Bool {
        let (sends, former) = contents.withLock { contents in
            let former = contents.windows.removeValue(forKey: window)
            return (contents.append(.closeWindow(window)), former)
        }
        return withExtendedLifetime(former) { sends }
    }
}

/// A command for the prefetching part of the image manager: small, so that a burst of commands takes little memory.
enum PrefetchCommand: Sendable {
    // MARK: Applied at once, in the order of posting

    /// Memory is short: prefetching stops until it is requested again.
    case reclaim(CachingImageManager.MemoryReclaim)
    /// The permission was narrowed: prefetching stops until it is requested again.
    case narrowing
    /// Cells no longer need the images that these tasks wait for.
    case cancel([Task<Void, Never>])
    case close

    // MARK: Applied slice by slice, in the order of posting

    /// The wishes of calls have pending changes.
    case calls
    indirect case openWindow(PrefetchRegistry.Holder, WindowState)
    /// A window's inbox has a pending request.
    case window(PrefetchRegistry.Holder)
    indirect case windowRead(PrefetchRegistry.Holder, WindowState.Read, WindowReading)
    case closeWindow(PrefetchRegistry.Holder)
    /// A holder no longer needs these images.
    indirect case drop(ArraySlice<ImageKey>, PrefetchRegistry.Holder)

    /// Whether the command may take long, so that immediate commands are applied in between.
    var isSliced: Bool {
        switch self {
        case .reclaim, .narrowing, .cancel, .close: false
        default: true
        }
    }

    /// Whether the command adds nothing to the previous one.
    fileprivate func repeats(_ last: PrefetchCommand?) -> Bool {
        switch (self, last) {
        case (.reclaim(let reason), .reclaim(let before)?): reason == before
        case (.narrowing, .narrowing?): true
        default: false
        }
    }
}
