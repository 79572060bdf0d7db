/// Which asset stands for an album.
public enum CoverPolicy: String, Hashable, Sendable, Codable, CaseIterable {
    /// The newest by creation date (R35).
    case newest
    /// The first in the album's own order (R36).
    case first
    /// The asset that Photos itself shows for the album, and the newest where it shows none (K13).
    case keyAsset
}

/// An album with its exact count and its cover, each of which can fail without losing the album (R34).
public struct AlbumSummary: Identifiable, Hashable, Sendable {
    /// The cover of an album.
    public enum Cover: Hashable, Sendable {
        /// The album is empty.
        case none
        /// The asset that stands for it.
        case asset(MediaAsset)
        /// The cover could not be read, and why.
        case failed(LibraryError)
    }

    /// The album, its count exact where it could be counted.
    public var album: Album
    /// Why it could not be counted; nil where its count is exact.
    public var countFailure: LibraryError?
    /// Its cover.
    public var cover: Cover

    /// The album's identifier.
    public var id: AlbumID { album.id }

    /// A summary from its parts.
    public init(album: Album, countFailure: LibraryError? = nil, cover: Cover) {
        self.album = album
        self.countFailure = countFailure
        self.cover = cover
    }
}
