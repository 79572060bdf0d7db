public import CameraRoll

/// An album in a browser's list, with its count and cover as far as they have been read.
public struct AlbumRow: Identifiable, Hashable, Sendable {
    /// The cover of an album.
    public enum Cover: Hashable, Sendable {
        /// Not read yet.
        case unread
        /// The album is empty.
        case none
        /// The asset that represents the album.
        case asset(MediaAsset)
        /// The cover could not be read; the value is the reason.
        case failed(LibraryError)
    }

    /// The album; its count is exact once it has been counted.
    public internal(set) var album: Album
    /// The reason why the album could not be counted; nil if it was counted, or has not been counted yet.
    public internal(set) var countFailure: LibraryError?
    /// The cover of the album.
    public internal(set) var cover = Cover.unread

    /// The album's identifier.
    public var id: AlbumID { album.id }

    /// Creates a row of an album that has not been counted.
    init(_ album: Album) {
        self.album = album
    }
}

/// Albums of one kind in a browser's list.
public struct AlbumSection: Identifiable, Hashable, Sendable {
    /// The kind of a section's albums, which identifies the section.
    public enum Kind: String, Hashable, Sendable, Codable, CaseIterable {
        /// Recents, Favorites, Videos and Screenshots, where the library has them.
        case main
        /// The other albums that the library maintains.
        case smart
        /// The user's own albums.
        case user
        /// The albums that are shared through the cloud.
        case shared

        /// The kind of the section that lists an album.
        init(of album: Album) {
            self =
                switch album.type {
                case .smartAlbum: AlbumSubtype.pickerSmartAlbums.contains(album.subtype) ? .main : .smart
                case .album: .user
                case .sharedAlbum: .shared
                }
        }
    }

    /// The kind of the albums.
    public internal(set) var kind: Kind
    /// The albums; of the main section in the order of a picker, of the others in the library's order.
    public internal(set) var rows: AlbumRows

    /// The kind.
    public var id: Kind { kind }
}

extension AlbumSection: CustomStringConvertible {
    /// The kind and the titles of the albums with their counts, for logs; the wording may change.
    ///
    /// `main: Recents (70000), Favorites (unknown)`.
    public var description: String {
        "\(kind): " + rows.map { "\($0.album.title ?? "untitled") (\($0.album.count))" }.joined(separator: ", ")
    }
}

extension AlbumRow {
    /// Takes count and cover from a summary of the album.
    ///
    /// Everything else in the summary may be older than the row.
    mutating func take(_ summary: AlbumSummary) {
        if case .exact = summary.album.count { album.count = summary.album.count }
        countFailure = summary.countFailure
        cover =
            switch summary.cover {
            case .none: .none
            case .asset(let asset): .asset(asset)
            case .failed(let error): .failed(error)
            }
    }

    /// Creates a row for an album, with the count and the cover of its previous row until they are read again.
    init(_ album: Album, keeping previous: AlbumRow?) {
        self.init(album)
        guard let previous else { return }
        (countFailure, cover) = (previous.countFailure, previous.cover)
        if case .exact = previous.album.count { self.album.count = previous.album.count }
    }
}
