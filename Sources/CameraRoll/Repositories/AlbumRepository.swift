/// Reads the albums of a library.
///
/// An actor on the library executor, with nonisolated functions for the reason given in ``PhotoRepository``. Listing
/// albums is cheap, but counting them is not (25 to 75 ms each on a phone). Lists therefore contain the counts that
/// are free, and ``summaries(of:cover:mediaTypes:)`` reads the others, one album at a time, as a screen needs them.
public actor AlbumRepository {
    /// The access to the library.
    public nonisolated let access: LibraryAccess

    /// The library's executor.
    public nonisolated var unownedExecutor: UnownedSerialExecutor {
        access.executor.asUnownedSerialExecutor()
    }

    /// Creates a repository; give the photo repository the same access.
    public init(access: LibraryAccess) {
        self.access = access
    }
}

// MARK: - Lists

extension AlbumRepository {
    /// The albums that match a query, without duplicates, in the library's order, with the counts that are free.
    public nonisolated func list(_ query: AlbumQuery = .all) async throws(LibraryError) -> [Album] {
        try await access.read("list albums") { library in
            try library.albums(query).uniqueByID()
        }
    }

    /// The albums that match a query, with the duplicates that a library may list, for a caller that removes them
    /// itself: with very many albums, that is too much work for the library's thread.
    package nonisolated func listWithDuplicates(_ query: AlbumQuery) async throws(LibraryError) -> [Album] {
        try await access.read("list albums") { library in try library.albums(query) }
    }

    /// The albums of an album screen, sorted and counted according to the options.
    ///
    /// Unless the options need no counts, each album is counted in a separate slice, so that other reads continue: a
    /// list of 100 albums takes about 5 s on a phone, and ``summaries(of:cover:mediaTypes:)`` fills a screen sooner.
    /// An album that cannot be counted stays in the list with its estimate.
    public nonisolated func albumList(
        _ options: AlbumListOptions = AlbumListOptions()
    ) async throws(LibraryError) -> [Album] {
        let read = PreloadedAlbumListRead(options)
        return try await access.perform("count albums", read) { await options.sorted($0) }
    }

