/// Lists albums, and counts them one by one where that is asked for; they are still to be sorted.
struct AlbumListRead: SlicedRead {
    private let options: AlbumListOptions
    private var uncounted: [Album] = []
    private var counted: [Album] = []
    private var isListed = false

    init(_ options: AlbumListOptions) {
        self.options = options
    }

    mutating func advance(in room: isolated LibraryRoom, items: Int) throws(LibraryError) -> SliceOutcome<[Album]> {
        let library = try room.openLibrary()
        guard isListed else {
            uncounted = options.eligible(try library.albums(options.query)).reversed()
            isListed = true
            return options.needsCounts ? .more(items: 0) : .done(uncounted.reversed(), items: 0)
        }
        guard let album = uncounted.popLast() else { return .done(counted, items: 0) }
        counted += try count(album, in: library)
        return .more(items: 1)
    }

    /// The album with its exact count; none where it is empty and empty albums are left out, or was deleted meanwhile.
    private func count(_ album: Album, in library: any PhotoLibrary) throws(LibraryError) -> [Album] {
        var album = album
        do throws(LibraryError) {
            album.count = .exact(try library.assetCount(of: album.id, mediaTypes: options.mediaTypes))
        } catch .albumNotFound {
            return []
        } catch {
            // An album is not lost for want of a count (R34): it keeps the estimate it has.
            return [album]
        }
        return album.count == .exact(0) && !options.includesEmpty ? [] : [album]
    }
}
