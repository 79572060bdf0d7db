/// The albums that one of several readers reads, one after another, until the time is up.
struct AlbumWalk: Sendable {
    /// An album, as positions of the library.
    struct Album {
        let range: Range<Int>

        /// The usual batches of an unprotected reader; at the modeled costs, each holds the lock for 50 ms.
        var batches: [Range<Int>] { batches(of: 500) }

        func batches(of size: Int) -> [Range<Int>] {
            stride(from: range.lowerBound, to: range.upperBound, by: size).map {
                $0..<min($0 + size, range.upperBound)
            }
        }
    }

    /// The number of assets in an album, if the library has as many.
    private static let album = 2_500

    /// The number of positions that are read.
    let positions: Int
    let reader: Int
    let readers: Int
    let end: UInt64
    let state: RunState

    /// Iterates over whole albums; an album that was begun in time is read to its end.
    func forEach(_ body: (Album) throws -> Void) rethrows {
        for album in albums {
            guard uptime() < end else { return }
            let start = uptime()
            try body(album)
            record(since: start)
            state.count(album.range.count)
        }
    }

    /// Iterates over whole albums; an album that was begun in time is read to its end.
    func forEach(_ body: (Album) async throws -> Void) async rethrows {
        for album in albums {
            guard uptime() < end else { return }
            let start = uptime()
            try await body(album)
            record(since: start)
            state.count(album.range.count)
        }
    }

    private func record(since start: UInt64) {
        state.recording?.add("reader \(reader + 1)", "a reader's album", from: start, to: uptime())
    }

    private var albums: some Sequence<Album> {
        let length = min(Self.album, positions)
        let count = positions / length
        return sequence(first: reader, next: { $0 + readers }).lazy.map { number in
            let start = number % count * length
            return Album(range: start..<start + length)
        }
    }
}