    /// The first album of each subtype, by subtype; subtypes that the library lacks are missing.
    ///
    /// ```swift
    /// let subtypes = AlbumSubtype.pickerSmartAlbums
    /// let albums = try await manager.albums.list(bySubtype: subtypes)
    /// let rows = subtypes.compactMap { albums[$0] }
    /// ```
    public nonisolated func list(bySubtype subtypes: [AlbumSubtype]) async throws(LibraryError) -> [AlbumSubtype: Album]
    {
        let albums = try await list(AlbumQuery(subtypes: Set(subtypes)))
        return Dictionary(albums.map { ($0.subtype, $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// The first album of a subtype.
    ///
    /// - Throws: `.noAlbum` if the library has none, or the reason why nothing could be read.
    public nonisolated func album(of subtype: AlbumSubtype) async throws(LibraryError) -> Album {
        guard let album = try await list(bySubtype: [subtype])[subtype] else { throw .noAlbum(subtype) }
        return album
    }

    /// "Recents": all of the user's own assets.
    ///
    /// - Throws: `.noAlbum(.userLibrary)` if the library has none, or the reason why nothing could be read.
    public nonisolated func recentsAlbum() async throws(LibraryError) -> Album {
        try await album(of: .userLibrary)
    }

    /// The user's folders and albums, as a tree.
    public nonisolated func tree() async throws(LibraryError) -> [AlbumFolder.Item] {
        try await access.read("read album tree") { library in try library.albumTree() }
    }
}

// MARK: - One album

extension AlbumRepository {
    /// Returns an album by its identifier.
    ///
    /// - Throws: `.albumNotFound`, or the reason why nothing could be read.
    public nonisolated func album(withIdentifier id: AlbumID) async throws(LibraryError) -> Album {
        guard let album = try await list().first(where: { $0.id == id }) else { throw .albumNotFound(id) }
        return album
    }

    /// The user's albums, and shared ones, that contain an asset; smart albums are not listed.
    ///
    /// - Throws: `.assetNotFound`, or the reason why nothing could be read.
    public nonisolated func list(containing asset: AssetID) async throws(LibraryError) -> [Album] {
        try await access.read("list albums") { library in try library.albums(containing: asset).uniqueByID() }
    }

    /// Counts an album's assets of some media types; of all types if `mediaTypes` is empty.
    ///
    /// - Throws: `.albumNotFound`, or the reason why nothing could be read.
    public nonisolated func count(
        of id: AlbumID, mediaTypes: Set<MediaType> = []
    ) async throws(LibraryError) -> Int {
        try await access.read("count album") { library in
            try library.assetCount(of: id, mediaTypes: mediaTypes)
        }
    }

    /// The asset that represents an album; nil if it has none.
    ///
    /// - Throws: `.albumNotFound`, or the reason why nothing could be read.
    public nonisolated func cover(
        of id: AlbumID, policy: CoverPolicy = .newest, mediaTypes: Set<MediaType> = []
    ) async throws(LibraryError) -> MediaAsset? {
        try await access.read("read cover") { library in
            try library.cover(of: id, mediaTypes: mediaTypes, policy: policy)
        }
    }

    /// The albums with exact counts and covers, read one by one on demand, in the given order.
    ///
    /// No album is lost: one that cannot be counted keeps its estimate, and one whose cover fails contains the error.
    ///
    /// - Parameters:
    ///   - albums: the albums, taken from a list.
    ///   - policy: which asset represents an album.
    ///   - mediaTypes: the media types of counted assets and covers; all if empty.
    public nonisolated func summaries(
        of albums: [Album], cover policy: CoverPolicy = .newest, mediaTypes: Set<MediaType> = []
    ) -> AlbumSummaries {
        AlbumSummaries(access: access, albums: albums, policy: policy, mediaTypes: mediaTypes)
    }
}

/// Albums with exact counts and covers, as an asynchronous sequence: each call of `next` reads one album.
///
/// Created by `AlbumRepository.summaries(of:cover:mediaTypes:)`. It throws only if nothing can be read at all: no
/// permission, canceled, timed out, shut down. An iterator that threw has ended.
public struct AlbumSummaries: AsyncSequence, Sendable {
    let access: LibraryAccess
    let albums: [Album]
    let policy: CoverPolicy
    let mediaTypes: Set<MediaType>

    /// Creates an iterator, which starts with the first album.
    public func makeAsyncIterator() -> Iterator {
        Iterator(summaries: self, remaining: albums[...])
    }

    /// Reads one album with each call of `next`.
    public struct Iterator: AsyncIteratorProtocol {
        let summaries: AlbumSummaries
        var remaining: ArraySlice<Album>

        /// Reads the next album; returns nil after the last one and after an error.
        public mutating func next(
            isolation actor: isolated (any Actor)? = #isolation
        ) async throws(LibraryError) -> AlbumSummary? {
            guard let album = remaining.popFirst() else { return nil }
            let read = AlbumSummaryRead(album, cover: summaries.policy, mediaTypes: summaries.mediaTypes)
            do throws(LibraryError) {
                return try await summaries.access.perform("summarize album", read)
            } catch {
                remaining = []
                throw error
            }
        }
    }
}

@available(*, unavailable)
extension AlbumSummaries.Iterator: Sendable {}

extension AlbumRepository {
    /// The album list of a screen, with counts and covers, and its updates while the library changes.
    ///
    /// The first element is the current list. After a change, only the albums that it may affect, according to the
    /// library's history, are read again, and only real differences are delivered. A slow consumer receives one update
    /// for all changes, and nothing is queued. Empty albums, including new ones, are part of the list if the options
    /// include them. An album whose count or cover fails stays in the list and contains the error.
    ///
    /// An iterator that throws has ended.
    ///
    /// - Parameters:
    ///   - options: which albums to list and count, and their order.
    ///   - policy: which asset represents an album.
    /// - Throws: from `next`: `.notAuthorized` without permission, or as soon as it is revoked; `.cancelled`,
    ///   `.shutDown`, or the reason why nothing could be read.
    public nonisolated func albumUpdates(
        _ options: AlbumListOptions = AlbumListOptions(), cover policy: CoverPolicy = .newest
    ) -> AlbumUpdates {
        AlbumUpdates(access: access, options: options, policy: policy)
    }
}
