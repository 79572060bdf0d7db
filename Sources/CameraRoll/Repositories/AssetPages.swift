/// The pages of a snapshot or a query, as an asynchronous sequence: a page is read when it is requested, together with
/// the next ones if that takes no longer.
///
/// Created by `PhotoRepository.pages(of:size:)`, which describes its behavior. A copy of an iterator continues
/// independently from the position at which it was made.
public struct AssetPages: AsyncSequence, Sendable {
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

    /// Returns one page with each call of `next`.
    public struct Iterator: AsyncIteratorProtocol {
        private let pages: AssetPages
        /// The next page to return.
        private var request: PageRequest
        private var snapshot: AssetSnapshot?
        /// The pages that are being read ahead.
        private var ahead: PendingPages?
        /// The pages that were read and not returned yet, the last one first.
        private var ready: [[MediaAsset]] = []
        /// The permission's generation when the read of these pages, or of the last page returned, began.
        private var generation: UInt64 = 0
        /// The maximum number of pages that the next read returns: one at first, since a caller may need no further
        /// ones.
        private var most = 1
        private var isFinished = false

        init(pages: AssetPages) {
            self.pages = pages
            request = pages.start
        }

        /// Returns the next page; nil after the last one and after an error.
        public mutating func next(
            isolation actor: isolated (any Actor)? = #isolation
        ) async throws(LibraryError) -> Page? {
            guard !isFinished else { return nil }
            do throws(LibraryError) {
                return try await nextPage(isolation: actor)
            } catch {
                finish()
                throw error
            }
        }

        private mutating func nextPage(isolation actor: isolated (any Actor)?) async throws(LibraryError) -> Page? {
            guard !Task.isCancelled else { throw .cancelled }
            let snapshot = try await openSnapshot()
            if ready.isEmpty || snapshot.isOutdated(since: generation) {
                try await readPages(of: snapshot, isolation: actor)
            }
            guard var assets = ready.popLast() else {
                isFinished = true
                return nil
            }
            let range = try request.range(inCount: snapshot.count)
            // Those that were read ahead may have waited for a long time.
            if let again = try await snapshot.assetsAgain(in: range, since: &generation) {
                assets = again
                dropReady()
            }
            request = request.next
            isFinished = range.upperBound == snapshot.count
            // As soon as these pages are there, so that the next ones are read while all of these are used. If their
            // read cannot be started, they fail when they are requested; this page does not.
            if pages.readsAhead, ahead == nil { ahead = try? startPages(of: snapshot) }
            return Page(assets, from: range.lowerBound, of: snapshot)
        }

        /// Drops the pages that were read and not returned, and those that would follow them.
        private mutating func dropReady() {
            if !ready.isEmpty { (ready, ahead) = ([], nil) }
        }

        /// Ends the iterator.
        mutating func finish() {
            (isFinished, ahead, ready) = (true, nil, [])
        }

        /// Whether the permission may have been narrowed since the last page was read; costs one atomic load.
        @usableFromInline var areOutdated: Bool { snapshot?.isOutdated(since: generation) ?? false }

        /// Assets of the last page, read again if they are outdated; otherwise nil.
        ///
        /// - Throws: as ``AssetSnapshot/assetsAgain(in:since:)``.
        mutating func assetsAgain(in range: Range<Int>) async throws(LibraryError) -> [MediaAsset]? {
            guard let assets = try await snapshot?.assetsAgain(in: range, since: &generation) else { return nil }
            dropReady()
            return assets
        }

        /// The snapshot of the pages; for a query, it is taken with the first page.
        private mutating func openSnapshot() async throws(LibraryError) -> AssetSnapshot {
            if let snapshot { return snapshot }
            _ = try request.range(inCount: 0)
            let opened = try await pages.photos.open(pages.source)
            snapshot = opened
            return opened
        }

        /// Reads the next page, and further ones if they cost nothing more; reads none after the last one.
        private mutating func readPages(
            of snapshot: AssetSnapshot, isolation actor: isolated (any Actor)?
        ) async throws(LibraryError) {
            dropReady()
            let wasReadAhead = ahead != nil
            if ahead == nil { ahead = try startPages(of: snapshot) }
            guard let pending = try ahead.take()?.claimed() else { return }
            do throws(LibraryError) {
                ready = try await pending.pages(isolation: actor).reversed()
                generation = pending.generation
            } catch {
                guard wasReadAhead, error.recovery == .retry else { throw error }
                // The pages read ahead failed while earlier ones were used, perhaps long ago: this caller's own read
                // has not failed.
                try await readPages(of: snapshot, isolation: actor)
            }
        }

