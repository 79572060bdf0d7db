/// What a preload reads ahead of its readers (R66, R67).
public struct PreloadOptions: Hashable, Sendable {
    /// How many assets from the front of what is shown, at least 0; 500 by default, some screens.
    ///
    /// Each costs 0.1 ms of library time on a phone, and some 200 bytes until it is let go.
    public var assets: Int
    /// Which album list is read, none where nil; by default the one that `albumList()` gives by default.
    ///
    /// Counting takes 25 to 75 ms an album on a phone, in the background.
    public var albums: AlbumListOptions?

    /// Options, each with its default.
    public init(
        assets: Int = 500, albums: AlbumListOptions? = AlbumListOptions()
    ) {
        self.assets = assets
        self.albums = albums
    }
}

/// What a preload has read, or found read already.
public struct PreloadReport: Hashable, Sendable {
    /// How many assets are kept.
    public let assets: Int
    /// How many albums are in the list that is kept; nil where none was asked for, or it was let go meanwhile.
    public let albums: Int?
    /// Whether all is there that was asked for; not where the library was changed or memory got short meanwhile.
    public let isComplete: Bool
}
