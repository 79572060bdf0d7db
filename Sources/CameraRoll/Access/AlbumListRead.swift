/// Lists albums, and counts them one by one if the options require it; the result is not sorted yet.
struct AlbumListRead: SlicedRead {
    private let options: AlbumListOptions
    private var uncounted: [Album] = []
    private var counted: [Album] = []
    private var isListed = false

    init(_ options: AlbumListOptions) {
        self.options = options
    }

    var itemsLeft: Int { uncounted.count * Self.itemsPerAlbum }

    mutating func advance(in libraryState: isolated LibraryState, items: Int) throws(LibraryError) -> SliceOutcome<
        [Album]
    > {
        let library = try libraryState.openLibrary()
        guard isListed else {
            uncounted = options.eligible(try library.albums(options.query)).reversed()
            isListed = true
            return options.needsCounts ? .more(items: 0) : .done(uncounted.reversed(), items: 0)
        }
        guard let album = uncounted.popLast() else { return .done(counted, items: 0) }
        counted += try count(album, in: library)
        return .more(items: 1)
    }

    /// The album with its exact count; empty if the album is empty and such albums are excluded, or if it was
    /// deleted.
    private func count(_ album: Album, in library: any PhotoLibraryBackend) throws(LibraryError) -> [Album] {
        var album = album
        do throws(LibraryError) {
            album.count = .exact(try library.assetCount(of: album.id, mediaTypes: options.mediaTypes))
        } catch .albumNotFound {
            return []
        } catch {
            // An album whose count failed is kept, with its estimate.
            return [album]
        }
        return album.count == .exact(0) && !options.includesEmpty ? [] : [album]
    }
}

/// Counts an album and finds its cover, in two slices; a failure of one does not affect the other.
struct AlbumSummaryRead: SlicedRead {
    private var album: Album
    private let policy: CoverPolicy
    private let mediaTypes: Set<MediaType>
    private var isCounted = false
    private var countFailure: LibraryError?

    init(_ album: Album, cover policy: CoverPolicy, mediaTypes: Set<MediaType>) {
        self.album = album
        self.policy = policy
        self.mediaTypes = mediaTypes
    }

    var itemsLeft: Int { (isCounted ? 1 : 2) * Self.itemsPerAlbum }

    mutating func advance(in libraryState: isolated LibraryState, items: Int) throws(LibraryError) -> SliceOutcome<
        AlbumSummary
    > {
        let library = try libraryState.openLibrary()
        guard isCounted else {
            isCounted = true
            count(in: library)
            return .more(items: 0)
        }
        let summary = AlbumSummary(album: album, countFailure: countFailure, cover: cover(in: library))
        return .done(summary, items: 0)
    }

    private mutating func count(in library: any PhotoLibraryBackend) {
        do throws(LibraryError) {
            album.count = .exact(try library.assetCount(of: album.id, mediaTypes: mediaTypes))
        } catch {
            countFailure = error
        }
    }

    private func cover(in library: any PhotoLibraryBackend) -> AlbumSummary.Cover {
        do throws(LibraryError) {
            return try library.cover(of: album.id, mediaTypes: mediaTypes, policy: policy).map { .asset($0) } ?? .none
        } catch {
            return .failed(error)
        }
    }
}

extension SlicedRead {
    /// How many assets take as long as an album's count or cover, by the published figures of Photos: 25 to 75 ms, and
    /// 0.1 ms for an asset.
    static var itemsPerAlbum: Int { 500 }
}
