/// The album list of a screen, and what becomes of it while the library changes, as a sequence that is pulled.
///
/// Made by `AlbumRepository.albumUpdates(_:cover:)`, which says how it behaves.
public struct AlbumUpdates: AsyncSequence, Sendable {
    /// What it gives.
    public typealias Element = AlbumListUpdate
    /// What it fails with.
    public typealias Failure = LibraryError

    let access: LibraryAccess
    let options: AlbumListOptions
    let policy: CoverPolicy

    /// Starts with the list of now.
    public func makeAsyncIterator() -> Iterator {
        Iterator(self)
    }

    /// Works out one list with each call of `next`.
    public struct Iterator: AsyncIteratorProtocol {
        private let updates: AlbumUpdates
        private var messages: ChangeMessages
        private var shown: ShownAlbums?

        init(_ updates: AlbumUpdates) {
            self.updates = updates
            messages = ChangeMessages(behind: updates.access)
        }

        /// The list, and then each time that it has changed; nil after a throw.
        public mutating func next(
            isolation actor: isolated (any Actor)? = #isolation
        ) async throws(LibraryError) -> AlbumListUpdate? {
            do throws(LibraryError) {
                while let message = try await messages.next() {
                    if let update = try await look(message) { return update }
                }
                return nil
            } catch {
                messages.finish()
                throw error
            }
        }

        private mutating func look(_ message: InboxState.Message) async throws(LibraryError) -> AlbumListUpdate? {
            let read = AlbumUpdateRead(
                updates.options, cover: updates.policy, after: shown, isFull: message.reload != nil)
            let now = try await updates.access.perform("update albums", read)
            defer { shown = now }
            guard let before = shown, message.reload == nil else {
                return AlbumListUpdate(albums: now.list, changes: .reload(message.reload ?? .first))
            }
            let changes = now.changes(since: before)
            return changes.isEmpty ? nil : AlbumListUpdate(albums: now.list, changes: .indexes(changes))
        }
    }
}

@available(*, unavailable)
extension AlbumUpdates.Iterator: Sendable {}
