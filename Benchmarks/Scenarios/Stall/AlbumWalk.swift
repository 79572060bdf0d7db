/// The albums that one of several readers reads, one after the other, until the time is over.
struct AlbumWalk: Sendable {
    /// An album, as positions of the library.
    struct Album {
        let range: Range<Int>

        /// What an unprotected reader reads at a time: 500 assets, for which it holds the lock for 50 ms.
        var batches: [Range<Int>] {
            stride(from: range.lowerBound, to: range.upperBound, by: 500).map { $0..<($0 + 500) }
        }
    }

    /// Assets in an album.
    private static let album = 5_000
    /// Positions that are read; the library has some more.
    static let library = 50_000

    let reader: Int
    let readers: Int
    let end: UInt64
    let state: RunState

    /// Gives whole albums; one that was begun in time is read to its end.
    func forEach(_ body: (Album) throws -> Void) rethrows {
        for album in albums {
            guard uptime() < end else { return }
            try body(album)
            state.count(Self.album)
        }
    }

    /// Gives whole albums; one that was begun in time is read to its end.
    func forEach(_ body: (Album) async throws -> Void) async rethrows {
        for album in albums {
            guard uptime() < end else { return }
            try await body(album)
            state.count(Self.album)
        }
    }

    private var albums: some Sequence<Album> {
        sequence(first: reader, next: { $0 + readers }).lazy.map { number in
            let start = number * Self.album % Self.library
            return Album(range: start..<(start + Self.album))
        }
    }
}
