import CameraRoll

/// Counts how often a library says that it has changed.
final class SignalCount: Sendable {
    private let counted = Lock(0)
    private let watchers = Watchers()

    /// How often it did.
    var count: Int { counted.withLock(\.self) }

    /// What the library is given.
    var signal: ChangeSignal {
        ChangeSignal { [self] in
            counted.withLock { $0 += 1 }
            watchers.check()
        }
    }

    /// Waits until it did more often than so.
    func passes(_ count: Int) async {
        await watchers.wait { [self] in self.count > count }
    }
}

extension LivingProbe {
    /// Observes the library while something is done, and no longer, whatever becomes of that.
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

    /// Edits the library, and waits until it says so.
    func editAndHear(_ signals: SignalCount) async throws {
        let before = signals.count
        _ = try await makeAlbum("Conformance: signal")
        try await wait(for: "the wait for a signal after an edit") { await signals.passes(before) }
    }
}
