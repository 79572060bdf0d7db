/// What becomes of a snapshot while the library changes, as a sequence that is pulled.
///
/// Made by `PhotoRepository.updates(of:)`, which says how it behaves.
public struct AssetUpdates: AsyncSequence, Sendable {
    /// What it gives.
    public typealias Element = AssetUpdate
    /// What it fails with.
    public typealias Failure = LibraryError

    let photos: PhotoRepository
    let snapshot: AssetSnapshot

    /// Starts from the snapshot.
    public func makeAsyncIterator() -> Iterator {
        Iterator(photos, snapshot)
    }

    /// Works out one update with each call of `next`.
    public struct Iterator: AsyncIteratorProtocol {
        private let photos: PhotoRepository
        private var snapshot: AssetSnapshot
        private var subscription: ChangeSubscription?
        private var isFinished = false

        init(_ photos: PhotoRepository, _ snapshot: AssetSnapshot) {
            self.photos = photos
            self.snapshot = snapshot
        }

        /// Waits until something has changed in what was seen last, and gives it; nil after a throw.
        public mutating func next(
            isolation actor: isolated (any Actor)? = #isolation
        ) async throws(LibraryError) -> AssetUpdate? {
            guard !isFinished else { return nil }
            do throws(LibraryError) {
                while let message = try await open().next() {
                    if let update = try await look(message) { return update }
                }
                finish()
                return nil
            } catch {
                finish()
                throw error
            }
        }

        private mutating func open() async throws(LibraryError) -> ChangeSubscription {
            if let subscription { return subscription }
            try photos.check(snapshot)
            let opened = try await ChangeSubscription.open(behind: photos.access)
            subscription = opened
            return opened
        }

        /// The update, if there is one; what was seen last is from now on what there is now, in either case.
        private mutating func look(_ message: InboxState.Message) async throws(LibraryError) -> AssetUpdate? {
            let read = AssetUpdateRead(of: snapshot, reload: message.reload)
            let found = try await photos.access.perform("update snapshot", read)
            snapshot = found.snapshot
            // Out here: the executor has others to serve. And not on the caller's actor, where it is much: that may be
            // the main one (*Never Blocked*).
            let changes = found.isSmall ? found.changes() : await Self.changes(of: found)
            if case .indexes(let changes) = changes, changes.isEmpty { return nil }
            return AssetUpdate(snapshot: snapshot, changes: changes)
        }

        @concurrent private static func changes(of found: FoundUpdate) async -> AssetUpdate.Changes {
            found.changes()
        }

        private mutating func finish() {
            isFinished = true
            subscription = nil
        }
    }
}

@available(*, unavailable)
extension AssetUpdates.Iterator: Sendable {}
