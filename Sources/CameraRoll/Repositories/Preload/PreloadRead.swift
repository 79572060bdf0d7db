/// Reads ahead of the readers, slice by slice.
///
/// What it reads stands in the room, where each slice goes on from what is there: so any number of preloads and readers
/// advance the same work, and none can miss its completion (R67).
struct PreloadRead: SlicedRead {
    private let options: PreloadOptions
    private let manager: MediaManager
    private let pressure: MemoryPressure
    private var beginning: (snapshot: AssetSnapshot, cooling: UInt64)?

    init(_ options: PreloadOptions, of manager: MediaManager, pressure: MemoryPressure) {
        self.options = options
        self.manager = manager
        self.pressure = pressure
    }

    mutating func advance(
        in room: isolated LibraryRoom, items: Int
    ) throws(LibraryError) -> SliceOutcome<PreloadReport> {
        guard let beginning else {
            beginning = try begin(in: room)
            return .more(items: 0)
        }
        // The gate at every slice, and what was shown may be shown no more.
        _ = try room.result(of: beginning.snapshot.id)
        room.dropColdWarmth()
        guard room.warmth.cooling == beginning.cooling, room.warmth.assets != nil else {
            return .done(report(of: room, isComplete: false), items: 0)
        }
        if let count = try readAssets(of: beginning.snapshot, in: room, items: items) { return .more(items: count) }
        if try room.advanceAlbums() { return .more(items: 1) }
        return .done(report(of: room, isComplete: true), items: 0)
    }

    private func begin(in room: isolated LibraryRoom) throws(LibraryError) -> (AssetSnapshot, UInt64) {
        let snapshot = try room.currentSnapshot(of: manager)
        let access = snapshot.access
        room.dropColdWarmth()
        try access.coolAtNextChange(in: room)
        let count = min(options.assets, snapshot.count)
        if room.warmth.assets?.snapshot != snapshot.id { room.warmth.assets = WarmAssets(snapshot.id, count: count) }
        room.warmth.assets?.grow(to: count)
        if let albums = options.albums, room.warmth.albums?.options != albums {
            room.warmth.albums = Warmth.Albums(options: albums, read: AlbumListRead(albums))
        }
        if room.warmth.pressure == nil {
            room.warmth.pressure = pressure.observe { [weak access] in access?.coolDown() }
        }
        return (snapshot, room.warmth.cooling)
    }

    /// Reads the next assets that nobody has read; nil where all are there.
    private func readAssets(
        of snapshot: AssetSnapshot, in room: isolated LibraryRoom, items: Int
    ) throws(LibraryError) -> Int? {
        let missing = room.warmth.assets?.nextMissing(max(items, RangeRead.smallestSlice)) ?? 0..<0
        guard !missing.isEmpty else { return nil }
        _ = try room.assets(in: missing, of: snapshot.id)
        return missing.count
    }

    private func report(of room: isolated LibraryRoom, isComplete: Bool) -> PreloadReport {
        PreloadReport(
            assets: room.warmth.assets?.filled ?? 0,
            albums: options.albums == nil ? nil : room.warmth.albums?.result?.count ?? 0,
            isComplete: isComplete)
    }
}

extension LibraryRoom {
    /// Goes on with the album list that is read ahead; false where it is all there.
    fileprivate func advanceAlbums() throws(LibraryError) -> Bool {
        guard let albums = warmth.albums, albums.result == nil else { return false }
        var read = albums.read
        let outcome = try read.advance(in: self, items: 1)
        warmth.albums?.read = read
        if case .done(let list, _) = outcome { warmth.albums?.result = list }
        return true
    }

    /// The album list that is kept, or goes on with it; nil where nobody reads such a list ahead.
    func warmAlbums(_ options: AlbumListOptions) throws(LibraryError) -> SliceOutcome<[Album]>? {
        _ = try openLibrary()
        dropColdWarmth()
        guard warmth.albums?.options == options else { return nil }
        if let list = warmth.albums?.result { return .done(list, items: 0) }
        _ = try advanceAlbums()
        return .more(items: 1)
    }
}

/// Reads an album list, together with a preload that reads the same.
struct WarmAlbumListRead: SlicedRead {
    private let options: AlbumListOptions
    private var own: AlbumListRead?

    init(_ options: AlbumListOptions) {
        self.options = options
    }

    mutating func advance(in room: isolated LibraryRoom, items: Int) throws(LibraryError) -> SliceOutcome<[Album]> {
        if own == nil, let outcome = try room.warmAlbums(options) { return outcome }
        var read = own ?? AlbumListRead(options)
        defer { own = read }
        return try read.advance(in: room, items: items)
    }
}
