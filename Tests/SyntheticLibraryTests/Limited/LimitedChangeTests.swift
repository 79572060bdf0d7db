import CameraRoll
import Synchronization
import SyntheticLibrary
import Testing

struct LimitedChangeTests {
    private let changes: [@Sendable (SyntheticStore) -> Void] = [
        { $0.select([.row(1), .row(2)]) }, { $0.select([]) }, { $0.edit(.row(1)) { $0.isFavorite.toggle() } },
        { $0.delete([.row(1)]) },
    ]
    private let irrelevant: [@Sendable (SyntheticStore) -> Void] = [
        { $0.select([.row(1)]) }, { $0.delete([.row(7)]) }, { $0.edit(.row(7)) { $0.isFavorite.toggle() } },
        { $0.insert(1) }, { store in store.change { _ = $0.makeAlbum("One", [.row(7)]) } },
    ]

    @Test(arguments: 0..<3)
    func `With few selected assets no details are reported, and nothing of what cannot be seen`(count: Int) async throws
    {
        for change in changes + irrelevant {
            let subject = LimitedSubject()
            subject.store.select((1..<1 + count).map { .row($0) })
            let update = try await subject.access.update(.whole) { change(subject.store) }
            switch update.difference {
            case .touched(let touched): #expect(touched.isEmpty && update.before == update.after)
            case .unknown(let reason): #expect(reason == .limitedAccess)
            default: Issue.record("\(update.difference)")
            }
        }
    }

    @Test func `A visible change is a reload by default, and an invisible one is no change`() async throws {
        let subject = LimitedSubject()
        for change in changes {
            subject.store.select([.row(1)])
            let update = try await subject.access.update(.whole) { change(subject.store) }
            #expect(update.difference == .unknown(.limitedAccess))
        }
        let other = LimitedSubject()
        other.store.select([.row(1)])
        for change in irrelevant {
            let update = try await other.access.update(.whole) { change(other.store) }
            #expect(update.difference == .touched([]))
        }
    }

    @Test func `By option the details are reported, as with full access`() async throws {
        let subject = LimitedSubject(options: SyntheticLimitedAccess(tellsDifferences: true))
        for change in changes + irrelevant + changes {
            let update = try await subject.access.update(.whole) { change(subject.store) }
            #expect(update.isTrue)
        }
    }

    @Test(arguments: [true, false])
    func `A change between limited and full access is a reload`(becomesLimited: Bool) async throws {
        let subject = LimitedSubject(status: becomesLimited ? .authorized : .limited)
        let token = try #require(try await subject.access.token())
        let differences = DifferenceNotes()
        // When access becomes limited the closure runs again; the first run is the one that saw the change.
        _ = try await subject.access.read("update") { library throws(LibraryError) in
            let old = try library.fetchAssets(.whole)
            subject.authorization.set(becomesLimited ? .limited : .authorized)
            let difference = try library.update(old, of: .whole).difference
            differences.note(difference)
            return difference
        }
        #expect(differences.first == .unknown(.limitedAccess))
        let now = try await subject.access.token()
        #expect(try await subject.access.history(since: token) == .resyncRequired(.limitedAccess, from: now))
    }

    @Test func `The history is not reported, unless an option allows it`() async throws {
        let subject = LimitedSubject()
        let token = try #require(try await subject.access.token())
        #expect(try await subject.access.changes(since: token) == nil)
        let open = LimitedSubject(options: SyntheticLimitedAccess(tellsHistory: true))
        open.store.select([.row(1), .row(2), .row(3), .row(4)])
        let start = try #require(try await open.access.token())
        open.store.edit(.row(1)) { $0.isFavorite.toggle() }
        open.store.edit(.row(9)) { $0.isFavorite.toggle() }
        open.store.delete([.row(2), .row(10)])
        open.store.select([.row(1), .row(4), .row(5)])
        let changes = try #require(try await open.access.changes(since: start))
        #expect(changes.assets.updated == [.row(1)] && changes.assets.inserted == [.row(5)])
        #expect(changes.assets.deleted == [.row(2), .row(3)] && changes.albums.isEmpty)
        #expect(changes.affectedAlbums?.contains("S209") == true)
    }

    @Test func `A selection edit is a change like any other`() async throws {
        let subject = LimitedSubject()
        let counter = SignalCounter()
        try await subject.access.read("observe") { library in try library.startObserving(counter.signal) }
        subject.store.select([.row(1)])
        subject.store.select([.row(1)])
        #expect(counter.count == 1)
        subject.store.select([])
        #expect(counter.count == 2)
    }
}

/// The differences seen by a closure, in order.
private final class DifferenceNotes: Sendable {
    private let all = Mutex<[FetchUpdate.Difference]>([])

    var first: FetchUpdate.Difference? { all.withLock(\.first) }

    func note(_ difference: FetchUpdate.Difference) {
        all.withLock { $0.append(difference) }
    }
}
