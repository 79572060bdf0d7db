/// Counts an album and finds its cover, in two turns; a failure of either stays with that part (R34).
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

    mutating func advance(in room: isolated LibraryRoom, items: Int) throws(LibraryError) -> SliceOutcome<AlbumSummary>
    {
        let library = try room.openLibrary()
        guard isCounted else {
            isCounted = true
            count(in: library)
            return .more(items: 0)
        }
        let summary = AlbumSummary(album: album, countFailure: countFailure, cover: cover(in: library))
        return .done(summary, items: 0)
    }

    private mutating func count(in library: any PhotoLibrary) {
        do throws(LibraryError) {
            album.count = .exact(try library.assetCount(of: album.id, mediaTypes: mediaTypes))
        } catch {
            countFailure = error
        }
    }

    private func cover(in library: any PhotoLibrary) -> AlbumSummary.Cover {
        do throws(LibraryError) {
            return try library.cover(of: album.id, mediaTypes: mediaTypes, policy: policy).map { .asset($0) } ?? .none
        } catch {
            return .failed(error)
        }
    }
}