        /// Starts to read the pages after those that were read; returns nil after the last one.
        private mutating func startPages(of snapshot: AssetSnapshot) throws(LibraryError) -> PendingPages? {
            let next = PageRequest(number: request.number + ready.count, size: request.size)
            guard try !next.range(inCount: snapshot.count).isEmpty else { return nil }
            let pending = try PendingPages(PagesRead(from: next, most: most, of: snapshot), of: snapshot)
            // A caller that has continued will probably continue again: fewer hops, each for more pages.
            if most < PagesRead.mostPages { most *= 2 }
            return pending
        }
    }
}

@available(*, unavailable)
extension AssetPages.Iterator: Sendable {}

/// Pages that are being read.
///
/// Not Sendable: they have one owner. When the owner releases them, the read ends and its turns do nothing. A
/// read-ahead therefore needs no task, and does not outlive its iterator.
final class PendingPages {
    private let call: LibraryCall<PagesRead>
    private let snapshot: AssetSnapshot
    private let read: PagesRead
    /// The permission's generation when the read began.
    let generation: UInt64
    private var isClaimed = false

    init(_ read: PagesRead, of snapshot: AssetSnapshot) throws(LibraryError) {
        self.snapshot = snapshot
        self.read = read
        generation = snapshot.access.permission.reading.generation
        call = try snapshot.access.start(read, as: "read page")
    }

    deinit {
        call.end(.cancelled)
    }

    /// Claims the pages for one iterator: these, or, if they are already claimed, another read for a copied iterator.
    ///
    /// A read has one caller, whose cancellation ends it: that must not end the pages of a copied iterator.
    func claimed() throws(LibraryError) -> PendingPages {
        let pages = isClaimed ? try PendingPages(read, of: snapshot) : self
        pages.isClaimed = true
        return pages
    }

    /// Waits for the pages; they may be returned under the permission of ``generation``.
    func pages(isolation actor: isolated (any Actor)?) async throws(LibraryError) -> [[MediaAsset]] {
        try await call.value()
    }
}

@available(*, unavailable)
extension PendingPages: Sendable {}

/// Reads a page of a snapshot, and those after it for which the page's last slice has time left.
///
/// In a fast library, a page costs less than the hop to the executor and back. In a slow one, the page fills its
/// slices, and is read alone. Nothing more is read while another job waits.
struct PagesRead: SlicedRead {
    /// The maximum number of pages in a read, and about how many assets they have.
    static let mostPages = 32
    static let mostAssets = 4_000

    private var request: PageRequest
    private let most: Int
    private var page: RangeRead

    /// Creates a read of at most `most` pages.
    init(from request: PageRequest, most: Int, of snapshot: AssetSnapshot) throws(LibraryError) {
        page = RangeRead(try request.range(inCount: snapshot.count), of: snapshot)
        self.request = request
        self.most = min(most, Self.mostAssets / request.size)
    }

    var itemsLeft: Int { page.itemsLeft }

    mutating func advance(in libraryState: isolated LibraryState, items: Int) throws(LibraryError) -> SliceOutcome<
        [[MediaAsset]]
    > {
        switch try page.advance(in: libraryState, items: items) {
        case .more(let count): return .more(items: count)
        case .done(let assets, var count):
            var pages = [assets]
            while pages.count < most, count + request.size <= items, !libraryState.executor.core.hasWaitingWork,
                let next = nextPage(in: libraryState)
            {
                pages.append(next)
                count += next.count
            }
            return .done(pages, items: count)
        }
    }

    /// The page after the last one read; nil at the end, or if it fails: it will fail again when it is needed.
    private mutating func nextPage(in libraryState: isolated LibraryState) -> [MediaAsset]? {
        request = request.next
        guard let range = try? request.range(inCount: page.snapshot.count), !range.isEmpty else { return nil }
        return try? libraryState.assets(in: range, of: page.snapshot.id)
    }
}

extension Page {
    /// A page of a snapshot.
    init(_ assets: [MediaAsset], from offset: Int, of snapshot: AssetSnapshot) {
        let end = offset + assets.count
        self.init(
            assets: assets,
            offset: offset,
            totalCount: snapshot.count,
            hasNextPage: end < snapshot.count
        )
    }
}

/// The assets of a snapshot, one by one, read in pages.
///
/// Created by `PhotoRepository.assets(of:)`. Within a page `next` neither suspends nor leaves the caller's thread,
/// unless access is limited and the library has changed: then the rest of the page is read again, and the read fails
/// with `.snapshotInvalidated` if the user has deselected one of these assets.
public struct AssetSequence: AsyncSequence, Sendable {
    let pages: AssetPages

