/// Reads the albums of a library: the articles' `AlbumMediaRepository`.
///
/// An actor on the library executor, with nonisolated functions, for the reason that ``PhotoRepository`` gives. Listing
/// albums is cheap; counting them is not (25 to 75 ms each on a phone): so lists come with the counts that are
/// free, and ``summaries(of:cover:mediaTypes:)`` fills in the rest, one album at a time, as a screen asks for it.
public actor AlbumRepository {
    /// The door that it reads through.
    public nonisolated let access: LibraryAccess

    /// The library's executor.
    public nonisolated var unownedExecutor: UnownedSerialExecutor {
        access.executor.asUnownedSerialExecutor()
    }

    /// A repository by itself; give the photo repository the same door.
    public init(access: LibraryAccess) {
        self.access = access
    }
}

// MARK: - Lists

extension AlbumRepository {
    /// The albums that a query asks for, each once, in the library's order, with the counts that are free.
    public nonisolated func albums(_ query: AlbumQuery = .all) async throws(LibraryError) -> [Album] {
        try await access.read("list albums") { library in
            try library.albums(query).uniqueByID()
        }
    }

    /// The albums of an album screen, sorted and counted as the options say.
    ///
    /// Unless the options ask for no counts, each album is counted in a turn of its own, so others read meanwhile: a
    /// list of 100 albums takes about 5 s on a phone, and ``summaries(of:cover:mediaTypes:)`` fills a screen sooner.
    /// An album that cannot be counted stays in the list with the estimate it has.
    public nonisolated func albumList(
        _ options: AlbumListOptions = AlbumListOptions()
    ) async throws(LibraryError) -> [Album] {
        let read = WarmAlbumListRead(options)
        return try await access.perform("count albums", read) { await options.sorted($0) }
    }

    /// The first album of each kind, by kind; a kind that the library lacks has none.
    ///
    /// ```swift
    /// let kinds = AlbumKind.pickerSmartAlbums
    /// let albums = try await manager.albums.albums(byKind: kinds)
    /// let rows = kinds.compactMap { albums[$0] }
    /// ```
    public nonisolated func albums(byKind kinds: [AlbumKind]) async throws(LibraryError) -> [AlbumKind: Album] {
        let albums = try await albums(AlbumQuery(kinds: Set(kinds)))
        return Dictionary(albums.map { ($0.kind, $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// The first album of a kind.
    ///
    /// - Throws: `.noAlbum` where the library has none, or why nothing could be read.
    public nonisolated func album(of kind: AlbumKind) async throws(LibraryError) -> Album {
        guard let album = try await albums(byKind: [kind])[kind] else { throw .noAlbum(kind) }
        return album
    }

    /// "Recents": everything of the user's own.
    ///
    /// - Throws: `.noAlbum(.userLibrary)` where the library has none, or why nothing could be read.
    public nonisolated func recentsAlbum() async throws(LibraryError) -> Album {
        try await album(of: .userLibrary)
    }

    /// The user's folders and albums, as they are nested.
    public nonisolated func tree() async throws(LibraryError) -> [AlbumFolder.Item] {
        try await access.read("read album tree") { library in try library.albumTree() }
    }
}

// MARK: - One album

extension AlbumRepository {
    /// An album by identifier.
    ///
    /// - Throws: `.albumNotFound`, or why nothing could be read.
    public nonisolated func album(withIdentifier id: AlbumID) async throws(LibraryError) -> Album {
        guard let album = try await albums().first(where: { $0.id == id }) else { throw .albumNotFound(id) }
        return album
    }

    /// Counts an album's assets of some media types, of all types where `mediaTypes` is empty.
    ///
    /// - Throws: `.albumNotFound`, or why nothing could be read.
    public nonisolated func count(
        of id: AlbumID, mediaTypes: Set<MediaType> = []
    ) async throws(LibraryError) -> Int {
        try await access.read("count album") { library in
            try library.assetCount(of: id, mediaTypes: mediaTypes)
        }
    }

    /// The asset that stands for an album; nil where it has none.
    ///
    /// - Throws: `.albumNotFound`, or why nothing could be read.
    public nonisolated func cover(
        of id: AlbumID, policy: CoverPolicy = .newest, mediaTypes: Set<MediaType> = []
    ) async throws(LibraryError) -> MediaAsset? {
        try await access.read("read cover") { library in
            try library.cover(of: id, mediaTypes: mediaTypes, policy: policy)
        }
    }

    /// The albums with exact counts and covers, one by one as they are asked for, in the order given.
    ///
    /// No album is ever lost: one that cannot be counted keeps its estimate, and one whose cover fails says so.
    ///
    /// - Parameters:
    ///   - albums: which albums; take them from a list.
    ///   - policy: which asset stands for an album.
    ///   - mediaTypes: what is counted and may be a cover; everything where empty.
    public nonisolated func summaries(
        of albums: [Album], cover policy: CoverPolicy = .newest, mediaTypes: Set<MediaType> = []
    ) -> AlbumSummaries {
        AlbumSummaries(access: access, albums: albums, policy: policy, mediaTypes: mediaTypes)
    }
}

// MARK: - By the album itself

extension AlbumRepository {
    /// Counts an album's assets of some media types, of all types where `mediaTypes` is empty.
    public nonisolated func count(
        of album: Album, mediaTypes: Set<MediaType> = []
    ) async throws(LibraryError) -> Int {
        try await count(of: album.id, mediaTypes: mediaTypes)
    }

    /// The asset that stands for an album; nil where it has none.
    public nonisolated func cover(
        of album: Album, policy: CoverPolicy = .newest, mediaTypes: Set<MediaType> = []
    ) async throws(LibraryError) -> MediaAsset? {
        try await cover(of: album.id, policy: policy, mediaTypes: mediaTypes)
    }
}

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

extension AlbumRepository {
    /// The album list of a screen, counted and with covers, and what becomes of it while the library changes.
    ///
    /// Its first element is the list of now. After a change only the albums are looked at again that it may concern,
    /// as far as the library's history tells, and only what differs then is announced. Who is slow gets one
    /// update of all that happened, and nothing queues. Empty albums, new ones too, are in it where the options say
    /// so. An album whose count or cover fails stays in the list and says so.
    ///
    /// An iterator that throws is at its end.
    ///
    /// - Parameters:
    ///   - options: which albums, counted how, in which order.
    ///   - policy: which asset stands for an album.
    /// - Throws: from `next`: `.notAuthorized` where there is no permission, or as soon as it is withdrawn;
    ///   `.cancelled`, `.shutDown`, or why nothing could be read.
    public nonisolated func albumUpdates(
        _ options: AlbumListOptions = AlbumListOptions(), cover policy: CoverPolicy = .newest
    ) -> AlbumUpdates {
        AlbumUpdates(access: access, options: options, policy: policy)
    }
}
