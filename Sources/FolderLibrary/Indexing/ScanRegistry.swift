#if FolderLibrary || canImport(Darwin)
import CameraRoll

/// The scans of a folder with their subscribers, behind a lock; no callback is called while it is held.
final class ScanRegistry: Sendable {
    private struct Contents {
        var book = ScanQueueState()
        var scans: [ScanQueueState.ID: (control: ScanControl, seats: [ScanSubscription])] = [:]
        var readers: [Int: AsyncStream<Void>.Continuation] = [:]
        var lastReader = 0
        var isClosed = false
    }

    private let contents = Lock(Contents())

    /// Adds a subscription to an existing scan, or to a new one.
    ///
    /// - Returns: the scan, and its control if it is new and must be carried out.
    func admit(
        _ subscription: ScanSubscription, isWhole: Bool, joiningOneUnderWay: Bool, _ closing: ScanClosing
    ) -> (id: ScanQueueState.ID, new: ScanControl?) {
        change { contents in
            switch contents.book.admit(isWhole: isWhole, joiningOneUnderWay: joiningOneUnderWay) {
            case .joined(let id):
                contents.scans[id]?.seats.append(subscription)
                return (id, nil)
            case .new(let id):
                let control = ScanControl(closing) { [weak self] in self?.report($0, of: id) }
                contents.scans[id] = (control, [subscription])
                return (id, control)
            }
        }
    }

    func begin(_ id: ScanQueueState.ID, isWatched: Bool) {
        change { $0.book.begin(id, isWatched: isWatched) }
    }

    /// Records why the index cannot be written; nil if it can.
    func note(indexProblem: FolderError?) {
        change { $0.book.note(indexProblem: indexProblem) }
    }

    private func report(_ progress: IndexingProgress, of id: ScanQueueState.ID) {
        let seats = change { contents in
            contents.book.advance(id, to: progress)
            return contents.scans[id]?.seats ?? []
        }
        for subscription in seats { subscription.report(progress) }
    }

    /// Removes a subscription, once; the scan ends if it was the last one.
    func leave(_ id: ScanQueueState.ID, _ subscription: ScanSubscription) {
        let departure = contents.withLock { contents in
            let departure = contents.book.leave(id)
            if departure == .leaves { contents.scans[id]?.seats.removeAll { $0 === subscription } }
            if departure == .endsScan { contents.scans[id]?.control.cancel() }
            return departure
        }
        if departure == .leaves { subscription.end(.failure(.cancelled)) }
    }

    /// Ends a scan for all subscribers.
    func end(_ id: ScanQueueState.ID, _ outcome: Result<IndexingProgress, FolderError>) {
        let seats = change { contents in
            contents.book.end(id, outcome)
            return contents.scans.removeValue(forKey: id)?.seats ?? []
        }
        for subscription in seats { subscription.end(outcome) }
    }
}

// MARK: - Status readers

extension ScanRegistry {
    /// The current state of the folder's indexing.
    var status: IndexingStatus { contents.withLock(\.book.status) }

    /// A signal immediately, and whenever the status may have changed; signals that were not taken are merged.
    func signals() -> AsyncStream<Void> {
        let (signals, continuation) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        let number: Int? = contents.withLock { contents in
            guard !contents.isClosed else { return nil }
            contents.lastReader += 1
            contents.readers[contents.lastReader] = continuation
            return contents.lastReader
        }
        continuation.yield()
        guard let number else {
            continuation.finish()
            return signals
        }
        continuation.onTermination = { [weak self] _ in self?.dismiss(number) }
        return signals
    }

    /// Finishes all signal streams.
    func close() {
        let readers = contents.withLock { contents in
            contents.isClosed = true
            defer { contents.readers = [:] }
            return contents.readers
        }
        for reader in readers.values { reader.finish() }
    }

    private func dismiss(_ number: Int) {
        let reader = contents.withLock { $0.readers.removeValue(forKey: number) }
        // Released outside of the lock.
        withExtendedLifetime(reader) {}
    }

    private func change<Value>(_ body: (inout Contents) -> Value) -> Value {
        let (value, readers) = contents.withLock { contents in
            let before = contents.book.status
            let value = body(&contents)
            return (value, contents.book.status == before ? [] : Array(contents.readers.values))
        }
        for reader in readers { reader.yield() }
        return value
    }
}
#endif
