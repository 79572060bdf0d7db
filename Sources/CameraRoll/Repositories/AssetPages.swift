/// The pages of a snapshot, as a sequence that is pulled: nothing is read before it is asked for.
///
/// Made by `PhotoRepository.pages(of:size:)`, which says how it behaves.
public struct AssetPages: AsyncSequence, Sendable {
    /// What it gives.
    public typealias Element = Page
    /// What it fails with.
    public typealias Failure = LibraryError

    let photos: PhotoRepository
    let snapshot: AssetSnapshot
    let start: PageRequest
    let readsAhead: Bool

    /// Starts reading from the first page.
    public func makeAsyncIterator() -> Iterator {
        Iterator(pages: self)
    }

    /// Reads one page with each call of `next`.
    public struct Iterator: AsyncIteratorProtocol {
        private let pages: AssetPages
        private var request: PageRequest
        private var ahead: PendingPage?
        private var isFinished = false

        init(pages: AssetPages) {
            self.pages = pages
            request = pages.start
        }

        /// The next page; nil behind the last one and after a throw.
        public mutating func next(
            isolation actor: isolated (any Actor)? = #isolation
        ) async throws(LibraryError) -> Page? {
            guard !isFinished else { return nil }
            do throws(LibraryError) {
                return try await nextPage(isolation: actor)
            } catch {
                isFinished = true
                ahead = nil
                throw error
            }
        }

        private mutating func nextPage(isolation actor: isolated (any Actor)?) async throws(LibraryError) -> Page? {
            guard !Task.isCancelled else { throw .cancelled }
            if ahead == nil { ahead = try startPage() }
            guard let pending = ahead.take() else {
                isFinished = true
                return nil
            }
            let page = try await pending.page(isolation: actor)
            isFinished = !page.hasNextPage
            // A read ahead that cannot even be started fails when its page is asked for, not with this one in hand.
            if pages.readsAhead, !isFinished { ahead = try? startPage() }
            return page
        }

        /// Starts reading the next page; nil behind the last one.
        private mutating func startPage() throws(LibraryError) -> PendingPage? {
            try pages.photos.check(pages.snapshot)
            let range = try request.range(inCount: pages.snapshot.count)
            guard !range.isEmpty else { return nil }
            let pending = try PendingPage(range, of: pages.snapshot)
            request = request.next
            return pending
        }
    }
}

@available(*, unavailable)
extension AssetPages.Iterator: Sendable {}

/// A page that is being read.
final class PendingPage {
    private let read: PendingRead<RangeRead>
    private let snapshot: AssetSnapshot
    private let offset: Int

    init(_ range: Range<Int>, of snapshot: AssetSnapshot) throws(LibraryError) {
        self.snapshot = snapshot
        offset = range.lowerBound
        read = try snapshot.access.start(RangeRead(range, of: snapshot), as: "read page")
    }

    func page(isolation actor: isolated (any Actor)?) async throws(LibraryError) -> Page {
        Page(try await read.value(), from: offset, of: snapshot)
    }
}

@available(*, unavailable)
extension PendingPage: Sendable {}
