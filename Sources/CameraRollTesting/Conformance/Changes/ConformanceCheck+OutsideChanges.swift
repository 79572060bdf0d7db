import CameraRoll

extension ConformanceCheck {
    /// The guarantees of a library that is changed from outside, such as by a server, another program or another
    /// device.
    ///
    /// They need ``LibrarySubject/init(deadline:change:select:_:)`` with a `change`, and no editor.
    public static var outsideChanges: [ConformanceCheck] {
        [
            outsideSignal, outsideSignalEnds, outsideUpdates, outsideEmptyUpdates, outsideFrozen, outsideFollowed,
            outsideHistory,
        ]
    }

    /// A check of a library in which the subject can cause changes.
    private init(
        outside name: String, body: @escaping @Sendable (OutsideProbe, Expectation) async throws -> Void
    ) {
        self.init(name) { subject, expect in
            let change = try expect.needs(subject.change, "The subject brings no way to cause a change.")
            try await subject.withProbe(expect) { probe in
                try await body(OutsideProbe(living: probe, change: change), expect)
            }
        }
    }

    private static let outsideSignal = ConformanceCheck(
        outside: "A signal is called after a change by others, each time one observes"
    ) { library, expect in
        for _ in 0..<3 {
            let signals = SignalCount()
            try await library.living.observing(signals) {
                try await library.changeAndAwaitSignal(signals)
                try await library.changeAndAwaitSignal(signals)
            }
        }
    }

    private static let outsideSignalEnds = ConformanceCheck(
        outside: "A signal is not called for changes by others after the end of its observation"
    ) { library, expect in
        let (first, second) = (SignalCount(), SignalCount())
        try await library.living.observing(first) { try await library.changeAndAwaitSignal(first) }
        let count = first.count
        try await library.living.observing(second) { try await library.changeAndAwaitSignal(second) }
        try expect.equal(first.count, count, "the number of calls after the end of the observation")
    }

    private static let outsideUpdates = ConformanceCheck(
        outside: "An update after a change by others leads from the old list to the new, and tells all changes"
    ) { library, expect in
        let signals = SignalCount()
        try await library.living.observing(signals) {
            var lists = try await library.living.hold(OutsideProbe.queries)
            for _ in 0..<3 {
                try await library.changeAndAwaitSignal(signals)
                let updates = try await library.living.update(OutsideProbe.queries, from: lists)
                for update in updates { try update.check(expect) }
                lists = updates.map(\.new)
            }
        }
    }

    private static let outsideEmptyUpdates = ConformanceCheck(
        outside: "An update without a change by others in between is empty"
    ) { library, expect in
        let (signals, living, queries) = (SignalCount(), library.living, OutsideProbe.queries)
        try await living.observing(signals) {
            var lists = try await living.hold(queries)
            for update in try await living.update(queries, from: lists) { try update.checkNothing(expect) }
            try await library.changeAndAwaitSignal(signals)
            lists = try await living.update(queries, from: lists).map(\.new)
            for update in try await living.update(queries, from: lists) { try update.checkNothing(expect) }
        }
    }

    private static let outsideFrozen = ConformanceCheck(
        outside: "A result stays as it was fetched, also after changes by others"
    ) { library, expect in
        let (signals, queries) = (SignalCount(), OutsideProbe.queries)
        try await library.living.observing(signals) {
            let lists = try await library.living.hold(queries)
            for _ in 0..<2 {
                try await library.changeAndAwaitSignal(signals)
                try await library.living.read { library in
                    for (query, before) in zip(queries, lists) {
                        guard let result = library.held[query] else { continue }
                        let existing = Set(try library.assets(withIdentifiers: before.map(\.id)).map(\.id))
                        try result.checkIndexes(before, existing, expect)
                        try result.checkIdentifiers(before, expect)
                        try result.checkWhole(before, expect)
                    }
                }
            }
        }
    }

    private static let outsideFollowed = ConformanceCheck(
        outside: "Who follows a snapshot comes to see what others change"
    ) { library, expect in
        let follower = try await Follower(of: .everything(), in: library.living)
        defer { follower.stop() }
        for _ in 0..<3 {
            let before = follower.shown
            try await library.causeChange()
            try await follower.leaves(before, library.living)
            try await follower.reaches(library.living)
        }
    }

    private static let outsideHistory = ConformanceCheck(
        outside: "The history tells what others inserted, updated and deleted"
    ) { library, expect in
        let (signals, living) = (SignalCount(), library.living)
        try await living.observing(signals) {
            for _ in 0..<2 {
                let start = try await living.token()
                let (before, after) = try await library.changeAndAwaitSignal(signals)
                let changes = try await living.changes(since: start)
                let (old, new) = (Set(before.map(\.id)), Set(after.map(\.id)))
                try expect.equal(changes.assets.inserted, new.subtracting(old), "the assets inserted by others")
                try expect.equal(changes.assets.deleted, old.subtracting(new), "the assets deleted by others")
                let same = Set(before)
                let updated = Set(after.filter { old.contains($0.id) && !same.contains($0) }.map(\.id))
                let missing = updated.subtracting(changes.assets.updated)
                try expect.equal(missing, [], "the assets updated by others that are not named")
                try await living.checkUpdated(changes)
            }
        }
    }
}

/// A library in which the subject can cause changes, opened for one check.
struct OutsideProbe: Sendable {
    let living: LivingProbe
    let change: @Sendable () async throws -> Void

    /// The queries that are compared during the changes.
    static var queries: [AssetQuery] {
        [.everything(), .all, .all.sorted(by: .oldestFirst), .all.sorted(), .all.prefix(5)]
    }

    /// Causes a change, which a fetch shows from then on.
    ///
    /// - Returns: all assets before the change.
    @discardableResult
    func causeChange() async throws -> [MediaAsset] {
        let before = try await everything()
        let subject = "the way to cause a change"
        let end = try await living.wait(for: subject) { [change] in await Result<Void, any Error>.of(change) }
        try end.get()
        // A change without effect need not be signaled, so nothing waits for a signal.
        guard try await everything() == before else { return before }
        throw living.expect.fail(
            "a fetch after the subject's 'change'",
            expected: "other assets than before, since 'change' returns once a fetch shows what it has changed",
            found: "the same")
    }

    /// Causes a change, and waits until the library signals it.
    ///
    /// - Returns: all assets before and after the change.
    @discardableResult
    func changeAndAwaitSignal(_ signals: SignalCount) async throws -> (before: [MediaAsset], after: [MediaAsset]) {
        let heard = signals.count
        let before = try await causeChange()
        try await living.wait(for: "the wait for a signal after a change by others") { await signals.passes(heard) }
        return (before, try await everything())
    }

    private func everything() async throws -> [MediaAsset] {
        // The library may be wrapped, as in a check of permission.
        try await living.access.look { try $0.everything(order: []) }
    }
}

extension Result where Success == Void, Failure == any Error {
    /// The result of `body`.
    fileprivate static func of(_ body: @Sendable () async throws -> Void) async -> Result {
        do {
            return .success(try await body())
        } catch {
            return .failure(error)
        }
    }
}
