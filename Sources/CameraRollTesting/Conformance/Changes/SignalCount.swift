import CameraRoll

/// Counts the change signals of a library.
final class SignalCount: Sendable {
    private let counted = Lock(0)
    private let watchers = Watchers()

    /// The number of signals.
    var count: Int { counted.withLock(\.self) }

    /// The signal to pass to the library.
    var signal: ChangeSignal {
        ChangeSignal { [self] in
            counted.withLock { $0 += 1 }
            watchers.check()
        }
    }

    /// Waits until the number exceeds a count.
    func passes(_ count: Int) async {
        await watchers.wait { [self] in self.count > count }
    }
}

extension LivingProbe {
    /// Observes the library while `body` runs, and stops even if it throws.
    func observing(_ signals: SignalCount, _ body: () async throws -> Void) async throws {
        try await access.look { try $0.startObserving(signals.signal) }
        do {
            try await body()
        } catch {
            try await access.look { $0.stopObserving() }
            throw error
        }
        try await access.look { $0.stopObserving() }
    }

    /// Edits the library, and waits for its signal.
    func editAndAwaitSignal(_ signals: SignalCount) async throws {
        let before = signals.count
        _ = try await makeAlbum("Conformance: signal")
        try await wait(for: "the wait for a signal after an edit") { await signals.passes(before) }
    }
}
