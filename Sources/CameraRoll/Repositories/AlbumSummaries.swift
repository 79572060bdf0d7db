/// Albums with exact counts and covers, as a sequence that is pulled: one album is read with each call of `next`.
///
/// Made by `AlbumRepository.summaries(of:cover:mediaTypes:)`. It throws only where nothing can be read at all: no
/// permission, cancelled, timed out, shut down; an iterator that threw is at its end.
public struct AlbumSummaries: AsyncSequence, Sendable {
    /// What it gives.
    public typealias Element = AlbumSummary
    /// What it fails with.
    public typealias Failure = LibraryError

    let access: LibraryAccess
    let albums: [Album]
    let policy: CoverPolicy
    let mediaTypes: Set<MediaType>

    /// Starts with the first album.
    public func makeAsyncIterator() -> Iterator {
        Iterator(summaries: self, remaining: albums[...])
    }

    /// Reads one album with each call of `next`.
    public struct Iterator: AsyncIteratorProtocol {
        let summaries: AlbumSummaries
        var remaining: ArraySlice<Album>

        /// The next album; nil behind the last one and after a throw.
        public mutating func next(
            isolation actor: isolated (any Actor)? = #isolation
        ) async throws(LibraryError) -> AlbumSummary? {
            guard let album = remaining.popFirst() else { return nil }
            let read = AlbumSummaryRead(album, cover: summaries.policy, mediaTypes: summaries.mediaTypes)
            do throws(LibraryError) {
                return try await summaries.access.perform("summarise album", read)
            } catch {
                remaining = []
                throw error
            }
        }
    }
}

@available(*, unavailable)
extension AlbumSummaries.Iterator: Sendable {}