    /// Creates an iterator, which starts with the first asset.
    public func makeAsyncIterator() -> Iterator {
        Iterator(pages: pages.makeAsyncIterator())
    }

    /// Returns the assets of one page after the other.
    public struct Iterator: AsyncIteratorProtocol {
        @usableFromInline var pages: AssetPages.Iterator
        @usableFromInline var assets: [MediaAsset] = []
        @usableFromInline var position = 0
        /// The position of the first of them in the snapshot.
        private var offset = 0

        init(pages: AssetPages.Iterator) {
            self.pages = pages
        }

        // Inlined: within a page, the call of an asynchronous function alone would cost as much as the asset.

        /// Returns the next asset; nil after the last one and after an error.
        @inlinable public mutating func next(
            isolation actor: isolated (any Actor)? = #isolation
        ) async throws(LibraryError) -> MediaAsset? {
            if position == assets.count || pages.areOutdated {
                guard try await readAssets(isolation: actor) else { return nil }
            }
            defer { position += 1 }
            return assets[position]
        }

        /// Reads the next page after the last asset of one, or the rest of a page again if it is outdated; returns
        /// false after the last page.
        @usableFromInline mutating func readAssets(isolation actor: isolated (any Actor)?) async throws(LibraryError)
            -> Bool
        {
            while position == assets.count {
                guard let page = try await pages.next(isolation: actor) else { return false }
                (assets, position, offset) = (page.assets, 0, page.offset ?? 0)
            }
            if pages.areOutdated { try await readRestAgain() }
            return true
        }

        /// Reads the remaining assets of the page again; after an error, the iterator has ended.
        private mutating func readRestAgain() async throws(LibraryError) {
            do throws(LibraryError) {
                let left = offset + position..<offset + assets.count
                guard let rest = try await pages.assetsAgain(in: left) else { return }
                (assets, position, offset) = (rest, 0, offset + position)
            } catch {
                (assets, position) = ([], 0)
                pages.finish()
                throw error
            }
        }
    }
}

@available(*, unavailable)
extension AssetSequence.Iterator: Sendable {}

// MARK: - Pages without a snapshot

extension PhotoRepository {
    /// Reads the first page of a query from the library's current state; continue with its `endCursor`.
    ///
    /// - Throws: `.invalidArgument`, `.albumNotFound`, or the reason why nothing
    ///   could be read.
    public nonisolated func firstPage(of query: AssetQuery, size: Int = 100) async throws(LibraryError) -> Page {
        try query.validate()
        guard !query.order.isEmpty else { throw .unorderedQuery(query) }
        return try await keysetPage(of: query, after: nil, size: size)
    }

    /// Reads the page after a cursor from the library's current state.
    ///
    /// - Parameters:
    ///   - cursor: the position from which to continue; its asset may have been deleted.
    ///   - size: the number of assets per page, at least 1.
    ///   - query: the expected query of the cursor; not checked if nil.
    /// - Throws: `.invalidToken` if it belongs to another library or query, `.invalidArgument`,
    ///   `.albumNotFound` if its album was deleted, or the reason why nothing could be read.
    public nonisolated func page(
        after cursor: PageCursor, size: Int = 100, of query: AssetQuery? = nil
    ) async throws(LibraryError) -> Page {
        if let query, query != cursor.query { throw .cursorOfAnotherQuery(cursor.query, asked: query) }
        return try await keysetPage(of: cursor.query, after: cursor, size: size)
    }

    private nonisolated func keysetPage(
        of query: AssetQuery, after cursor: PageCursor?, size: Int
    ) async throws(LibraryError) -> Page {
        guard size >= 1 else { throw .invalidPageSize(size) }
        let passed = max(cursor?.passed ?? 0, 0)
        let count = min(size, (query.limit ?? .max) - min(passed, query.limit ?? .max))
        guard count > 0 else { return Page(assets: [], hasNextPage: false) }
        let read = KeysetRead(query, after: cursor?.position, from: cursor?.library, count: count)
        return try await access.perform("read page", read) { output in
            let assets = await finishRead(output, of: output.assets.count) { $0.visibleAssets() }
            let end = passed + assets.count
            return Page(
                assets: assets,
                hasNextPage: output.hasMore && end < query.limit ?? .max,
                endCursor: PageCursor(after: assets.last, of: query, in: output.library, passed: end)
            )
        }
    }
}
