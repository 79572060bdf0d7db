/// The pages of a snapshot or a query, as a sequence that is pulled: nothing is read before it is asked for.
///
/// Made by `PhotoRepository.pages(of:size:)`, which says how it behaves. A copy of an iterator goes on by itself, from
/// where it was made.
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
            guard let pending = try ahead.take()?.claimed() else {
                isFinished = true
                return nil
            }
            let page: Page
            (page, generation) = try await pending.page(isolation: actor)
            isFinished = !page.hasNextPage
            // A read ahead that cannot even be started fails when its page is asked for, not with this one in hand.
            if pages.readsAhead, !isFinished { ahead = try? startPage(of: snapshot) }
            return page
        }

        /// Gives nothing more.
        mutating func finish() {
            (isFinished, ahead) = (true, nil)
        }

        /// What is left of the last page, read again if something was taken back since it was read; nil otherwise.
        ///
        /// - Throws: as ``AssetSnapshot/assetsAgain(in:since:)``.
        mutating func reenqueue(_ range: Range<Int>) async throws(LibraryError) -> [MediaAsset]? {
            try await snapshot?.assetsAgain(in: range, since: &generation)
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
    private let range: Range<Int>
    /// The permission's generation when the read began.
    private let generation: UInt64
    private var isClaimed = false

    init(_ range: Range<Int>, of snapshot: AssetSnapshot) throws(LibraryError) {
        self.snapshot = snapshot
        self.range = range
        generation = snapshot.access.permission.reading.generation
        read = try snapshot.access.start(RangeRead(range, of: snapshot), as: "read page")
    }

    /// The page for one iterator to wait for: this one, or another read of it for a copy that comes second.
    ///
    /// A read has one caller, whose cancellation ends it: that must not end the page of a copied iterator.
    func claimed() throws(LibraryError) -> PendingPage {
        let page = isClaimed ? try PendingPage(range, of: snapshot) : self
        page.isClaimed = true
        return page
    }

    /// Waits for the page; the generation is the permission's under which it may be given out.
    func page(isolation actor: isolated (any Actor)?) async throws(LibraryError) -> (Page, generation: UInt64) {
        var (assets, generation) = (try await read.value(), generation)
        // A page that was read ahead may have waited for long.
        if let again = try await snapshot.assetsAgain(in: range, since: &generation) { assets = again }
        return (Page(assets, from: range.lowerBound, of: snapshot), generation)
    }
}

@available(*, unavailable)
extension PendingPage: Sendable {}

/// The assets of a snapshot, one by one, read in pages.
///
/// Made by `PhotoRepository.assets(of:)`. Within a page `next` neither suspends nor leaves the caller's thread, unless
/// access is limited and the library has changed: then the rest of the page is read again. It fails with
/// `.snapshotWithdrawn` if the user has deselected a part of it.
public struct AssetSequence: AsyncSequence, Sendable {
    /// What it gives.
    public typealias Element = MediaAsset
    /// What it fails with.
    public typealias Failure = LibraryError

    let pages: AssetPages

    /// Starts reading from the first asset.
    public func makeAsyncIterator() -> Iterator {
        Iterator(pages: pages.makeAsyncIterator())
    }

    /// Gives the assets of one page after the other.
    public struct Iterator: AsyncIteratorProtocol {
        private var pages: AssetPages.Iterator
        private var assets: [MediaAsset] = []
        private var position = 0
        /// Where the first of them stands in the snapshot.
        private var offset = 0

        init(pages: AssetPages.Iterator) {
            self.pages = pages
        }

        /// The next asset; nil behind the last one and after a throw.
        public mutating func next(
            isolation actor: isolated (any Actor)? = #isolation
        ) async throws(LibraryError) -> MediaAsset? {
            while position == assets.count {
                guard let page = try await pages.next(isolation: actor) else { return nil }
                (assets, position, offset) = (page.assets, 0, page.offset ?? 0)
            }
            do throws(LibraryError) {
                if let rest = try await pages.reenqueue(offset + position..<offset + assets.count) {
                    (assets, position, offset) = (rest, 0, offset + position)
                }
            } catch {
                (assets, position) = ([], 0)
                pages.finish()
                throw error
            }
            defer { position += 1 }
            return assets[position]
        }
    }
}

@available(*, unavailable)
extension AssetSequence.Iterator: Sendable {}
