import CameraRoll
import CameraRollTesting
import CoreTestSupport
import SyntheticLibrary
import TestSupport
import Testing

/// Every order of changes, pages, updates and decisions of the user, on a small scale, against a model.
@Suite(.timeLimit(.hang)) struct InterleavingTests {
    enum Event: CaseIterable {
        case change, page, update, withdraw, allow
    }

    /// All orders of four events, by the first of them; each run then continues the walk and the stream to their
    /// ends.
    @Test(arguments: Event.allCases)
    func `Pages show one state, updates lead to the present, and permission ends both`(first: Event) async throws {
        for second in Event.allCases {
            for third in Event.allCases {
                for fourth in Event.allCases {
                    var run = try await Interleaving()
                    for event in [first, second, third, fourth, .page, .update, .page] { try await run.step(event) }
                    await run.end()
                }
            }
        }
    }

    @Test(arguments: Effort.seeds(0..<40))
    func `Longer orders by chance do the same`(seed: Int) async throws {
        var numbers = SeededNumbers(seed: UInt64(seed))
        var run = try await Interleaving()
        for _ in 0..<60 {
            guard let event = Event.allCases.randomElement(using: &numbers) else { continue }
            // The user decides less often than the other events happen.
            let isRare = event == .withdraw && Int.random(in: 0..<6, using: &numbers) > 0
            try await run.step(isRare ? .page : event)
        }
        await run.end()
    }
}

/// One library with a walk and a stream, and their expected results.
private struct Interleaving {
    /// The state of a walk or a stream.
    private enum Life {
        /// The error of its next call; nil if it will succeed.
        case going(LibraryError?)
        case over
    }

    private let subject = LivingSubject(assets: 9)
    private let snapshot: AssetSnapshot
    private let all: [AssetID]
    private var pages: AssetPages.Iterator
    private var shown = 0
    private var walk = Life.going(nil)
    private var updates: AssetUpdates.Iterator
    private var list: [AssetID]
    private var stream = Life.going(nil)
    private var isSubscribed = false

    init() async throws {
        snapshot = try await subject.photos.snapshot()
        all = try await subject.photos.assets(in: snapshot.indices, of: snapshot).map(\.id)
        list = all
        pages = subject.photos.pages(of: snapshot, size: 2).makeAsyncIterator()
        updates = subject.photos.updates(of: snapshot).makeAsyncIterator()
    }

    private var isAllowed: Bool { subject.authorization.status.allowsReading }
    private var present: [AssetID] {
        AssetQuery.all.select(from: subject.store.contents.assets).map(\.id)
    }

    mutating func step(_ event: InterleavingTests.Event) async throws {
        switch event {
        case .change: subject.store.change { $0.delete(list.suffix(1) + $0.insert()) }
        case .page: try await page()
        case .update: try await update()
        case .withdraw: withdraw()
        case .allow: subject.authorization.status = .authorized
        }
        #expect(subject.ledger.touchesBeforePermission.isEmpty)
    }

    /// Every reader fails: with the status if it notices the revocation at once, and otherwise because its snapshot
    /// is gone.
    private mutating func withdraw() {
        guard isAllowed else { return }
        subject.authorization.status = .denied
        if case .going = walk { walk = .going(.snapshotInvalidated(of: snapshot.library)) }
        guard case .going(nil) = stream else { return }
        stream = .going(isSubscribed ? .notAuthorized(.denied) : .snapshotInvalidated(of: snapshot.library))
    }

    private mutating func page() async throws {
        guard case .going(let failure) = walk else { return #expect(try await pages.next() == nil) }
        if let failure {
            walk = .over
            let expected = isAllowed ? failure : .notAuthorized(.denied)
            do {
                let page = try await pages.next()
                // After its last page a walk no longer needs the library.
                #expect(page == nil && shown >= all.count)
            } catch {
                #expect(error == expected)
            }
            return
        }
        let page = try await pages.next()
        #expect(page?.assets.map(\.id) ?? [] == Array(all.dropFirst(shown).prefix(2)))
        shown += 2
        if page == nil { walk = .over }
    }

    private mutating func update() async throws {
        guard case .going(let failure) = stream else { return #expect(try await updates.next() == nil) }
        if failure != nil || !isAllowed {
            stream = .over
            let expected = isSubscribed || isAllowed ? failure : .notAuthorized(.denied)
            do {
                _ = try await updates.next()
                Issue.record("an update without permission")
            } catch {
                #expect(error == expected)
            }
            return
        }
        let present = present
        // Without a difference it would wait, as it should.
        guard present != list else { return }
        let update = try await updates.next()
        isSubscribed = true
        list = try update?.indexChanges?.applied(to: list) { present[$0] } ?? []
        #expect(list == present)
    }

    /// Everything is released with the last reference.
    func end() async {
        await subject.manager.close()
        #expect(subject.store.liveFetchResults == 0)
        #expect(subject.count(of: .startObserving) == subject.count(of: .stopObserving))
        #expect(subject.count(of: .open) == subject.count(of: .releaseLibrary))
        #expect(subject.ledger.touchesOffExecutor.isEmpty)
    }
}
