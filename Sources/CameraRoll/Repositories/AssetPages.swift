/// The pages of a snapshot or a query, as a sequence that is pulled: nothing is read before it is asked for.
///
/// Made by `PhotoRepository.pages(of:size:)`, which says how it behaves.
public struct AssetPages: AsyncSequence, Sendable {
    /// What it gives.
    public typealias Element = Page
    /// What it fails with.
    public typealias Failure = LibraryError

    /// What is paged: a snapshot that somebody holds, or one that each iteration takes for itself.
    enum Source: Sendable {
        case snapshot(AssetSnapshot)
        case query(AssetQuery)
    }

    let photos: PhotoRepository
    let source: Source
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
        private var snapshot: AssetSnapshot?
        private var ahead: PendingPage?
        /// The permission's generation when the last page was begun.
        private var generation: UInt64 = 0
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
            let snapshot = try await openSnapshot()
            if ahead == nil { ahead = try startPage(of: snapshot) }
            guard let pending = ahead.take() else {
                isFinished = true
                return nil
            }
            let page = try await pending.page(isolation: actor)
            generation = pending.generation
            isFinished = !page.hasNextPage
            // A read ahead that cannot even be started fails when its page is asked for, not with this one in hand.
            if pages.readsAhead, !isFinished { ahead = try? startPage(of: snapshot) }
            return page
        }

        /// Gives nothing more.
        mutating func finish() {
            (isFinished, ahead) = (true, nil)
        }

        /// Refuses what is left of the last page, if the permission was taken back since.
        func checkPermission() throws(LibraryError) {
            try snapshot?.checkPermission(since: generation)
        }

        /// What is paged; taken with the first page where it is a query.
        private mutating func openSnapshot() async throws(LibraryError) -> AssetSnapshot {
            if let snapshot { return snapshot }
            _ = try request.range(inCount: 0)
            let opened = try await pages.photos.open(pages.source)
            snapshot = opened
            return opened
        }

        /// Starts reading the next page; nil behind the last one.
        private mutating func startPage(of snapshot: AssetSnapshot) throws(LibraryError) -> PendingPage? {
            let range = try request.range(inCount: snapshot.count)
            guard !range.isEmpty else { return nil }
            let pending = try PendingPage(range, of: snapshot)
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
    /// The permission's generation when the read began.
    let generation: UInt64

    init(_ range: Range<Int>, of snapshot: AssetSnapshot) throws(LibraryError) {
        self.snapshot = snapshot
        offset = range.lowerBound
        generation = snapshot.access.permission.reading.generation
        read = try snapshot.access.start(RangeRead(range, of: snapshot), as: "read page")
    }

    func page(isolation actor: isolated (any Actor)?) async throws(LibraryError) -> Page {
        let assets = try await read.value()
        try snapshot.checkPermission(since: generation)
        return Page(assets, from: offset, of: snapshot)
    }
}

@available(*, unavailable)
extension PendingPage: Sendable {}
