import CameraRoll
import SyntheticLibrary
import Testing

struct ObservationTests {
    @Test func `Every change is reported once, and an edit without effect is not`() async throws {
        let store = SyntheticStore(assets: 20)
        let counter = SignalCounter()
        try await makeAccess(to: store).read("test") { library in
            try library.startObserving(counter.signal)
            store.change { contents in
                contents.delete([.row(1), .row(2)])
                contents.makeAlbum("One", [.row(3)])
            }
            #expect(counter.count == 1)
            store.edit(.row(4)) { $0.isFavorite = $0.isFavorite }
            store.delete([.row(1)])
            store.change { $0.rename("nowhere", to: "Two") }
            _ = store.change { $0.assets.count }
            #expect(counter.count == 1)
            store.edit(.row(4)) { $0.isFavorite.toggle() }
            #expect(counter.count == 2)
            library.stopObserving()
            store.edit(.row(4)) { $0.isFavorite.toggle() }
            #expect(counter.count == 2)
            library.stopObserving()
        }
    }

    @Test func `An observer may read in its callback: the lock is free`() async throws {
        let store = SyntheticStore(assets: 20)
        let seen = Recorder<Int>()
        try await makeAccess(to: store).read("test") { library in
            try library.startObserving(ChangeSignal { seen.append(store.contents.assets.count) })
            store.delete([.row(1)])
        }
        #expect(seen.values == [19])
    }

    @Test func `A change before a read is reported too`() async throws {
        let store = SyntheticStore(assets: 20)
        let counter = SignalCounter()
        store.schedule(beforeRead: 2) { $0.delete([.row(1)]) }
        try await makeAccess(to: store).read("test") { library in
            try library.startObserving(counter.signal)
            #expect(counter.count == 0)
            _ = try library.albums(.all)
            #expect(counter.count == 1)
        }
    }

    @Test func `Each observing library is notified, until it stops or is released`() async throws {
        let store = SyntheticStore(assets: 20)
        let (first, second) = (SignalCounter(), SignalCounter())
        let (one, other) = (makeAccess(to: store), makeAccess(to: store))
        try await one.read("test") { library in try library.startObserving(first.signal) }
        try await other.read("test") { library in try library.startObserving(second.signal) }
        store.delete([.row(1)])
        #expect(first.count == 1 && second.count == 1)
        try await one.read("test") { library in library.stopObserving() }
        store.delete([.row(2)])
        #expect(first.count == 1 && second.count == 2)
    }
}
