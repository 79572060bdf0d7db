import CameraRoll

extension ConformanceCheck {
    static var commits: [ConformanceCheck] { [givenUp, committed, passing, receipts] }

    private static let givenUp = ConformanceCheck(living: "Canceled edits change nothing") {
        library, expect in
        let samples = try await library.samples(1)
        let before = try await library.trace()
        let (gate, signals, end) = (BlockingGate(), SignalCount(), Outbox<EditHooks.Outcome>())
        defer { gate.open() }
        library.hooks.set(before: { _ in gate.pass() }, after: { _, outcome in end.put(outcome) })
        try await library.observing(signals) {
            let work = library.begin { edits in
                _ = edits.createAlbum("Given up")
                edits.setFavorite(true, for: samples)
                edits.delete(samples)
            }
            try await library.wait(for: "the wait for a transaction") { await gate.waitUntilReached() }
            work.cancel()
            _ = try await expect.end(of: "a canceled transaction", within: library.deadline, work.value)
            gate.open()
            let outcome = try await library.wait(for: "the editor's end") { await end.take() }
            if case .failure(.notSupported)? = outcome { throw UnsupportedEdit() }
            try expect.equal(outcome, .failure(.cancelled), "the editor's answer to edits that were given up")
            try before.check(try await library.trace(), after: "edits that were given up", expect)
            try expect.equal(signals.count, 0, "the number of signals of edits that were given up")
        }
    }

    private static let committed = ConformanceCheck(living: "An editor commits what it has carried out") {
        library, expect in
        let (gate, end) = (BlockingGate(), Outbox<Bool?>())
        defer { gate.open() }
        // Closing `LibraryAccess` ends uncommitted transactions: here the editor is done, and its result is not
        // delivered yet.
        library.hooks.set(after: { transaction, outcome in
            gate.pass()
            end.put((try? outcome.get()).map { _ in !transaction.isCancelled })
        })
        _ = library.begin { edits in _ = edits.createAlbum("Committed") }
        try await library.wait(for: "the editor's end") { await gate.waitUntilReached() }
        await library.access.close()
        gate.open()
        let outcome = try await library.wait(for: "the editor's end") { await end.take() } ?? nil
        let isCommitted = try expect.needs(outcome, "The editor does not create albums.")
        try expect.equal(isCommitted, true, "whether the transaction was committed")
    }

    private static let passing = ConformanceCheck(
        living: "An edit that waits for the user and one that passes it are both carried out"
    ) { library, expect in
        let samples = try expect.needsSome(try await library.samples(1), "The library has no assets.")
        try await library.pass(deletionOf: samples)
        let found = try await library.read { library in
            (try library.assets(withIdentifiers: samples.map(\.id)), try library.albums(.all).map(\.title))
        }
        try expect.equal(found.0, [], "the assets that were deleted")
        try expect.equal(found.1.contains("Passed"), true, "whether the album created meanwhile is listed")
    }

    private static let receipts = ConformanceCheck(living: "The token of a receipt leads right behind the edits") {
        library, expect in
        _ = try await library.token()
        for _ in 0..<2 {
            let outcome = try await library.edit { edits in edits.createAlbum("Receipt") }
            let token = try expect.needs(outcome.token, "The editor's receipts have no token.")
            let changes = try await library.changes(since: token)
            try expect.equal(changes.isEmpty, true, "whether nothing changed since the token of a receipt")
            let album = try await library.makeAlbum("Behind it")
            let since = try await library.changes(since: token)
            try expect.equal(since.albums.inserted, [album], "the albums inserted since a receipt")
        }
    }
}

extension LivingProbe {
    /// Deletes assets, and creates an album in the meantime, or afterward if the editor does not allow that.
    fileprivate func pass(deletionOf assets: [MediaAsset]) async throws {
        var (first, second) = (ChangeRequest(), ChangeRequest())
        first.delete(assets)
        _ = second.createAlbum("Passed")
        let (deletion, creation) = (first.edits, second.edits)
        let gate = BlockingGate()
        defer { gate.open() }
        hooks.set(before: { if $0.edits == deletion { gate.pass() } })
        let deleting = begin { edits in edits.delete(assets) }
        try await wait(for: "the wait for a deletion") { await gate.waitUntilReached() }
        let passes = try await read { library in
            try library.editor().map { $0.mayAsk(deletion) && !$0.mayAsk(creation) } ?? false
        }
        if !passes { gate.open() }
        let creating = begin { edits in _ = edits.createAlbum("Passed") }
        try check(try await expect.end(of: "an edit beside an open question", within: deadline, creating.value))
        gate.open()
        try check(try await expect.end(of: "an edit with an open question", within: deadline, deleting.value))
    }
}

/// Passes a value from a thread to a task.
private final class Outbox<Value: Sendable>: Sendable {
    private let value = Lock<Value?>(nil)
    private let filled = Gate()

    func put(_ new: Value) {
        value.withLock { $0 = new }
        filled.open()
    }

    /// Waits for the value; nil if the task is canceled.
    func take() async -> Value? {
        await filled.wait()
        return value.withLock(\.self)
    }
}
