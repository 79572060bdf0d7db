/// The pages of a snapshot or a query, as an asynchronous sequence: a page is read when it is requested.
///
/// Created by `PhotoRepository.pages(of:size:)`, which describes its behavior. A copy of an iterator continues
/// independently from the position at which it was made.
public struct AssetPages: AsyncSequence, Sendable {
    /// The element is a page.
    public typealias Element = Page
    /// The sequence fails with a library error.
    public typealias Failure = LibraryError

    /// The source of the pages: an existing snapshot, or a query of which each iteration takes a snapshot.
    enum Source: Sendable {
        case snapshot(AssetSnapshot)
        case query(AssetQuery)
    }

    let photos: PhotoRepository
    let source: Source
    let start: PageRequest
    let readsAhead: Bool

    /// Creates an iterator, which starts with the first page.
    public func makeAsyncIterator() -> Iterator {
        Iterator(pages: self)
    }

    /// Reads one page with each call of `next`.
    public struct Iterator: AsyncIteratorProtocol {
        private let pages: AssetPages
        private var request: PageRequest
        private var snapshot: AssetSnapshot?
        private var ahead: PendingPage?
        /// The permission's generation when the read of the last page began.
        private var generation: UInt64 = 0
        private var isFinished = false

        init(pages: AssetPages) {
            self.pages = pages
            request = pages.start
        }

        /// Reads the next page; returns nil after the last one and after an error.
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
            // If a read-ahead cannot be started, its page fails when it is requested, and not this one.
            if pages.readsAhead, !isFinished { ahead = try? startPage(of: snapshot) }
            return page
        }

        /// Ends the iterator.
        mutating func finish() {
            (isFinished, ahead) = (true, nil)
        }

        /// The rest of the last page, read again if the permission was revoked since; otherwise nil.
        ///
        /// - Throws: as ``AssetSnapshot/assetsAgain(in:since:)``.
        mutating func reenqueue(_ range: Range<Int>) async throws(LibraryError) -> [MediaAsset]? {
            try await snapshot?.assetsAgain(in: range, since: &generation)
        }

        /// The snapshot of the pages; of a query it is taken with the first page.
        private mutating func openSnapshot() async throws(LibraryError) -> AssetSnapshot {
            if let snapshot { return snapshot }
            _ = try request.range(inCount: 0)
            let opened = try await pages.photos.open(pages.source)
            snapshot = opened
            return opened
        }

        /// Starts to read the next page; returns nil after the last one.
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

    /// Claims the page for one iterator: this page, or, if it is already claimed, another read for a copied iterator.
    ///
    /// A read has one caller, whose cancellation ends it: that must not end the page of a copied iterator.
    func claimed() throws(LibraryError) -> PendingPage {
        let page = isClaimed ? try PendingPage(range, of: snapshot) : self
        page.isClaimed = true
        return page
    }

    /// Waits for the page; returns it with the permission's generation under which it may be delivered.
    func page(isolation actor: isolated (any Actor)?) async throws(LibraryError) -> (Page, generation: UInt64) {
        var (assets, generation) = (try await read.value(), generation)
        // A page that was read ahead may have waited for a long time.
        if let again = try await snapshot.assetsAgain(in: range, since: &generation) { assets = again }
        return (Page(assets, from: range.lowerBound, of: snapshot), generation)
    }
}

@available(*, unavailable)
extension PendingPage: Sendable {}

/// The assets of a snapshot, one by one, read in pages.
///
/// Created by `PhotoRepository.assets(of:)`. Within a page `next` neither suspends nor leaves the caller's thread,
/// unless access is limited and the library has changed: then the rest of the page is read again, and the read fails
/// with `.snapshotInvalidated` if the user has deselected one of these assets.
public struct AssetSequence: AsyncSequence, Sendable {
    /// The element is an asset.
    public typealias Element = MediaAsset
    /// The sequence fails with a library error.
    public typealias Failure = LibraryError

    let pages: AssetPages

    /// Creates an iterator, which starts with the first asset.
    public func makeAsyncIterator() -> Iterator {
        Iterator(pages: pages.makeAsyncIterator())
    }

    /// Returns the assets of one page after the other.
    public struct Iterator: AsyncIteratorProtocol {
        private var pages: AssetPages.Iterator
        private var assets: [MediaAsset] = []
        private var position = 0
        /// The position of the first of them in the snapshot.
        private var offset = 0

        init(pages: AssetPages.Iterator) {
            self.pages = pages
        }

        /// Returns the next asset; nil after the last one and after an error.
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
