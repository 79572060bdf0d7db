import CameraRollTesting
import TestSupport
import Testing

@testable import CameraRoll

/// Libraries that go away, as with an ejected volume, and come back.
@Suite(.timeLimit(.hang)) struct DepartedLibraryTests {
    /// A library on a volume that can be ejected.
    private final class Volume: Sendable {
        private struct Contents {
            var isAway = false
            var signals: [ChangeSignal] = []
            var openings = 0
        }

        private let contents = Lock(Contents())

        var signals: [ChangeSignal] { contents.withLock(\.signals) }
        var openings: Int { contents.withLock(\.openings) }

        func add(_ signal: ChangeSignal) {
            contents.withLock { $0.signals.append(signal) }
        }

        func open() throws {
            let isAway = contents.withLock { contents in
                contents.openings += 1
                return contents.isAway
            }
            if isAway { throw LibraryError.cannotOpen(reason: "no volume") }
        }

        /// Ejects the volume, which the library reports.
        func eject() {
            contents.withLock { $0.isAway = true }
            signals.last?.libraryWentAway()
        }

        func insert() {
            contents.withLock { $0.isAway = false }
        }
    }

    private final class VolumeLibrary: ForwardingLibrary {
        private let volume: Volume

        init(_ base: any PhotoLibraryBackend, _ volume: Volume) throws {
            self.volume = volume
            try volume.open()
            super.init(base)
        }

        override func startObserving(_ signal: ChangeSignal) throws(LibraryError) { volume.add(signal) }
    }

    private let volume: Volume
    private let photos: PhotoRepository
    private var access: LibraryAccess { photos.access }

    init() {
        let volume = Volume()
        self.volume = volume
        let contents = FixedContents(assets: (0..<3).map { MediaAsset(id: AssetID("\($0)")) })
        let source = PhotoLibrarySource.fixed(contents).wrapping { try VolumeLibrary($0, volume) }
        photos = PhotoRepository(
            access: LibraryAccess(source, executor: LibraryExecutor(label: "departure"), limits: .untimed))
    }

    /// Whether a snapshot's result is still there.
    private func check(_ snapshot: AssetSnapshot) async throws(LibraryError) {
        try await access.perform("look for result") { [id = snapshot.id] state throws(LibraryError) in
            _ = try state.result(of: id)
        }
    }

    @Test func `A library that went away is opened again, and its snapshots are invalid`() async throws {
        let snapshot = try await photos.snapshot()
        try await access.observeChanges()
        volume.eject()
        await #expect(throws: LibraryError.cannotOpen(reason: "no volume")) { try await photos.snapshot() }
        volume.insert()
        #expect(try await photos.snapshot().count == 3)
        await #expect(throws: LibraryError.snapshotInvalidated(of: snapshot.library)) { try await check(snapshot) }
        await access.close()
    }

    @Test func `A signal of an earlier opening does not drop the library that is open now`() async throws {
        _ = try await photos.snapshot()
        try await access.observeChanges()
        volume.eject()
        volume.insert()
        let snapshot = try await photos.snapshot()
        #expect(volume.openings == 2)
        volume.signals.first?.libraryWentAway()
        try await check(snapshot)
        #expect(volume.openings == 2)
        await access.close()
    }

    @Test func `A library that comes back is observed again if there are subscribers`() async throws {
        let snapshot = try await photos.snapshot()
        var updates = photos.updates(of: snapshot).makeAsyncIterator()
        _ = try await updates.next()
        #expect(volume.signals.count == 1)
        volume.eject()
        volume.insert()
        _ = try await photos.snapshot()
        #expect(volume.signals.count == 2)
        await #expect(throws: LibraryError.snapshotInvalidated(of: snapshot.library)) { _ = try await updates.next() }
        await access.close()
    }
}
